// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "tests/ui/details/opened.h"
#include "ui/map/map_words.h"

#include <QTest>
#include <array>
#include <map>
#include <optional>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

constexpr std::array recordings = {"vary.pickle", "vgg.pickle", "record_stream.pickle", "graphs.pickle",
    "expandable_vary.pickle", "rand_streams.pickle"};

MapColours coloursOf(const std::shared_ptr<const AnalyzedRecording>& recording, ColourClass by)
{
    MapColours colours;
    colours.device = groupedDevice(recording, 0);
    colours.classes = allocationClasses(*colours.device, by);
    return colours;
}

// Some positions from the beginning to the end.
std::vector<std::size_t> momentsOf(const AnalyzedRecording& recording)
{
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i <= 12; ++i)
        positions.push_back(recording.histories[0].eventCount() * i / 12);
    return positions;
}

SegmentList segmentsOf(const AnalyzedRecording& recording, std::size_t position)
{
    return recording.histories[0].segmentsAt(recording.recording.devices[0], position);
}

std::optional<std::uint32_t> ownerOf(
    const Attribution& attribution, std::uint64_t address, std::size_t position)
{
    for (std::uint32_t i = 0; i < attribution.allocations.size(); ++i)
        if (attribution.allocations[i].address == address && attribution.allocations[i].isAliveAt(position))
            return i;
    return std::nullopt;
}

} // namespace

class TestMapColours : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyBlockHasTheClassOfItsAllocation();
    void agesAreCountedFromTheAllocation();
    void sizesAndStreamsAreThoseOfTheBlock();
    void whatCameLaterHasNone();
    void legendsSumToTheComposition();
};

// Brute force: the allocation that is alive at the block's address, among all there ever were.
void TestMapColours::everyBlockHasTheClassOfItsAllocation()
{
    std::size_t compared = 0;
    for (const char* name : recordings) {
        const auto recording = opened(QLatin1String(name));
        std::vector<MapColours> all;
        for (const ColourClass by : allColourClasses)
            all.push_back(coloursOf(recording, by));
        const Attribution& attribution = all[0].device->attribution;
        for (const std::size_t position : momentsOf(*recording)) {
            const SegmentList list = segmentsOf(*recording, position);
            std::vector<std::vector<std::uint8_t>> found;
            for (const MapColours& colours : all)
                found.push_back(blockClasses(list, colours, position));
            for (std::size_t i = 0; i < list.blocks.size(); ++i) {
                const auto owner = list.blocks[i].state == BlockState::ActiveAllocated
                    ? ownerOf(attribution, list.blocks[i].address, position)
                    : std::nullopt;
                for (std::size_t c = 0; c < all.size(); ++c) {
                    const std::uint8_t wanted =
                        owner ? all[c].classes->at(attribution, *owner, position) : noColourClass;
                    QVERIFY2(found[c][i] == wanted,
                        qPrintable(QStringLiteral("%1 at %2, block %3 by %4: %5, wanted %6")
                                       .arg(QLatin1String(name))
                                       .arg(position)
                                       .arg(i)
                                       .arg(colourClassTitle(all[c].classes->by))
                                       .arg(found[c][i])
                                       .arg(wanted)));
                }
                compared += owner ? 1 : 0;
            }
        }
    }
    QVERIFY(compared > 1000);
}

void TestMapColours::agesAreCountedFromTheAllocation()
{
    const auto recording = opened(QStringLiteral("vary.pickle"));
    const MapColours colours = coloursOf(recording, ColourClass::Age);
    std::size_t counted = 0;
    for (const std::size_t position : momentsOf(*recording)) {
        const SegmentList list = segmentsOf(*recording, position);
        const auto classOf = blockClasses(list, colours, position);
        for (std::size_t i = 0; i < list.blocks.size(); ++i) {
            if (list.blocks[i].state != BlockState::ActiveAllocated
                || list.blocks[i].allocEvent == BlockInfo::noEvent)
                continue;
            const std::size_t age = position - list.blocks[i].allocEvent - 1; // events since its own
            const int wanted = age < 10 ? 0 : age < 100 ? 1 : age < 1000 ? 2 : age < 10'000 ? 3 : 4;
            QCOMPARE(static_cast<int>(classOf[i]), wanted);
            ++counted;
        }
    }
    QVERIFY(counted > 100);
}

