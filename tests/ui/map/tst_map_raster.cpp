// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "core/base/bytes.h"
#include "random_segments.h"
#include "tests/support/test_data.h"
#include "ui/map/map_hit.h"
#include "ui/map/map_raster.h"
#include "ui/map/map_words.h"

#include <QGuiApplication>
#include <QPalette>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

std::uint64_t chosenSeed()
{
    bool isGiven = false;
    const std::uint64_t seed = qEnvironmentVariable("TIDEMARK_SEED").toULongLong(&isGiven);
    return isGiven ? seed : 20240607;
}

bool isLive(const BlockInfo& block)
{
    return block.state != BlockState::Inactive;
}

// Colours that no mixture of others gives, so that a pixel tells what it stands for; texture is off.
MapPaints plainPaints()
{
    MapPaints paints;
    paints.ground = qRgb(255, 255, 255);
    const std::array<QRgb, memoryClassCount> colours = {
        qRgb(0, 0, 200), qRgb(200, 0, 0), qRgb(200, 100, 0), qRgb(200, 200, 0), qRgb(100, 100, 100)};
    for (std::size_t i = 0; i < memoryClassCount; ++i) {
        paints.textures[i] = {1, {colours[i]}, colours[i]};
        paints.edges[i] = colours[i];
    }
    return paints;
}

// One segment at 0x1000000 from blocks of (state, size, requested).
struct MadeBlock {
    BlockState state = BlockState::Inactive;
    std::uint64_t size = 0;
    std::uint64_t requested = 0;
};

SegmentList oneSegment(const std::vector<MadeBlock>& blocks)
{
    SegmentList list;
    SegmentInfo segment;
    segment.address = 0x1000000;
    segment.isLarge = true;
    segment.blockCount = static_cast<std::uint32_t>(blocks.size());
    for (const MadeBlock& made : blocks) {
        BlockInfo block;
        block.address = segment.address + segment.totalSize;
        block.size = made.size;
        block.requestedSize = made.requested;
        block.state = made.state;
        segment.totalSize += made.size;
        list.blocks.push_back(block);
    }
    list.segments = {segment};
    return list;
}

MapView viewOf(const SegmentList& list, int width, int height)
{
    MapView view;
    view.width = width;
    view.height = height;
    view.longest = longestSegment(list);
    return view;
}

// Bytes of each class that lie in [begin, end) of a segment, counted block by block.
std::array<double, memoryClassCount> bytesIn(
    const SegmentList& list, const MapRow& row, double begin, double end)
{
    std::array<double, memoryClassCount> bytes = {};
    const SegmentInfo& segment = list.segments[row.segment];
    for (const BlockInfo& block : list.blocksOf(segment)) {
        for (const ClassRun& run : runsOf(segment, block, row.isFree)) {
            const double left = std::max(static_cast<double>(run.begin), begin);
            const double right = std::min(static_cast<double>(run.end), end);
            bytes[static_cast<std::size_t>(run.memoryClass)] += std::max(right - left, 0.0);
        }
    }
    return bytes;
}

MapView randomView(std::mt19937_64& random, const SegmentList& list)
{
    MapView view =
        viewOf(list, 100 + static_cast<int>(random() % 900), 50 + static_cast<int>(random() % 600));
    view.rowPitch = 4 + static_cast<int>(random() % 20);
    view.rowHeight = view.rowPitch - 1 - static_cast<int>(random() % 3);
    view.scale = random() % 2 == 0 ? MapScale::Common : MapScale::EachRow;
    view.scroll = static_cast<std::int64_t>(random() % (list.segments.size() * 10));
    view.zoom = std::exp(static_cast<double>(random() % 1000) / 1000.0 * std::log(view.largestZoom()));
    view.origin = static_cast<double>(random() % 1000) / 1000.0;
    view.keepInside();
    return view;
}

} // namespace

