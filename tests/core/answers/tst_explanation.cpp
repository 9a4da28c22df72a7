// SPDX-License-Identifier: GPL-3.0-or-later
// What a moment says about reserved memory, against counting anew and looking event by event.
#include "core/analysis/explain/explanation.h"
#include "core/analysis/explain/needs.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <algorithm>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t mebi = 1024 * 1024;

std::vector<std::size_t> somePositions(std::size_t end, std::mt19937_64& random)
{
    std::vector<std::size_t> positions = {0, end};
    for (int i = 0; i < 12; ++i)
        positions.push_back(random() % (end + 1));
    return positions;
}

Explanation explainedAt(const AnalyzedRecording& analyzed, std::size_t device, std::size_t position)
{
    const DeviceHistory& history = analyzed.histories[device];
    const SegmentList segments = history.segmentsAt(analyzed.recording.devices[device], position);
    return explain({analyzed.recording, device, history, position, segments, history},
        settingsOf(analyzed.recording, analyzed.recording.devices[device]));
}

const ExplanationSentence* sentenceOf(const std::vector<ExplanationSentence>& sentences, SentenceKind kind)
{
    const auto found = std::find_if(sentences.begin(), sentences.end(),
        [kind](const ExplanationSentence& sentence) { return sentence.kind == kind; });
    return found == sentences.end() ? nullptr : &*found;
}

// The position that a sentence links to; none where it links to no moment.
std::optional<std::size_t> positionIn(const ReasonSentence& sentence)
{
    for (const ReasonPart& part : sentence) {
        if (part.names == ReasonPart::Names::Position)
            return static_cast<std::size_t>(part.value);
    }
    return std::nullopt;
}

QString flawAt(const AnalyzedRecording& analyzed, std::size_t device, std::size_t position)
{
    const DeviceHistory& history = analyzed.histories[device];
    const Explanation explanation = explainedAt(analyzed, device, position);
    std::uint64_t sum = 0;
    for (const BandRow& row : explanation.parts)
        sum += row.bytes;
    const auto reserved = static_cast<std::uint64_t>(history.valueAt(Curve::Reserved, position));
    if (sum != reserved || explanation.sum.bytes != reserved)
        return QStringLiteral("the parts sum to %1, %2 are reserved").arg(sum).arg(reserved);
    const auto* returned = sentenceOf(explanation.emptyCache, SentenceKind::EmptyCache);
    const auto* stays = sentenceOf(explanation.emptyCache, SentenceKind::Stays);
    if (reserved > 0 && (returned == nullptr || returned->bytes != explanation.parts[3].bytes))
        return QStringLiteral("what empty_cache returns is not what is free in whole segments");
    if ((stays == nullptr ? 0 : stays->bytes) != explanation.parts[2].bytes)
        return QStringLiteral("what stays is not what is free beside live blocks");
    return {};
}

// Where an origin leads: from there on, up to `position`, reserved never stood lower, and just before it did;
// or, where it fell, it fell there and did not rise above since.
QString originFlaw(const AnalyzedRecording& analyzed, std::size_t device, std::size_t position)
{
    const DeviceHistory& history = analyzed.histories[device];
    const Explanation explanation = explainedAt(analyzed, device, position);
    const auto* origin = sentenceOf(explanation.origin, SentenceKind::Origin);
    const auto place = origin == nullptr ? std::nullopt : positionIn(origin->text);
    if (!place || *place == 0)
        return {};
    const std::int64_t level = history.valueAt(Curve::Reserved, position);
    const std::int64_t before = history.valueAt(Curve::Reserved, *place - 1);
    const bool fell = plainText(origin->text).starts_with("Reserved fell");
    if (fell ? before <= level : before >= level)
        return QStringLiteral("nothing happened at %1").arg(*place);
    for (std::size_t i = *place; i <= position; ++i) {
        const std::int64_t value = history.valueAt(Curve::Reserved, i);
        if (value < level && !fell)
            return QStringLiteral("it stood lower at %1").arg(i);
        if (value > level && fell)
            return QStringLiteral("it stood higher at %1").arg(i);
    }
    return {};
}

} // namespace

class TestExplanation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sums_data();
    void sums();
    void words();
    void everyFigureToTheByte();
    void available();
    void needs();
};

void TestExplanation::sums_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"seed_example", "vary", "expandable_vary", "graphs", "record_stream", "oom",
             "wrapped", "annotations", "segments_only"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestExplanation::sums()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    for (std::size_t device = 0; device < analyzed.histories.size(); ++device) {
        for (const std::size_t position : somePositions(analyzed.histories[device].eventCount(), random)) {
            QString flaw = flawAt(analyzed, device, position);
            if (flaw.isEmpty())
                flaw = originFlaw(analyzed, device, position);
            QVERIFY2(flaw.isEmpty(),
                qPrintable(QStringLiteral("device %1, position %2: %3").arg(device).arg(position).arg(flaw)));
        }
    }
}

