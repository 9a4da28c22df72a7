// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/compare/assertion.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/scoped_run.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::int64_t mib = 1024 * 1024;

// Four steps; in each a block of so many MiB comes and goes, and one of 1 MiB stays.
Recording fourSteps()
{
    ScopedRun run;
    const std::uint64_t kept = run.allocate(64 * mib);
    for (const std::uint64_t size : {20, 30, 50, 40}) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(size));
        run.free(run.allocate(size * mib));
        run.allocate(mib);
        run.end();
    }
    run.free(kept);
    Recording recording = run.recording();
    for (std::size_t i = 0; i < recording.annotations.size(); ++i)
        recording.annotations[i].name = {}; // counted from one then
    return recording;
}

std::int64_t valueOf(const char* name)
{
    const AnalyzedRecording analyzed = analyze(fourSteps());
    const auto quantity = quantityNamed(name);
    return measured(*quantity, analyzed.recording, 0, analyzed.histories[0]).value();
}

} // namespace

class AssertionTest : public QObject {
    Q_OBJECT

private slots:
    void quantities_data();
    void quantities();
    void asPyTorchSaid();
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void judges_data();
    void judges();
    void missingPartsGiveNoVerdict();
    void whatSurelyHoldsOrFails_data();
    void whatSurelyHoldsOrFails();
    void whatIsNotTold();
};

void AssertionTest::quantities_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<qint64>("value");
    QTest::newRow("peak") << QByteArray("peak_allocated") << qint64((64 + 2 + 50) * mib);
    QTest::newRow("end") << QByteArray("end_allocated") << qint64(4 * mib);
    QTest::newRow("peak of a step") << QByteArray("step-2_peak_allocated") << qint64((64 + 1 + 30) * mib);
    QTest::newRow("end of a step") << QByteArray("step-4_end_active") << qint64((64 + 4) * mib);
    QTest::newRow("requested") << QByteArray("step-1_end_requested") << qint64((64 + 1) * mib);
    QTest::newRow("reserved") << QByteArray("end_reserved") << qint64((64 + 20 + 30 + 50 + 4) * mib);
    QTest::newRow("drift") << QByteArray("drift_per_step") << qint64(mib);
    QTest::newRow("ooms") << QByteArray("num_ooms") << qint64(0);
    QTest::newRow("a figure") << QByteArray("allocation.all.freed") << qint64(5);
    QTest::newRow("of a pool") << QByteArray("allocated_bytes.small_pool.allocated") << qint64(4 * mib);
}

void AssertionTest::quantities()
{
    QFETCH(QByteArray, name);
    QTEST(qint64(valueOf(name.constData())), "value");
}

// The statistics at the end of a real recording.
void AssertionTest::asPyTorchSaid()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("vary")));
    const Level end = truthOf(QStringLiteral("vary")).marks.back().level;
    const auto told = [&](const char* name) {
        return measured(*quantityNamed(name), analyzed.recording, 0, analyzed.histories[0]).value();
    };
    QCOMPARE(told("end_allocated"), end.allocatedBytes);
    QCOMPARE(told("end_reserved"), end.reservedBytes);
    QCOMPARE(told("end_inactive_split"), end.inactiveSplitBytes);
    QCOMPARE(told("segment.all.current"), end.segment);
    QCOMPARE(told("peak_active"), analyzed.histories[0].peak(Curve::Active).bytes);
}

void AssertionTest::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("comparison");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<double>("percent");
    QTest::addColumn<qint64>("bytes");
    using enum Assertion::Comparison;
    const auto row = [](const char* text, Assertion::Comparison comparison, qint64 value,
                         const char* file = "", double percent = 0, qint64 bytes = 0) {
        QTest::newRow(text) << QByteArray(text) << static_cast<int>(comparison) << value << QByteArray(file)
                            << percent << bytes;
    };
    row("peak_reserved < 20GiB", Less, qint64(20) << 30);
    row("peak_reserved<=1.5g", AtMost, qint64(3) << 29);
    row("  end_active  >  64 MiB ", More, 64 * mib);
    row("end_active > 64 MB", More, 64'000'000);
    row("num_ooms == 0", Equal, 0);
    row("num_ooms != 7", Unequal, 7);
    row("drift_per_step >= -1MiB", AtLeast, -mib);
    row("peak_reserved < 1e9", Less, qint64(1000000000));
    row("peak_reserved < 2.5e1 GiB", Less, qint64(25) << 30);
    row("peak_reserved < 4,000,256", Less, qint64(4000256));
    row("peak_allocated <= 1e9.tide", AtMost, 0, "1e9.tide");
    row("peak_allocated <= base.tide", AtMost, 0, "base.tide");
    row("peak_allocated <= base.tide +2%", AtMost, 0, "base.tide", 2);
    row("peak_allocated <= my runs/base-1.tide - 2.5 %", AtMost, 0, "my runs/base-1.tide", -2.5);
    row("peak_allocated <= base.tide + 64MiB", AtMost, 0, "base.tide", 0, 64 * mib);
    row("peak_allocated >= base.tide -64MiB", AtLeast, 0, "base.tide", 0, -64 * mib);
    row("peak_active < 1.tide", Less, 0, "1.tide");
    row("peak_active < ./12", Less, 0, "./12");
    row("peak_active < 2026-11-30", Less, 0, "2026-11-30");
}

