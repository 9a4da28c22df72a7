// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/layout/column_moments.h"
#include "core/analysis/layout/live_stack.h"
#include "core/analysis/layout/stack_plane.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/layout/random_lives.h"

#include <QtTest>
#include <cmath>
#include <numeric>
#include <utility>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Each pixel against a walk over all allocations. Empty when all are right.
QString flawOf(const Attribution& attribution, const std::vector<std::size_t>& moments, const ByteRows& rows)
{
    const IdPlane plane = stackPlane(attribution, AliveAllocations(attribution), moments, rows);
    if (plane.columns != moments.size() || plane.rows != rows.rows
        || plane.ids.size() != moments.size() * rows.rows)
        return QStringLiteral("the plane has another size");
    for (std::size_t column = 0; column < moments.size(); ++column) {
        for (std::size_t row = 0; row < rows.rows; ++row) {
            const std::size_t wanted = stackedAt(attribution, moments[column], rows.centre(row));
            const std::uint32_t id = plane.at(column, rows.rows - 1 - row);
            if (wanted == SIZE_MAX ? id != IdPlane::nothing : id != wanted)
                return QStringLiteral("at %1, byte %2: %3 instead of %4")
                    .arg(moments[column])
                    .arg(rows.centre(row))
                    .arg(id)
                    .arg(wanted);
        }
    }
    return {};
}

std::size_t heightOf(const IdPlane& plane, std::size_t column)
{
    std::size_t height = 0;
    for (std::size_t row = 0; row < plane.rows; ++row)
        height += IdPlane::isAllocation(plane.at(column, row)) ? 1 : 0;
    return height;
}

} // namespace

class StackPlaneTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theStackKnowsItsHeights();
    void rowsBeginWhereTheirCentresSay();
    void everyPixelIsRight_data();
    void everyPixelIsRight();
    void nothingIsAnEmptyPicture();
    void momentsAreTheHighest();
    void theOutlineIsTheCurve_data();
    void theOutlineIsTheCurve();
    void millionsOfAllocations();
    void canBeStopped();
};

void StackPlaneTest::theStackKnowsItsHeights()
{
    std::mt19937_64 random(testSeed());
    for (const std::size_t count : {1U, 2U, 3U, 7U, 8U, 100U, 257U}) {
        LiveStack stack(count);
        std::vector<std::uint64_t> sizes(count, 0);
        for (int round = 0; round < 400; ++round) {
            const std::size_t slot = random() % count;
            if (sizes[slot] > 0)
                stack.remove(slot, std::exchange(sizes[slot], 0));
            else
                stack.put(slot, sizes[slot] = random() % 1000);
            const std::uint64_t total = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t(0));
            QCOMPARE(stack.total(), total);
            const auto below = sizes.begin() + static_cast<std::ptrdiff_t>(slot);
            QCOMPARE(stack.beginOf(slot), std::accumulate(sizes.begin(), below, std::uint64_t(0)));
            if (total == 0)
                continue;
            const std::uint64_t height = random() % total;
            const LiveStack::Found found = stack.at(height);
            QVERIFY(found.begin <= height && height < found.begin + sizes[found.slot]);
            QCOMPARE(found.begin, stack.beginOf(found.slot));
        }
    }
}

void StackPlaneTest::rowsBeginWhereTheirCentresSay()
{
    std::mt19937_64 random(testSeed());
    for (int i = 0; i < 2000; ++i) {
        ByteRows rows;
        rows.begin = static_cast<double>(random() % (std::uint64_t(1) << (random() % 40)));
        rows.bytesPerRow = std::exp2(static_cast<double>(random() % 4000) / 100 - 4);
        rows.rows = random() % 50;
        const std::uint64_t bytes = rows.centre(random() % 60) + random() % 3;
        std::size_t wanted = 0;
        while (wanted < rows.rows && rows.centre(wanted) < bytes)
            ++wanted;
        QCOMPARE(rows.firstFrom(bytes), wanted);
    }
}