void TestExplanation::words()
{
    TraceWriter trace;
    trace.segment(0x1000000, 20 * mebi).alloc(0x1000000, 4'000'256).alloc(0x1000000 + 4'000'256, 5'000'192);
    trace.free(0x1000000, 4'000'256);
    trace.segment(0x9000000, 30 * mebi).alloc(0x9000000, 30 * mebi).free(0x9000000, 30 * mebi);
    Recording recording;
    recording.devices = {trace.device()};
    recording.devices[0].history = History::Whole;
    const AnalyzedRecording analyzed = analyze(recording);
    const Explanation explanation = explainedAt(analyzed, 0, analyzed.histories[0].eventCount());
    QCOMPARE(plainText(explanation.sum.text),
        std::string("50.0 MiB reserved = 4.77 MiB allocated + 0 B waiting for a stream + 15.2 MiB free "
                    "beside live blocks + 30.0 MiB whole free segments."));
    QCOMPARE(plainText(explanation.emptyCache[0].text),
        std::string("Empty cache would return 30.0 MiB (1 segment)."));
    QCOMPARE(plainText(explanation.emptyCache[1].text),
        std::string("15.2 MiB stay: 1 segment is held by its live blocks."));
    QCOMPARE(explanation.emptyCache[0].band, Band::WholeFree);
    QCOMPARE(explanation.emptyCache[1].band, Band::FreeBesideLive);
    QCOMPARE(explanation.pinned.size(), std::size_t(1));
    QCOMPARE(plainText(explanation.pinned[0].text), std::string("4.77 MiB in 1 block · 15.2 MiB free"));
    QCOMPARE(explanation.origin.size(), std::size_t(2));
    QCOMPARE(plainText(explanation.origin[1].text), std::string("The request that made it rise: 30.0 MiB."));
    QVERIFY(explanation.driver.empty());
}

void TestExplanation::everyFigureToTheByte()
{
    const ReasonSentence sentence = SentenceWriter().bytes(4'000'256).say(" and ").bytes(512).parts();
    QCOMPARE(plainText(sentence), std::string("3.81 MiB and 512 B"));
    QCOMPARE(exactText(sentence), std::string("4,000,256 bytes (3.81 MiB) and 512 bytes"));
    QCOMPARE(plainText(sentence, ByteUnits::Decimal), std::string("4.00 MB and 512 B"));
    QCOMPARE(exactText(sentence, ByteUnits::Decimal), std::string("4,000,256 bytes (4.00 MB) and 512 bytes"));
    QCOMPARE(plainText(SentenceWriter().position(0).parts()), std::string("before the first event"));
    QCOMPARE(plainText(SentenceWriter().position(9157).parts()), std::string("event 9,157"));
}

// Question 30: what everybody could have is what the driver has free and what empty_cache would return.
void TestExplanation::available()
{
    Device device;
    device.capacity = 1000 * mebi;
    DriverFigures figures;
    figures.free = 300 * mebi;
    const auto sentences = driverSentences(device, figures, 45 * mebi);
    const auto* available = sentenceOf(sentences, SentenceKind::Available);
    QVERIFY(available != nullptr);
    QCOMPARE(available->bytes, 345 * mebi);
    QVERIFY(sentenceOf(driverSentences(device, figures, 0), SentenceKind::Available) == nullptr);
}

void TestExplanation::needs()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("vary")));
    const DeviceHistory& history = analyzed.histories[0];
    const Needs needs = needsOf(analyzed.recording.devices[0], history);
    QCOMPARE(static_cast<std::int64_t>(needs.allocated), history.peak(Curve::Allocated).bytes);
    QCOMPARE(static_cast<std::int64_t>(needs.reserved), history.peak(Curve::Reserved).bytes);
    QVERIFY(!needs.process && !needs.outside);
    QCOMPARE(needsSentences(needs).size(), std::size_t(2)); // no driver was asked
    Needs driven = needs;
    driven.outside = 512 * mebi;
    QCOMPARE(needsSentences(driven).back().bytes, driven.reserved + 512 * mebi);
    QVERIFY(needs.isWhole);
    QVERIFY(plainText(needsSentences(needs).front().text).find("at most") != std::string::npos);

    const AnalyzedRecording cut = analyze(recordingOf(QStringLiteral("wrapped")));
    const Needs least = needsOf(cut.recording.devices[0], cut.histories[0]);
    QVERIFY(!least.isWhole);
    for (const ExplanationSentence& sentence : needsSentences(least)) // nobody knows the most
        QVERIFY(plainText(sentence.text).find("at most") == std::string::npos);
}

QTEST_GUILESS_MAIN(TestExplanation)
#include "tst_explanation.moc"