void AssertionTest::reads()
{
    QFETCH(QByteArray, text);
    const auto assertion = parseAssertion(text.toStdString());
    QVERIFY2(assertion.has_value(), assertion ? "" : assertion.error().message.c_str());
    QTEST(static_cast<int>(assertion->comparison), "comparison");
    QTEST(qint64(assertion->bound.value), "value");
    QTEST(QByteArray::fromStdString(assertion->bound.file), "file");
    QTEST(assertion->bound.percent, "percent");
    QTEST(qint64(assertion->bound.bytes), "bytes");
}

void AssertionTest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words"); // in the message
    const auto row = [](const char* text, const char* words) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(words);
    };
    row("peak_reserved", "nothing is compared");
    row("peak_reserved = 5", "a comparison is one of");
    row("peak_reserved ! 5", "a comparison is one of");
    row("peak_reserved <", "nothing to compare with");
    row("peak_memory < 5", "is no quantity");
    row("step-_peak_active < 5", "is no quantity");
    row("step-2_num_ooms < 5", "is no quantity");
    row("active_byte.all.peak < 5", "the nearest is active_bytes.all.peak");
    row("peak_active < base.tide +lots", "is no margin");
    row("peak_active < 1 parsec", "\"1 parsec\" is no size; its unit is one of B, KiB, MiB, GiB and TiB");
    row("peak_active < 20 gigs +2%", "is no size");
    row("peak_active < -3 apples", "is no size");
    row("peak_active < 5%", "is no size");
    row("peak_active < 1.5.2", "is no size");
    row("peak_active < 99999999999999999999", "is no size");
    row("peak_active < 1e400", "is no size");
    row("peak_active < 1e9 parsecs", "is no size");
    row("peak_active < 4,00", "is no size");
    row("< 1e9", "is no quantity");
}

void AssertionTest::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    const auto assertion = parseAssertion(text.toStdString());
    QVERIFY(!assertion);
    QVERIFY2(QByteArray::fromStdString(assertion.error().message).contains(words),
        assertion.error().message.c_str());
}

void AssertionTest::judges_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<qint64>("base");
    QTest::addColumn<bool>("holds");
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char* text, qint64 value, qint64 base, bool holds, const char* line) {
        QTest::newRow(text) << QByteArray(text) << value << base << holds << QByteArray(line);
    };
    row("peak_active < 1KiB", 1024, 0, false, "FAILS  peak_active < 1KiB: 1,024 < 1,024, the same");
    row("peak_active <= 1KiB", 1024, 0, true, "holds  peak_active <= 1KiB: 1,024 <= 1,024, the same");
    row("num_ooms == 0", 2, 0, false, "FAILS  num_ooms == 0: 2 == 0, 2 above");
    row("peak_active <= a.tide +10%", 1101, 1000, false,
        "FAILS  peak_active <= a.tide +10%: 1,101 <= 1,100, 1 byte above");
    row("peak_active <= a.tide +11%", 1101, 1000, true,
        "holds  peak_active <= a.tide +11%: 1,101 <= 1,110, 9 bytes below");
    row("peak_active > a.tide -100", 901, 1000, true,
        "holds  peak_active > a.tide -100: 901 > 900, 1 byte above");
}

void AssertionTest::judges()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, value);
    QFETCH(qint64, base);
    const auto assertion = parseAssertion(text.toStdString());
    QVERIFY(assertion);
    const AssertionResult result = judged(*assertion, value, boundOver(assertion->bound, base));
    QTEST(result.holds, "holds");
    QTEST(QByteArray::fromStdString(resultLine(*assertion, result)), "line");
}