class TestMapRaster : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void classesSumToTheComposition();
    void orders();
    void addressesAreFound();
    void columnsMixByBytes();
    void lonelyBlocksAreSeen();
    void texturesTellTheClasses();
    void roundingIsTheTail();
    void expandablePages();
    void hitsAgreeWithBruteForce();
    void thinBlocksAreReachable();
    void stepsVisitEveryBlock();
    void stepsBetweenRows();
    void zoomKeepsThePlace();
    void revealShows();
    void manySegments();
    void labels();

private:
    std::mt19937_64 m_random;
};

void TestMapRaster::initTestCase()
{
    qInfo("seed %llu; set TIDEMARK_SEED for another", static_cast<unsigned long long>(chosenSeed()));
    m_random.seed(chosenSeed());
}

void TestMapRaster::classesSumToTheComposition()
{
    for (int round = 0; round < 50; ++round) {
        const SegmentList list = randomSegments(m_random, {});
        std::array<std::uint64_t, memoryClassCount> bytes = {};
        for (const MapRow& row : mapRows(list, MapOrder::Address)) {
            const SegmentInfo& segment = list.segments[row.segment];
            for (const BlockInfo& block : list.blocksOf(segment)) {
                std::uint64_t end = block.address - segment.address;
                for (const ClassRun& run : runsOf(segment, block, row.isFree)) {
                    QCOMPARE(run.begin, end);
                    QVERIFY(run.end > run.begin);
                    end = run.end;
                    bytes[static_cast<std::size_t>(run.memoryClass)] += run.end - run.begin;
                }
                QCOMPARE(end, block.address - segment.address + block.size);
            }
        }
        const auto of = [&](MemoryClass which) { return bytes[static_cast<std::size_t>(which)]; };
        const Composition composition = compositionOf(list);
        QCOMPARE(of(MemoryClass::Allocated) + of(MemoryClass::Rounding), composition.allocated);
        QCOMPARE(of(MemoryClass::Waiting), composition.waiting);
        QCOMPARE(of(MemoryClass::FreeBesideLive), composition.freeBesideLive);
        QCOMPARE(of(MemoryClass::WholeFree), composition.wholeFree);
        QCOMPARE(std::accumulate(bytes.begin(), bytes.end(), std::uint64_t(0)), composition.reserved);
    }
}

void TestMapRaster::orders()
{
    const SegmentList list = randomSegments(m_random, {});
    const auto keyOf = [&](MapOrder order, const MapRow& row) {
        const SegmentInfo& segment = list.segments[row.segment];
        switch (order) {
        case MapOrder::Size:
            return std::tuple(std::uint64_t(0), ~segment.totalSize, segment.address);
        case MapOrder::FreeBytes:
            return std::tuple(std::uint64_t(0), ~row.freeBytes, segment.address);
        case MapOrder::PinnedBytes:
            return std::tuple(
                std::uint64_t(0), ~(row.freeBytes == segment.totalSize ? 0 : row.freeBytes), segment.address);
        case MapOrder::Pool:
            return std::tuple(std::uint64_t(segment.pool) * 2 + (segment.isLarge ? 1 : 0), ~segment.totalSize,
                segment.address);
        case MapOrder::Stream:
            return std::tuple(std::uint64_t(segment.stream), ~segment.totalSize, segment.address);
        case MapOrder::Address:
            break;
        }
        return std::tuple(std::uint64_t(0), std::uint64_t(0), segment.address);
    };
    for (const MapOrder order : {MapOrder::Size, MapOrder::FreeBytes, MapOrder::PinnedBytes,
             MapOrder::Address, MapOrder::Stream, MapOrder::Pool}) {
        const auto rows = mapRows(list, order);
        std::set<std::uint32_t> seen;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            seen.insert(rows[i].segment);
            if (i > 0)
                QVERIFY(keyOf(order, rows[i - 1]) < keyOf(order, rows[i]));
            std::uint64_t free = 0;
            for (const BlockInfo& block : list.blocksOf(list.segments[rows[i].segment]))
                free += isLive(block) ? 0 : block.size;
            QCOMPARE(rows[i].freeBytes, free);
            QCOMPARE(rows[i].isFree, free == list.segments[rows[i].segment].totalSize);
        }
        QCOMPARE(seen.size(), list.segments.size());
    }
}