void StackPlaneTest::everyPixelIsRight_data()
{
    QTest::addColumn<std::size_t>("events");
    QTest::addColumn<std::size_t>("before");
    QTest::addColumn<std::size_t>("live");
    QTest::newRow("few") << std::size_t(60) << std::size_t(3) << std::size_t(6);
    QTest::newRow("nothing before") << std::size_t(400) << std::size_t(0) << std::size_t(30);
    QTest::newRow("only before") << std::size_t(0) << std::size_t(20) << std::size_t(1);
    QTest::newRow("more than rows") << std::size_t(3000) << std::size_t(200) << std::size_t(300);
    QTest::newRow("checkpoints") << std::size_t(30'000) << std::size_t(10) << std::size_t(20);
}

void StackPlaneTest::everyPixelIsRight()
{
    QFETCH(const std::size_t, events);
    QFETCH(const std::size_t, before);
    QFETCH(const std::size_t, live);
    std::mt19937_64 random(testSeed());
    for (int round = 0; round < (events > 10'000 ? 3 : 12); ++round) {
        const Attribution attribution = randomLives({events, before, live}, random);
        const auto moments = randomMoments(events > 10'000 ? 20 : 45, events, random);
        const double height = static_cast<double>(live) * 60'000;
        ByteRows rows{0, height / 37, 40};
        if (round % 3 == 1) // a piece in the middle, bands of many rows
            rows = {height * static_cast<double>(random() % 1000) / 1000, 700.5, 40};
        if (round % 3 == 2) // far in: rows of less than a byte
            rows = {height / 3, 0.3, 25};
        const QString flaw = flawOf(attribution, moments, rows);
        QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
    }
}

void StackPlaneTest::nothingIsAnEmptyPicture()
{
    const Attribution none;
    const IdPlane plane = stackPlane(none, AliveAllocations(none), std::vector<std::size_t>(5, 0), {0, 1, 4});
    QCOMPARE(plane.ids, std::vector<std::uint32_t>(20, IdPlane::nothing));
    QVERIFY(stackPlane(none, AliveAllocations(none), {}, {0, 1, 4}).ids.empty());
    QVERIFY(columnMoments(DeviceHistory(), Curve::Allocated, {}).empty());
}

void StackPlaneTest::momentsAreTheHighest()
{
    std::mt19937_64 random(testSeed());
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("rand_streams")));
    const DeviceHistory& history = analyzed.histories[0];
    for (int round = 0; round < 20; ++round) {
        const auto borders = randomMoments(60, history.eventCount(), random);
        const auto moments = columnMoments(history, Curve::Allocated, borders);
        const auto columns = curveColumns(history, Curve::Allocated, borders);
        QCOMPARE(moments.size(), columns.size());
        for (std::size_t i = 0; i < moments.size(); ++i) {
            QVERIFY(borders[i] <= moments[i] && moments[i] <= borders[i + 1]);
            QCOMPARE(
                history.valueAt(Curve::Allocated, moments[i]), std::max(columns[i].first, columns[i].max));
        }
    }
}

void StackPlaneTest::theOutlineIsTheCurve_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<unsigned>("odds");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name << 0U;
    for (const char* name : {"wrapped", "segments_only"})
        QTest::newRow(name) << QString::fromLatin1(name) << 0U;
    for (const char* name : {"rand_streams", "expandable", "vgg"})
        QTest::addRow("%s, a third lost", name) << QString::fromLatin1(name) << 3U;
}

// On every device, of whole recordings, of those whose beginning is not known, and of damaged ones.
void StackPlaneTest::theOutlineIsTheCurve()
{
    QFETCH(const QString, name);
    QFETCH(const unsigned, odds);
    std::mt19937_64 random(testSeed());
    const AnalyzedRecording analyzed = analyze(thinned(recordingOf(name), random, odds));
    for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
        const DeviceHistory& history = analyzed.histories[i];
        const Attribution attribution = attribute(analyzed.recording, i, history);
        for (const std::size_t columns : {1U, 40U, 200U}) {
            const auto borders = columnBorders(analyzed.recording.devices[i], history.eventCount(),
                {TimeAxis::Events, -3, static_cast<double>(history.eventCount()) + 10,
                    static_cast<int>(columns)});
            const auto moments = columnMoments(history, Curve::Allocated, borders);
            const double top = static_cast<double>(history.peak(Curve::Allocated).bytes);
            const ByteRows rows{0, std::max(top, 1.0) / 97, 101};
            const IdPlane plane = stackPlane(attribution, AliveAllocations(attribution), moments, rows);
            for (std::size_t column = 0; column < columns; ++column) {
                const auto value =
                    static_cast<std::uint64_t>(history.valueAt(Curve::Allocated, moments[column]));
                QCOMPARE(heightOf(plane, column), rows.firstFrom(value));
            }
            if (attribution.allocations.size() < 5000) {
                const QString flaw = flawOf(attribution, moments, rows);
                QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
            }
        }
    }
}

void StackPlaneTest::millionsOfAllocations()
{
    std::mt19937_64 random(testSeed());
    const RandomLives options{3'000'000, 1000, 20'000, 50'000};
    const Attribution attribution = randomLives(options, random);
    QVERIFY(attribution.allocations.size() > 1'400'000);
    const AliveAllocations alive(attribution);
    for (int round = 0; round < 4; ++round) {
        std::vector<std::size_t> moments = randomMoments(256, options.events, random);
        const ByteRows rows{0, 20'000.0 * 25'000 / 300, 400};
        const IdPlane plane = stackPlane(attribution, alive, moments, rows);
        for (int probe = 0; probe < 12; ++probe) {
            const std::size_t column = random() % moments.size();
            const std::size_t row = random() % rows.rows;
            const std::size_t wanted = stackedAt(attribution, moments[column], rows.centre(row));
            QCOMPARE(plane.at(column, rows.rows - 1 - row),
                wanted == SIZE_MAX ? IdPlane::nothing : static_cast<std::uint32_t>(wanted));
        }
    }
}

void StackPlaneTest::canBeStopped()
{
    std::mt19937_64 random(testSeed());
    const Attribution attribution = randomLives({}, random);
    std::stop_source source;
    source.request_stop();
    const IdPlane plane = stackPlane(
        attribution, AliveAllocations(attribution), {{10, 20, 30}}, {0, 1000, 50}, source.get_token());
    QCOMPARE(plane.ids, std::vector<std::uint32_t>(150, IdPlane::nothing));
}

QTEST_GUILESS_MAIN(StackPlaneTest)
#include "tst_stack_plane.moc"