// A file that is cut, one whose beginning is lost, and one without events: no verdict on what is missing.
void AssertionTest::missingPartsGiveNoVerdict()
{
    Recording cut = fourSteps();
    cut.complete = false;
    Recording late = fourSteps();
    late.devices[0].history = History::Partial;
    Recording curvesOnly;
    curvesOnly.devices.emplace_back();
    curvesOnly.devices[0].curves.push_back({"allocated", {}, {}});
    const auto isTold = [](const Recording& recording, const char* name) {
        const AnalyzedRecording analyzed = analyze(recording);
        return measured(*quantityNamed(name), analyzed.recording, 0, analyzed.histories[0]).has_value();
    };
    for (const char* name :
        {"end_allocated", "end_reserved", "peak_active", "num_ooms", "num_alloc_retries"}) {
        QVERIFY2(!isTold(cut, name), name);
        QVERIFY2(!isTold(curvesOnly, name), name);
        QVERIFY2(isTold(fourSteps(), name) != (std::string_view(name) == "num_alloc_retries"), name);
    }
    const AnalyzedRecording analyzedCut = analyze(cut);
    const auto known =
        figureOf(*quantityNamed("peak_allocated"), analyzedCut.recording, 0, analyzedCut.histories[0]);
    QVERIFY(known && !known->isExact());
    QCOMPARE(known->value, (64 + 2 + 50) * mib);
    QVERIFY(!isTold(late, "num_ooms"));
    QVERIFY(!isTold(late, "peak_active"));
    QVERIFY(isTold(late, "end_allocated"));
    late.devices[0].statistics.push_back({0, "end", {{"num_ooms", 3}}});
    QVERIFY(isTold(late, "num_ooms"));
}

// A recording whose beginning or end is lost had 10, or more: what more would not change is told.
void AssertionTest::whatSurelyHoldsOrFails_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isBoundLeast"); // the recording that is compared with is cut, too
    QTest::addColumn<QByteArray>("verdict");
    const auto row = [](const char* text, const char* verdict, bool isBoundLeast = false) {
        QTest::addRow("%s%s", text, isBoundLeast ? ", of both" : "")
            << QByteArray(text) << isBoundLeast << QByteArray(verdict);
    };
    row("num_ooms < 10", "FAILS  num_ooms < 10: at least 10 < 10, at least the same");
    row("num_ooms < 11", "UNTOLD");
    row("num_ooms <= 9", "FAILS  num_ooms <= 9: at least 10 <= 9, at least 1 above");
    row("num_ooms <= 10", "UNTOLD");
    row("num_ooms > 9", "holds  num_ooms > 9: at least 10 > 9, at least 1 above");
    row("num_ooms > 10", "UNTOLD");
    row("num_ooms >= 10", "holds  num_ooms >= 10: at least 10 >= 10, at least the same");
    row("num_ooms >= 11", "UNTOLD");
    row("num_ooms == 9", "FAILS  num_ooms == 9: at least 10 == 9, at least 1 above");
    row("num_ooms == 10", "UNTOLD");
    row("num_ooms != 9", "holds  num_ooms != 9: at least 10 != 9, at least 1 above");
    row("num_ooms != 11", "UNTOLD");
    row("num_ooms < 1", "UNTOLD", true);
    row("num_ooms > 1", "UNTOLD", true);
    row("num_ooms == 10", "UNTOLD", true);
}

void AssertionTest::whatSurelyHoldsOrFails()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isBoundLeast);
    QFETCH(QByteArray, verdict);
    const Assertion assertion = parseAssertion(text.toStdString()).value();
    const Figure known = {10, "the end is lost"};
    const Figure bound = {assertion.bound.value, isBoundLeast ? "the other's end is lost" : ""};
    const auto result = judged(assertion, known, bound);
    QCOMPARE(
        result ? QByteArray::fromStdString(resultLine(assertion, *result)) : QByteArray("UNTOLD"), verdict);
    if (!result)
        QCOMPARE(result.error().message, known.whyMore);
    // Whatever was lost, the verdict is the one that the whole recording would have had.
    for (std::int64_t whole = known.value; result && whole < known.value + 5; ++whole)
        QCOMPARE(judged(assertion, whole, assertion.bound.value).holds, result->holds);
    // An exact figure against a base that may be more.
    const auto other = judged(assertion, Figure{10, {}}, Figure{assertion.bound.value, "lost"});
    for (std::int64_t whole = assertion.bound.value; other && whole < assertion.bound.value + 5; ++whole)
        QCOMPARE(judged(assertion, 10, whole).holds, other->holds);
}

void AssertionTest::whatIsNotTold()
{
    const AnalyzedRecording analyzed = analyze(fourSteps());
    for (const char* name : {"num_alloc_retries", "step-5_peak_active"}) {
        const auto value = measured(*quantityNamed(name), analyzed.recording, 0, analyzed.histories[0]);
        QVERIFY2(!value && value.error().message.starts_with(name), name);
    }
    Recording recording = fourSteps();
    recording.devices[0].statistics.push_back({0, "end", {{"num_alloc_retries", 3}}});
    const AnalyzedRecording told = analyze(recording);
    QCOMPARE(*measured(*quantityNamed("num_alloc_retries"), told.recording, 0, told.histories[0]), 3);
}

QTEST_GUILESS_MAIN(AssertionTest)
#include "tst_assertion.moc"
