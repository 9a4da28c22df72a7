// SPDX-License-Identifier: GPL-3.0-or-later
#include "map_scenes.h"
#include "random_segments.h"
#include "ui/map/map_hit.h"

#include <QTest>
#include <cmath>
#include <set>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestMapSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void stepsVisitEveryBlock();
    void stepsBetweenRows();
    void zoomKeepsThePlace();
    void revealShows();

private:
    std::mt19937_64 m_random;
};

void TestMapSteps::initTestCase()
{
    qInfo("seed %llu; set TIDEMARK_SEED for another", static_cast<unsigned long long>(chosenSeed()));
    m_random.seed(chosenSeed());
}

void TestMapSteps::stepsVisitEveryBlock()
{
    const SegmentList list = randomSegments(m_random, {});
    const auto rows = mapRows(list, MapOrder::Size);
    MapPlace place =
        steppedFrom(list, rows, {0, list.segments[rows[0].segment].firstBlock}, MapStep::FirstOfAll);
    std::set<std::uint32_t> seen = {place.block};
    for (std::size_t i = 1; i < list.blocks.size(); ++i) {
        const MapPlace next = steppedFrom(list, rows, place, MapStep::NextBlock);
        QVERIFY(seen.insert(next.block).second);
        QVERIFY(steppedFrom(list, rows, next, MapStep::PreviousBlock) == place);
        place = next;
    }
    QVERIFY(steppedFrom(list, rows, place, MapStep::NextBlock) == place);
    QVERIFY(steppedFrom(list, rows, place, MapStep::LastOfAll) == place);
    QVERIFY(steppedFrom(list, rows, place, MapStep::LastOfRow) == place);
}

void TestMapSteps::stepsBetweenRows()
{
    const SegmentList list = randomSegments(m_random, {});
    const auto rows = mapRows(list, MapOrder::Address);
    MapPlace place = {0, list.segments[rows[0].segment].firstBlock};
    QVERIFY(steppedFrom(list, rows, place, MapStep::RowAbove) == place);
    for (std::size_t row = 1; row < rows.size(); ++row) {
        place = steppedFrom(list, rows, place, MapStep::RowBelow);
        QCOMPARE(place.row, row);
        const SegmentInfo& segment = list.segments[rows[row].segment];
        QVERIFY(place.block >= segment.firstBlock && place.block < segment.firstBlock + segment.blockCount);
        QCOMPARE(steppedFrom(list, rows, place, MapStep::FirstOfRow).block, segment.firstBlock);
    }
}

void TestMapSteps::zoomKeepsThePlace()
{
    const SegmentList list = randomSegments(m_random, {});
    MapView view = viewOf(list, 1000, 400);
    const double size = static_cast<double>(view.longest);
    const double before = view.axisOf(view.longest).byteAt(300);
    for (int i = 0; i < 200; ++i)
        view.zoomAt(300, 1.3);
    QVERIFY(std::abs(view.axisOf(view.longest).byteAt(300) - before) < 1e-6 * size);
    // The smallest block fills the width.
    QVERIFY(std::abs(view.axisOf(view.longest).bytesPerPixel * 1000 - 512) < 1);
    for (int i = 0; i < 200; ++i)
        view.zoomAt(700, 0.7);
    QCOMPARE(view.zoom, 1.0);
    QCOMPARE(view.origin, 0.0);
}

void TestMapSteps::revealShows()
{
    const SegmentList list = randomSegments(m_random, {});
    MapView view = viewOf(list, 800, 400);
    view.zoom = 50;
    for (const SegmentInfo& segment : list.segments) {
        for (const BlockInfo& block : list.blocksOf(segment)) {
            const std::uint64_t begin = block.address - segment.address;
            view.reveal(segment.totalSize, begin, begin + block.size);
            const RowAxis axis = view.axisOf(segment.totalSize);
            const double left = axis.pixelOf(static_cast<double>(begin));
            const double right = axis.pixelOf(static_cast<double>(begin + block.size));
            QVERIFY(right > 0 && left < view.width);
            if (right - left < view.width / 2.0)
                QVERIFY(left >= -0.01 && right <= view.width + 0.01);
        }
    }
}

QTEST_GUILESS_MAIN(TestMapSteps)
#include "tst_map_steps.moc"
