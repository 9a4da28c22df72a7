// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/reader_checks.h"

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/reserved/composition.h"
#include "core/files/open_recording.h"
#include "core/files/snapshot_reader.h"
#include "core/files/tide_decoder.h"
#include "tests/core/files/allocation_peak.h"
#include "tests/core/files/recording_difference.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark::tests {

namespace {

constexpr std::size_t mebibyte = std::size_t(1) << 20;

// What a reader may take: a small multiple of the bytes, and the pages of tables and of the columns of every
// list of events, most of which are never touched.
std::size_t allowance(std::size_t size)
{
    constexpr std::size_t mostLists = 64; // of events, that a snapshot may begin
    constexpr std::size_t bytesPerList = 24; // no list of an event is shorter
    return 12 * size + 12 * mebibyte + std::min(mostLists, size / bytesPerList) * 3 * mebibyte;
}

std::string flawOfSegment(const SegmentList& list, const SegmentInfo& segment)
{
    if (segment.totalSize == 0 || std::size_t(segment.firstBlock) + segment.blockCount > list.blocks.size())
        return "an empty segment, or blocks that are not there";
    std::uint64_t offset = 0;
    for (const BlockInfo& block : list.blocksOf(segment)) {
        if (block.address - segment.address != offset || block.size == 0
            || block.size > segment.totalSize - offset)
            return "a gap or an overlap between blocks";
        if (block.state != BlockState::Inactive && block.requestedSize > block.size)
            return "a block smaller than what was asked for";
        offset += block.size;
    }
    return offset == segment.totalSize ? std::string() : "blocks that do not fill their segment";
}

std::string flawOfList(const SegmentList& list)
{
    std::string flaw;
    for (std::size_t i = 0; i < list.segments.size() && flaw.empty(); ++i) {
        const SegmentInfo& segment = list.segments[i];
        if (i > 0 && segment.address - list.segments[i - 1].address < list.segments[i - 1].totalSize)
            flaw = "segments that overlap";
        if (i > 0 && segment.address < list.segments[i - 1].address)
            flaw = "segments out of order";
        if (flaw.empty())
            flaw = flawOfSegment(list, segment);
    }
    return flaw;
}

// The figures, counted anew from the blocks.
Level sumsOf(const SegmentList& list)
{
    Level sums;
    for (const SegmentInfo& segment : list.segments) {
        sums.reservedBytes += static_cast<std::int64_t>(segment.totalSize);
        sums.segment += segment.isExpandable ? 0 : 1;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            const auto size = static_cast<std::int64_t>(block.size);
            const bool isFree = block.state == BlockState::Inactive;
            const bool isLive = block.state == BlockState::ActiveAllocated;
            const bool isSplit = isFree && !segment.isExpandable && segment.blockCount > 1;
            sums.allocation += isLive ? 1 : 0;
            sums.allocatedBytes += isLive ? size : 0;
            sums.active += isFree ? 0 : 1;
            sums.activeBytes += isFree ? 0 : size;
            sums.requestedBytes += isFree ? 0 : static_cast<std::int64_t>(block.requestedSize);
            sums.inactiveSplit += isSplit ? 1 : 0;
            sums.inactiveSplitBytes += isSplit ? size : 0;
        }
    }
    return sums;
}

std::string flawOfComposition(const SegmentList& list, const Level& level)
{
    const Composition parts = compositionOf(list);
    if (parts.allocated + parts.waiting + parts.freeBesideLive + parts.wholeFree != parts.reserved)
        return "parts that do not sum to reserved";
    return parts.reserved == static_cast<std::uint64_t>(level.reservedBytes) ? std::string()
                                                                             : "a sum that is not reserved";
}

std::string flawAt(const Device& device, const DeviceHistory& history, std::size_t position)
{
    const SegmentList list = history.segmentsAt(device, position);
    const Level level = history.levelAt(device, position);
    if (std::string flaw = flawOfList(list); !flaw.empty())
        return flaw;
    if (level != sumsOf(list))
        return "figures that are not the sums over the blocks";
    if (level.allocatedBytes < 0 || level.allocatedBytes > level.activeBytes
        || level.requestedBytes > level.activeBytes || level.activeBytes > level.reservedBytes)
        return "figures out of order";
    const std::int64_t curves[] = {level.allocatedBytes, level.activeBytes, level.reservedBytes};
    for (std::size_t curve = 0; curve < curveCount; ++curve) {
        if (history.valueAt(static_cast<Curve>(curve), position) != curves[curve])
            return "a curve that is not the figure";
        if (history.peak(static_cast<Curve>(curve)).bytes < curves[curve])
            return "a peak below a value";
    }
    return flawOfComposition(list, level);
}

std::string flawOfHistory(const Device& device, const DeviceHistory& history)
{
    constexpr std::size_t samples = 7;
    const std::size_t end = history.eventCount();
    if (end != device.events.size())
        return "events that were not followed";
    for (std::size_t sample = 0; sample <= samples; ++sample) {
        const std::size_t position = end * sample / samples;
        if (std::string flaw = flawAt(device, history, position); !flaw.empty())
            return fmt::format("position {} of {}: {}", position, end, flaw);
    }
    return {};
}

std::string flawOfResult(Expected<Recording> recording, std::size_t size)
{
    const std::size_t peak = allocationPeak();
    if (peak > allowance(size))
        return fmt::format("{} bytes of memory for a file of {}", peak, size);
    if (!recording)
        return recording.error().message.ends_with('.') ? std::string() : "an error that is no sentence";
    return flawOfRecording(std::move(*recording), Lists::Mended);
}

} // namespace

std::string flawOfRecording(Recording recording, Lists lists)
{
    if (std::string flaw = brokenReference(recording); !flaw.empty())
        return "a number out of its table: " + flaw;
    for (const Device& device : recording.devices) {
        for (const auto* list : {&device.before, &device.after}) {
            const bool isPromised = *list && lists == Lists::Mended;
            if (std::string flaw = isPromised ? flawOfList(**list) : std::string(); !flaw.empty())
                return "as read: " + flaw;
        }
    }
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
        const std::string flaw = flawOfHistory(analyzed.recording.devices[i], analyzed.histories[i]);
        if (!flaw.empty())
            return fmt::format("device {}, {}", i, flaw);
    }
    return {};
}

std::string flawOfSnapshot(std::span<const std::byte> bytes)
{
    resetAllocationPeak();
    return flawOfResult(readSnapshot(bytes), bytes.size());
}

std::string flawOfTide(std::span<const std::byte> bytes)
{
    TideDecoder decoder;
    const std::size_t middle = bytes.size() / 2;
    if (decoder.feed(bytes.first(middle)))
        (void)decoder.feed(bytes.subspan(middle));
    decoder.endOfInput();
    return flawOfRecording(decoder.snapshot(), Lists::AsTold);
}

std::string flawOfFile(std::span<const std::byte> bytes)
{
    Expected<Recording> recording = openBytes(bytes);
    if (!recording)
        return recording.error().message.ends_with('.') ? std::string() : "an error that is no sentence";
    return flawOfRecording(std::move(*recording), Lists::AsTold);
}

} // namespace tidemark::tests
