// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/event_rows.h"
#include "core/analysis/tables/histogram.h"
#include "core/analysis/tables/row_order.h"
#include "core/analysis/tables/stack_rows.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/labelled_recording.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::shared_ptr<const AllocationFacts> factsOf(const QString& name)
{
    auto recording = std::make_shared<const AnalyzedRecording>(
        analyze(name == QStringLiteral("labelled") ? labelledTraining() : recordingOf(name)));
    return allocationFacts(std::move(recording), 0);
}

} // namespace

class TestHistogram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void barsSumToAllAndFindTheirOwn_data();
    void barsSumToAllAndFindTheirOwn();
    void barsAreNamed();
    void whatIsStoppedSaysSo();
    void columnsThatATableLacksAreSaid();
    void timesFarApart();
};

void TestHistogram::barsSumToAllAndFindTheirOwn_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("of");
    for (const char* name : {"vgg", "rand_streams", "wrapped", "segments_only", "labelled"})
        for (const auto of : {HistogramOf::Size, HistogramOf::LifeEvents, HistogramOf::LifeTime})
            QTest::addRow("%s %d", name, static_cast<int>(of))
                << QString::fromLatin1(name) << static_cast<int>(of);
}

void TestHistogram::barsSumToAllAndFindTheirOwn()
{
    QFETCH(QString, name);
    QFETCH(int, of);
    const auto kind = static_cast<HistogramOf>(of);
    const auto facts = factsOf(name);
    const AllocationRows rows(facts);
    const Histogram histogram = histogramOf(*facts, kind);
    QVERIFY(histogram.isComplete);
    std::uint64_t count = histogram.openCount;
    std::uint64_t bytes = histogram.openBytes;
    for (std::size_t i = 0; i < histogram.bars.size(); ++i) {
        const HistogramBar& bar = histogram.bars[i];
        if (i > 0)
            QCOMPARE(bar.least, histogram.bars[i - 1].most + 1);
        count += bar.count;
        bytes += bar.bytes;
        RowChoice choice;
        choice.query = parseQuery(queryOf(kind, bar)).value();
        const auto found = chosenRows(rows, choice);
        QCOMPARE(std::uint64_t(found->size()), bar.count);
        std::uint64_t foundBytes = 0;
        for (std::size_t place = 0; place < found->size(); ++place)
            foundBytes += facts->allocation(found->row(place)).bytes;
        QCOMPARE(foundBytes, bar.bytes);
    }
    std::uint64_t wantedBytes = 0;
    for (const Allocation& allocation : facts->attribution->allocations)
        wantedBytes += allocation.bytes;
    QCOMPARE(count, std::uint64_t(facts->attribution->allocations.size()));
    QCOMPARE(bytes, wantedBytes);
    if (!histogram.bars.empty()) {
        QVERIFY(histogram.bars.front().count > 0);
        QVERIFY(histogram.bars.back().count > 0);
    }
    if (kind == HistogramOf::Size)
        QCOMPARE(histogram.openCount, std::uint64_t(0));
}

void TestHistogram::barsAreNamed()
{
    QCOMPARE(barName(HistogramOf::Size, {1048576, 2097151, 0, 0}), std::string("1.00 MiB"));
    QCOMPARE(barName(HistogramOf::LifeEvents, {1024, 2047, 0, 0}), std::string("1,024"));
    QCOMPARE(barName(HistogramOf::LifeTime, {1024, 2047, 0, 0}), std::string("1.024 ms"));
}

void TestHistogram::whatIsStoppedSaysSo()
{
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(!histogramOf(*factsOf(QStringLiteral("labelled")), HistogramOf::Size, {}, stopped.get_token())
                 .isComplete);
}

void TestHistogram::columnsThatATableLacksAreSaid()
{
    const auto facts = factsOf(QStringLiteral("labelled"));
    const EventRows events(facts->recording, 0);
    const StackRows stacks(facts);
    const auto told = [](const RowSource& rows, std::string_view query) {
        const auto known = checkColumns(rows, *parseQuery(query));
        return known ? std::string() : known.error().message;
    };
    QCOMPARE(told(stacks, "peak>1GiB -linear 0x7f00 stack:conv"), std::string());
    QCOMPARE(told(events, "linear -peak>1GiB"),
        std::string("The events have no column \"peak\" of numbers; there are event, time, address, size. In "
                    "quotes it is a text"));
    QVERIFY(told(events, "kind:large").find("no column \"kind\" of words") != std::string::npos);
    QVERIFY(told(events, "stream>1").find("no column \"stream\" of numbers") != std::string::npos);
}

// Only a broken file has such times: their distance is more than a signed number holds.
void TestHistogram::timesFarApart()
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.history = History::Whole;
    const auto add = [&](std::int64_t timeUs, Action action, std::uint64_t size) {
        device.events.append({timeUs, 4096, size, {}, 0, 0, action});
    };
    add(INT64_MIN + 1, Action::SegmentAlloc, 2097152);
    add(INT64_MIN + 1, Action::Alloc, 512);
    add(INT64_MAX, Action::FreeRequested, 512);
    add(5, Action::FreeCompleted, 512);
    const auto facts =
        allocationFacts(std::make_shared<const AnalyzedRecording>(analyze(std::move(recording))), 0);
    const EventRows events(facts->recording, 0, facts);
    QCOMPARE(events.value(2, EventRows::Time), std::uint64_t(INT64_MAX) * 2);
    QCOMPARE(events.value(3, EventRows::Time), std::uint64_t(INT64_MAX) + 5);
    QCOMPARE(facts->lifeUs(0), std::optional(std::uint64_t(INT64_MAX) * 2));
    QCOMPARE(microsecondsBetween(7, 3), std::uint64_t(0));
    QCOMPARE(histogramOf(*facts, HistogramOf::LifeTime).bars.size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