void TestMapRaster::addressesAreFound()
{
    const SegmentList list = randomSegments(m_random, {});
    const auto rows = mapRows(list, MapOrder::Size);
    for (std::uint32_t i = 0; i < list.blocks.size(); ++i) {
        const BlockInfo& block = list.blocks[i];
        for (const std::uint64_t address :
            {block.address, block.address + block.size / 2, block.address + block.size - 1}) {
            const auto place = placeOf(list, rows, address);
            QVERIFY(place);
            QCOMPARE(place->block, i);
            const SegmentInfo& segment = list.segments[rows[place->row].segment];
            QVERIFY(i >= segment.firstBlock && i < segment.firstBlock + segment.blockCount);
        }
    }
    QVERIFY(!placeOf(list, rows, 0));
    QVERIFY(!placeOf(list, rows, list.segments.front().address - 1));
    QVERIFY(!placeOf(list, rows, list.segments.back().address + list.segments.back().totalSize));
}

// Every pixel of a row is the mean of the classes under it, weighted by their bytes.
void TestMapRaster::columnsMixByBytes()
{
    const MapPaints paints = plainPaints();
    for (int round = 0; round < 40; ++round) {
        const SegmentList list = randomSegments(m_random, {12, 300, true});
        const auto rows = mapRows(list, MapOrder::FreeBytes);
        const MapView view = randomView(m_random, list);
        const QImage image = rasterizeMap(list, rows, view, paints);
        QCOMPARE(image.size(), QSize(view.width, view.height));
        int boosted = 0;
        for (int y = 0; y < view.height; ++y) {
            const std::int64_t fromTop = y + view.scroll;
            const auto index = static_cast<std::size_t>(fromTop / view.rowPitch);
            if (index >= rows.size() || fromTop % view.rowPitch >= view.rowHeight) {
                QCOMPARE(image.pixel(0, y), paints.ground);
                QCOMPARE(image.pixel(view.width - 1, y), paints.ground);
                continue;
            }
            const RowAxis axis = view.axisOf(list.segments[rows[index].segment].totalSize);
            for (int probe = 0; probe < 20; ++probe) {
                const int x = static_cast<int>(m_random() % static_cast<std::uint64_t>(view.width));
                const auto bytes = bytesIn(list, rows[index], axis.byteAt(x), axis.byteAt(x + 1));
                std::array<double, 3> colour = {};
                double rest = 1;
                const auto add = [&](QRgb part, double share) {
                    colour[0] += share * qRed(part);
                    colour[1] += share * qGreen(part);
                    colour[2] += share * qBlue(part);
                };
                for (std::size_t i = 0; i < memoryClassCount; ++i) {
                    add(paints.textures[i].mean, bytes[i] / axis.bytesPerPixel);
                    rest -= bytes[i] / axis.bytesPerPixel;
                }
                add(paints.ground, rest);
                const QRgb drawn = image.pixel(x, y);
                const double off = std::abs(colour[0] - qRed(drawn)) + std::abs(colour[1] - qGreen(drawn))
                    + std::abs(colour[2] - qBlue(drawn));
                const double live = (bytes[0] + bytes[1] + bytes[2]) / axis.bytesPerPixel;
                const bool mayBeBoosted = !rows[index].isFree && live > 0 && live < 0.7;
                // Outlines replace the mixture where two blocks meet.
                const bool isOutline =
                    std::any_of(memoryClasses.begin(), memoryClasses.end(), [&](MemoryClass which) {
                        const double part = bytes[static_cast<std::size_t>(which)] / axis.bytesPerPixel;
                        return part > 0 && part < 1 && drawn == paints.edgeOf(which);
                    });
                if (off > 6 && (mayBeBoosted || isOutline)) {
                    ++boosted;
                    continue;
                }
                QVERIFY2(off <= 6,
                    qPrintable(
                        QStringLiteral("round %1, x %2, y %3: off by %4").arg(round).arg(x).arg(y).arg(off)));
            }
        }
        QVERIFY(boosted < view.height * 20 / 4);
    }
}

