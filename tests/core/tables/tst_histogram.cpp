// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/histogram.h"
#include "core/analysis/tables/row_order.h"
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

QTEST_GUILESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
