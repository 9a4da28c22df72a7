// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/segment_plane.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/layout/random_lives.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// What is reserved at a position: the segments of replay against the pieces. Neighbours count as one.
std::vector<std::pair<std::uint64_t, std::uint64_t>> joined(
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges)
{
    std::sort(ranges.begin(), ranges.end());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
    for (const auto& [begin, end] : ranges) {
        if (!result.empty() && result.back().second == begin)
            result.back().second = end;
        else
            result.emplace_back(begin, end);
    }
    return result;
}

auto reservedByReplay(const SegmentList& list)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const SegmentInfo& segment : list.segments)
        ranges.emplace_back(segment.address, segment.address + segment.totalSize);
    return joined(ranges);
}

auto reservedByPieces(const std::vector<ReservedPiece>& pieces, std::size_t position)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const ReservedPiece& piece : pieces) {
        if (piece.isThereAt(position))
            ranges.emplace_back(piece.address, piece.end());
    }
    return joined(ranges);
}

// What a pixel must show, from the segments and blocks at the moment.
std::uint32_t shownBy(const SegmentList& list, const Attribution& attribution,
    const std::vector<std::uint32_t>& alive, const AddressLayout& layout, std::uint64_t place)
{
    const AddressRegion* region = layout.regionAt(place);
    if (!region)
        return IdPlane::nothing;
    const std::uint64_t address = region->address + (place - region->begin);
    for (const std::uint32_t id : alive) {
        const Allocation& allocation = attribution.allocations[id];
        if (address >= allocation.address && address - allocation.address < allocation.bytes)
            return id;
    }
    for (const SegmentInfo& segment : list.segments) {
        if (address >= segment.address && address - segment.address < segment.totalSize)
            return IdPlane::freeMemory;
    }
    return IdPlane::nothing;
}

} // namespace

class SegmentPlaneTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void piecesAreTheSegments_data();
    void piecesAreTheSegments();
    void theLayoutLeavesOutHoles();
    void everyPixelIsRight_data();
    void everyPixelIsRight();
    void nothingIsAnEmptyPicture();
};

void SegmentPlaneTest::piecesAreTheSegments_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<unsigned>("odds");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name << 0U;
    for (const char* name : {"wrapped", "segments_only", "graphs_freed"})
        QTest::addRow("%s again", name) << QString::fromLatin1(name) << 0U;
    for (const char* name : {"rand_streams", "record_stream", "graphs", "expandable", "vgg"}) {
        QTest::addRow("%s, a third lost", name) << QString::fromLatin1(name) << 3U;
        QTest::addRow("%s, some lost", name) << QString::fromLatin1(name) << 50U;
    }
}

void SegmentPlaneTest::piecesAreTheSegments()
{
    QFETCH(const QString, name);
    QFETCH(const unsigned, odds);
    std::mt19937_64 random(testSeed());
    const AnalyzedRecording analyzed = analyze(thinned(recordingOf(name), random, odds));
    for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
        const DeviceHistory& history = analyzed.histories[i];
        const Device& device = analyzed.recording.devices[i];
        const std::vector<ReservedPiece> pieces = reservedPieces(device, history);
        std::vector<std::size_t> positions = {0, history.eventCount()};
        for (int k = 0; k < 60; ++k)
            positions.push_back(random() % (history.eventCount() + 1));
        for (const std::size_t position : positions) {
            const auto wanted = reservedByReplay(history.segmentsAt(device, position));
            const auto got = reservedByPieces(pieces, position);
            if (got != wanted)
                QFAIL(qPrintable(QStringLiteral("at %1 of %2: %3 ranges instead of %4")
                                     .arg(position)
                                     .arg(history.eventCount())
                                     .arg(got.size())
                                     .arg(wanted.size())));
        }
    }
}

