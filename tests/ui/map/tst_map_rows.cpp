// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "core/base/bytes.h"
#include "map_scenes.h"
#include "random_segments.h"
#include "ui/map/map_words.h"

#include <QTest>
#include <algorithm>
#include <numeric>
#include <set>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

bool isLive(const BlockInfo& block)
{
    return block.state != BlockState::Inactive;
}

} // namespace

class TestMapRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void classesSumToTheComposition();
    void expandablePages();
    void orders();
    void addressesAreFound();
    void labels();

private:
    std::mt19937_64 m_random;
};

void TestMapRows::initTestCase()
{
    qInfo("seed %llu; set TIDEMARK_SEED for another", static_cast<unsigned long long>(chosenSeed()));
    m_random.seed(chosenSeed());
}

void TestMapRows::classesSumToTheComposition()
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

void TestMapRows::expandablePages()
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

void TestMapRows::orders()
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

void TestMapRows::addressesAreFound()
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

void TestMapRows::labels()
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
    QCOMPARE(both.of(list.segments[0], ByteUnits::Binary).tags, QStringLiteral("stream 0"));
    QCOMPARE(both.of(list.segments[1], ByteUnits::Binary).tags, QStringLiteral("stream 1 · small"));
    QCOMPARE(both.tags().size(), std::size_t(2));
    QCOMPARE(mapTitle(1, MapOrder::FreeBytes),
        QStringLiteral("Fragmentation map · 1 segment · sorted by free bytes"));
    QCOMPARE(mapTitle(1234, MapOrder::Size),
        QStringLiteral("Fragmentation map · 1,234 segments · sorted by size"));
}

QTEST_GUILESS_MAIN(TestMapRows)
#include "tst_map_rows.moc"