void TestMapColours::sizesAndStreamsAreThoseOfTheBlock()
{
    const auto recording = opened(QStringLiteral("rand_streams.pickle"));
    const MapColours sizes = coloursOf(recording, ColourClass::Size);
    const MapColours streams = coloursOf(recording, ColourClass::Stream);
    const std::size_t position = recording->histories[0].eventCount() * 2 / 3;
    const SegmentList list = segmentsOf(*recording, position);
    const auto sizeOf = blockClasses(list, sizes, position);
    const auto streamOf = blockClasses(list, streams, position);
    std::map<StreamSlot, std::uint8_t> classOfStream;
    for (const SegmentInfo& segment : list.segments) {
        for (std::uint32_t i = segment.firstBlock; i < segment.firstBlock + segment.blockCount; ++i) {
            const std::uint64_t size = list.blocks[i].size;
            if (list.blocks[i].state != BlockState::ActiveAllocated)
                continue;
            const int wanted = size <= 4096 ? 0
                : size <= 65536             ? 1
                : size <= 1048576           ? 2
                : size <= 10485760          ? 3
                : size <= 104857600         ? 4
                                            : 5;
            QCOMPARE(static_cast<int>(sizeOf[i]), wanted);
            // One class for each stream.
            QCOMPARE(classOfStream.try_emplace(segment.stream, streamOf[i]).first->second, streamOf[i]);
        }
    }
    QVERIFY(classOfStream.size() > 1);
}

// The allocations of a run that grows are those of a moment ago.
void TestMapColours::whatCameLaterHasNone()
{
    const auto recording = opened(QStringLiteral("vary.pickle"));
    MapColours colours = coloursOf(recording, ColourClass::Size);
    const std::size_t position = recording->histories[0].eventCount() * 2 / 3;
    const SegmentList list = segmentsOf(*recording, position);
    auto earlier = std::make_shared<GroupedDevice>(*colours.device);
    std::erase_if(earlier->attribution.allocations, [&](const Allocation& allocation) {
        return allocation.event != Allocation::beforeRecording && allocation.event >= position / 2;
    });
    earlier->alive = AliveAllocations(earlier->attribution);
    colours.device = earlier;
    colours.classes = allocationClasses(*earlier, ColourClass::Size);
    const auto classOf = blockClasses(list, colours, position);
    std::size_t later = 0;
    for (std::size_t i = 0; i < list.blocks.size(); ++i) {
        const bool isLater = list.blocks[i].state == BlockState::ActiveAllocated
            && list.blocks[i].allocEvent != BlockInfo::noEvent && list.blocks[i].allocEvent >= position / 2;
        later += isLater ? 1 : 0;
        QVERIFY(!isLater || classOf[i] == noColourClass);
    }
    QVERIFY(later > 0);
}

void TestMapColours::legendsSumToTheComposition()
{
    for (const char* name : recordings) {
        const auto recording = opened(QLatin1String(name));
        for (const ColourClass by : allColourClasses) {
            const MapColours colours = coloursOf(recording, by);
            for (const std::size_t position : momentsOf(*recording)) {
                const SegmentList list = segmentsOf(*recording, position);
                const auto bytes = bytesByClass(
                    list, blockClasses(list, colours, position), colours.classes->bands.bands.size());
                const Composition composition = compositionOf(list);
                const auto entries =
                    legendEntries(composition, false, *colours.classes, bytes, ByteUnits::Binary);
                std::uint64_t allocated = 0;
                std::uint64_t others = 0;
                for (const LegendEntry& entry : entries) {
                    if (entry.colourClass)
                        allocated += entry.bytes;
                    else if (entry.memoryClass != MemoryClass::Rounding)
                        others += entry.bytes;
                }
                QCOMPARE(allocated, composition.allocated);
                QCOMPARE(allocated + others, composition.reserved);
                QVERIFY(entries.size() <= 18);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestMapColours)
#include "tst_map_colours.moc"