void SegmentPlaneTest::theLayoutLeavesOutHoles()
{
    const auto piece = [](std::uint64_t address, std::uint64_t size, bool isExpandable) {
        return ReservedPiece{address, size, 0, ReservedPiece::never, isExpandable};
    };
    // Two that share addresses, a neighbour that is none of theirs, and two neighbours of one run.
    const std::vector<ReservedPiece> pieces = {piece(10'000, 1000, false), piece(10'500, 1000, false),
        piece(11'500, 500, false), piece(90'000, 100, true), piece(90'100, 100, true)};
    const AddressLayout layout(pieces);
    QCOMPARE(layout.regions().size(), std::size_t(3));
    QCOMPARE(layout.regions()[0].size, std::uint64_t(1500));
    QCOMPARE(layout.regions()[2].size, std::uint64_t(200));
    const std::uint64_t gap = layout.regions()[1].begin - 1500;
    QCOMPARE(gap, std::uint64_t(22));
    QCOMPARE(layout.toAxis(10'000), std::optional<std::uint64_t>(0));
    QCOMPARE(layout.toAxis(11'499), std::optional<std::uint64_t>(1499));
    QCOMPARE(layout.toAxis(11'500), std::optional<std::uint64_t>(1500 + gap));
    QVERIFY(!layout.toAxis(9'999) && !layout.toAxis(12'000) && !layout.toAxis(UINT64_MAX));
    QVERIFY(!layout.regionAt(1500));
    QCOMPARE(layout.regionAt(1500 + gap), &layout.regions()[1]);
    QCOMPARE(layout.height(), layout.regions()[2].begin + 200);
    QVERIFY(!layout.regionAt(layout.height()));
    QCOMPARE(AddressLayout().height(), std::uint64_t(0));
    QVERIFY(!AddressLayout().regionAt(0) && !AddressLayout().toAxis(0));
}

void SegmentPlaneTest::everyPixelIsRight_data()
{
    piecesAreTheSegments_data();
}

void SegmentPlaneTest::everyPixelIsRight()
{
    QFETCH(const QString, name);
    QFETCH(const unsigned, odds);
    std::mt19937_64 random(testSeed());
    const AnalyzedRecording analyzed = analyze(thinned(recordingOf(name), random, odds));
    const DeviceHistory& history = analyzed.histories[0];
    const Device& device = analyzed.recording.devices[0];
    const Attribution attribution = attribute(analyzed.recording, 0, history);
    const AliveAllocations alive(attribution);
    const std::vector<ReservedPiece> pieces = reservedPieces(device, history);
    const AddressLayout layout(pieces);
    const auto height = static_cast<double>(layout.height());
    for (int round = 0; round < 3; ++round) {
        const auto moments = randomMoments(12, history.eventCount(), random);
        ByteRows rows{0, std::max(height, 1.0) / 60, 63};
        if (round == 2)
            rows = {height * static_cast<double>(random() % 100) / 100, 900.25, 60};
        const IdPlane plane = segmentPlane(attribution, alive, pieces, layout, moments, rows);
        for (std::size_t column = 0; column < moments.size(); ++column) {
            const SegmentList list = history.segmentsAt(device, moments[column]);
            const auto there = alive.at(attribution, moments[column]);
            for (std::size_t row = 0; row < rows.rows; ++row)
                QCOMPARE(plane.at(column, row), shownBy(list, attribution, there, layout, rows.centre(row)));
        }
    }
}

void SegmentPlaneTest::nothingIsAnEmptyPicture()
{
    const Attribution none;
    const IdPlane plane = segmentPlane(
        none, AliveAllocations(none), {}, AddressLayout(), std::vector<std::size_t>(5, 0), {0, 1, 4});
    QCOMPARE(plane.ids, std::vector<std::uint32_t>(20, IdPlane::nothing));
    QVERIFY(reservedPieces(Device(), DeviceHistory()).empty());
}

QTEST_GUILESS_MAIN(SegmentPlaneTest)
#include "tst_segment_plane.moc"