void TestMapRaster::lonelyBlocksAreSeen()
{
    // 512 bytes in the middle of 300 MiB, on a picture where a pixel holds 300 KiB.
    const SegmentList list = oneSegment({{BlockState::Inactive, 150 * mebibyte, 0},
        {BlockState::ActiveAllocated, 512, 512}, {BlockState::Inactive, 150 * mebibyte - 512, 0}});
    const auto rows = mapRows(list, MapOrder::Size);
    const MapView view = viewOf(list, 1001, 20);
    const MapPaints paints = plainPaints();
    const QImage image = rasterizeMap(list, rows, view, paints);
    QCOMPARE(
        image.pixel(300, 6), paints.textures[static_cast<std::size_t>(MemoryClass::FreeBesideLive)].mean);
    const QRgb seen = image.pixel(500, 6);
    QVERIFY2(qBlue(seen) > 120 && qRed(seen) < 80, "the block that keeps the segment can be seen");

    // Many small blocks side by side are mixed truly: a tenth of the bytes gives a tenth of the colour.
    std::vector<MadeBlock> many;
    for (int i = 0; i < 20000; ++i) {
        many.push_back({BlockState::ActiveAllocated, 512, 512});
        many.push_back({BlockState::Inactive, 9 * 512, 0});
    }
    const SegmentList dense = oneSegment(many);
    const QImage mixed = rasterizeMap(dense, mapRows(dense, MapOrder::Size), viewOf(dense, 500, 20), paints);
    for (int x = 0; x < mixed.width(); ++x)
        QVERIFY(std::abs(qBlue(mixed.pixel(x, 6)) - 20) <= 4);
}

void TestMapRaster::texturesTellTheClasses()
{
    for (const bool isDark : {false, true}) {
        QPalette palette;
        palette.setColor(QPalette::Base, isDark ? QColor(30, 30, 30) : QColor(Qt::white));
        palette.setColor(QPalette::Window, isDark ? QColor(40, 40, 40) : QColor(246, 247, 249));
        palette.setColor(QPalette::Text, isDark ? QColor(230, 230, 230) : QColor(20, 20, 20));
        palette.setColor(QPalette::WindowText, isDark ? QColor(230, 230, 230) : QColor(20, 20, 20));
        for (const double ratio : {1.0, 1.5, 2.0}) {
            const MapPaints paints = MapPaints::fromTheme(Theme::fromPalette(palette), ratio);
            const auto slope = [&](MemoryClass which, int dx) {
                // How often a pixel equals the one `dx` beside it in the line below: 1 along the hatching.
                const Texture& texture = paints.of(which);
                int equal = 0;
                for (int y = 0; y < texture.period; ++y) {
                    for (int x = 0; x < texture.period; ++x)
                        equal += texture.at(x, y) == texture.at(x + texture.period + dx, y + 1) ? 1 : 0;
                }
                return static_cast<double>(equal) / (texture.period * texture.period);
            };
            QCOMPARE(slope(MemoryClass::FreeBesideLive, -1), 1.0); // rises to the right: /
            QVERIFY(slope(MemoryClass::FreeBesideLive, 1) < 0.7);
            QCOMPARE(slope(MemoryClass::WholeFree, 1), 1.0); // falls to the right
            QVERIFY(slope(MemoryClass::WholeFree, -1) < 0.7);
            QCOMPARE(paints.of(MemoryClass::Allocated).period, 1);
            QVERIFY(paints.of(MemoryClass::Waiting).period > 1);
            for (const MemoryClass a : memoryClasses) {
                for (const MemoryClass b : memoryClasses) {
                    const auto gap = std::abs(qRed(paints.of(a).mean) - qRed(paints.of(b).mean))
                        + std::abs(qGreen(paints.of(a).mean) - qGreen(paints.of(b).mean))
                        + std::abs(qBlue(paints.of(a).mean) - qBlue(paints.of(b).mean));
                    QVERIFY(a == b || gap > 30);
                }
            }
        }
    }
}

