// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "map_scenes.h"
#include "random_segments.h"
#include "tests/ui/details/opened.h"
#include "ui/map/map_hit.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

bool isLive(const BlockInfo& block)
{
    return block.state != BlockState::Inactive;
}

} // namespace

class TestMapHits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void hitsAgreeWithBruteForce();
    void everyBlockIsHitAtAnyZoom();
    void thinBlocksAreReachable();

private:
    std::mt19937_64 m_random;
};

void TestMapHits::initTestCase()
{
    qInfo("seed %llu; set TIDEMARK_SEED for another", static_cast<unsigned long long>(chosenSeed()));
    m_random.seed(chosenSeed());
}

void TestMapHits::hitsAgreeWithBruteForce()
{
    for (int round = 0; round < 60; ++round) {
        const SegmentList list = randomSegments(m_random, {20, 200, true});
        const auto rows = mapRows(list, MapOrder::Stream);
        const MapView view = randomView(m_random, list);
        for (int probe = 0; probe < 300; ++probe) {
            const int x = static_cast<int>(m_random() % static_cast<std::uint64_t>(view.width + 20)) - 10;
            const int y = static_cast<int>(m_random() % static_cast<std::uint64_t>(view.height + 20)) - 10;
            const auto hit = blockAt(list, rows, view, x, y, 0);
            // Every block of every row: which ones have bytes in this pixel?
            std::optional<std::tuple<bool, double, MapPlace>> best;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const std::int64_t top = view.topOf(i);
                if (x < 0 || x >= view.width || y < 0 || y < top || y >= top + view.rowHeight)
                    continue;
                const SegmentInfo& segment = list.segments[rows[i].segment];
                const RowAxis axis = view.axisOf(segment.totalSize);
                for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blockCount; ++b) {
                    const auto begin = static_cast<double>(list.blocks[b].address - segment.address);
                    const double end = begin + static_cast<double>(list.blocks[b].size);
                    const double bytes = std::min(end, axis.byteAt(x + 1)) - std::max(begin, axis.byteAt(x));
                    if (bytes <= 0)
                        continue;
                    const std::tuple candidate(isLive(list.blocks[b]), bytes, MapPlace{i, b});
                    if (!best
                        || std::pair(std::get<0>(candidate), bytes)
                            > std::pair(std::get<0>(*best), std::get<1>(*best)))
                        best = candidate;
                }
            }
            QCOMPARE(hit.has_value(), best.has_value());
            if (hit)
                QVERIFY(*hit == std::get<2>(*best));
        }
    }
}

// In recordings: whatever the zoom, from whole rows to 512 bytes over the width, the block under a pixel is
// the one that holds the pixel's bytes, found by looking at all blocks; and every block that is a pixel wide
// or more is found in its own middle.
void TestMapHits::everyBlockIsHitAtAnyZoom()
{
    std::size_t smallest = 0;
    for (const char* name : {"vary.pickle", "rand_small.pickle", "expandable_vary.pickle"}) {
        const auto recording = opened(QLatin1String(name));
        const DeviceHistory& history = recording->histories[0];
        for (std::size_t part = 1; part <= 3; ++part) {
            const SegmentList list =
                history.segmentsAt(recording->recording.devices[0], history.eventCount() * part / 3);
            if (list.blocks.empty())
                continue;
            const auto rows = mapRows(list, MapOrder::Size);
            MapView view = viewOf(list, 1200, 4000);
            for (int round = 0; round < 200; ++round) {
                const std::size_t row = m_random() % rows.size();
                const SegmentInfo& segment = list.segments[rows[row].segment];
                const auto wanted =
                    static_cast<std::uint32_t>(segment.firstBlock + m_random() % segment.blockCount);
                const std::uint64_t begin = list.blocks[wanted].address - segment.address;
                const std::uint64_t end = begin + list.blocks[wanted].size;
                view.scale = round % 2 == 0 ? MapScale::Common : MapScale::EachRow;
                view.zoom = std::pow(view.largestZoom(), static_cast<double>(round % 11) / 10);
                view.reveal(segment.totalSize, begin, end);
                view.scroll = static_cast<std::int64_t>(row) * view.rowPitch;
                const RowAxis axis = view.axisOf(segment.totalSize);
                const double middle = axis.pixelOf(static_cast<double>(begin + (end - begin) / 2));
                if (middle >= 0 && middle < view.width
                    && static_cast<double>(end - begin) >= 2 * axis.bytesPerPixel) {
                    const auto hit = blockAt(list, rows, view, static_cast<int>(middle), 3, 0);
                    QVERIFY(hit && hit->row == row && hit->block == wanted);
                    smallest += end - begin == 512 ? 1 : 0;
                }
                for (int x = 0; x < view.width; x += 37) {
                    const auto hit = blockAt(list, rows, view, x, 3, 0);
                    QCOMPARE(hit.has_value(), axis.byteAt(x) < static_cast<double>(segment.totalSize));
                    if (!hit)
                        continue;
                    const BlockInfo& found = list.blocks[hit->block];
                    const auto first = static_cast<double>(found.address - segment.address);
                    QVERIFY(first < axis.byteAt(x + 1)
                        && first + static_cast<double>(found.size) > axis.byteAt(x));
                }
            }
        }
    }
    QVERIFY(smallest > 0);
}

void TestMapHits::thinBlocksAreReachable()
{
    const SegmentList list = oneSegment({{BlockState::Inactive, 150 * mebibyte, 0},
        {BlockState::ActiveAllocated, 512, 512}, {BlockState::Inactive, 150 * mebibyte - 512, 0}});
    const auto rows = mapRows(list, MapOrder::Size);
    const MapView view = viewOf(list, 1001, 20);
    for (int x = 498; x <= 502; ++x)
        QCOMPARE(blockAt(list, rows, view, x, 5, 2)->block, 1U);
    QCOMPARE(blockAt(list, rows, view, 497, 5, 2)->block, 0U);
    QCOMPARE(blockAt(list, rows, view, 503, 5, 2)->block, 2U);
}

QTEST_GUILESS_MAIN(TestMapHits)
#include "tst_map_hits.moc"