void TestMapRaster::roundingIsTheTail()
{
    const SegmentList list = oneSegment({{BlockState::ActiveAllocated, 1 * mebibyte, 768 * kibibyte},
        {BlockState::ActivePendingFree, 1 * mebibyte, 768 * kibibyte}});
    const MapPaints paints = plainPaints();
    const QImage image = rasterizeMap(list, mapRows(list, MapOrder::Size), viewOf(list, 800, 20), paints);
    const auto is = [&](int x, MemoryClass which) { return image.pixel(x, 6) == paints.of(which).mean; };
    QVERIFY(is(10, MemoryClass::Allocated));
    QVERIFY(is(298, MemoryClass::Allocated));
    QVERIFY(is(302, MemoryClass::Rounding));
    QVERIFY(is(398, MemoryClass::Rounding));
    QVERIFY(is(402, MemoryClass::Waiting));
    QVERIFY(is(798, MemoryClass::Waiting)); // what waits is shown whole
}

void TestMapRaster::expandablePages()
{
    SegmentList list = oneSegment({{BlockState::ActiveAllocated, 10 * mebibyte, 10 * mebibyte},
        {BlockState::Inactive, 55 * mebibyte, 0},
        {BlockState::ActiveAllocated, 15 * mebibyte, 15 * mebibyte}});
    list.segments[0].isExpandable = true;
    const BlockRuns runs = runsOf(list.segments[0], list.blocks[1], false);
    QCOMPARE(runs.count, std::size_t(3));
    QCOMPARE(runs.runs[1].begin, 20 * mebibyte);
    QCOMPARE(runs.runs[1].end, 60 * mebibyte);
    QVERIFY(runs.runs[1].memoryClass == MemoryClass::WholeFree);
    QVERIFY(runs.runs[0].memoryClass == MemoryClass::FreeBesideLive);
    QVERIFY(runs.runs[2].memoryClass == MemoryClass::FreeBesideLive);
}

void TestMapRaster::hitsAgreeWithBruteForce()
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

void TestMapRaster::thinBlocksAreReachable()
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

void TestMapRaster::stepsVisitEveryBlock()
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

void TestMapRaster::stepsBetweenRows()
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

void TestMapRaster::zoomKeepsThePlace()
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

void TestMapRaster::revealShows()
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

void TestMapRaster::manySegments()
{
    const SegmentList list = randomSegments(m_random, {3000, 10, false});
    const auto rows = mapRows(list, MapOrder::Size);
    MapView view = viewOf(list, 600, 300);
    view.scroll = std::int64_t(3000) * view.rowPitch - 300;
    const MapPaints paints = plainPaints();
    const QImage image = rasterizeMap(list, rows, view, paints);
    QVERIFY(image.pixel(0, 300 - view.rowPitch + 6) != paints.ground);
    const auto [first, last] = view.visibleRows(rows.size());
    QCOMPARE(last, std::size_t(3000));
    QVERIFY(last - first <= 18);
}

void TestMapRaster::labels()
{
    SegmentList list = oneSegment({{BlockState::Inactive, 2 * mebibyte, 0}});
    Device device;
    device.streams = {0, 0x77};
    const RowLabel only = RowLabels(device, list).of(list.segments[0], ByteUnits::Binary);
    QCOMPARE(only.size, QStringLiteral("2.00 MiB"));
    QCOMPARE(only.tags, QString());
    SegmentInfo second = list.segments[0];
    second.address += 64 * mebibyte;
    second.totalSize = mebibyte;
    second.isLarge = false;
    second.stream = 1;
    list.segments.push_back(second);
    const RowLabels both(device, list);
    QCOMPARE(both.of(list.segments[0]).tags, QStringLiteral("stream 0"));
    QCOMPARE(both.of(list.segments[1]).tags, QStringLiteral("stream 1 · small"));
    QCOMPARE(both.tags().size(), std::size_t(2));
    QCOMPARE(mapTitle(1, MapOrder::FreeBytes),
        QStringLiteral("Fragmentation map · 1 segment · sorted by free bytes"));
    QCOMPARE(mapTitle(1234, MapOrder::Size),
        QStringLiteral("Fragmentation map · 1,234 segments · sorted by size"));
}

QTEST_GUILESS_MAIN(TestMapRaster)
#include "tst_map_raster.moc"
