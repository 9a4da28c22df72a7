// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/fragmentation_curves.h"

#include "core/allocator/size_rules.h"
#include "core/analysis/reserved/free_sizes.h"

#include <algorithm>
#include <limits>

namespace tidemark {

namespace {

// Addresses [begin, end).
struct Window {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    bool isEmpty() const { return begin >= end; }
    void include(std::uint64_t from, std::uint64_t to)
    {
        begin = std::min(begin, from);
        end = std::max(end, to);
    }
};

std::uint64_t endOf(std::uint64_t address, std::uint64_t size)
{
    return size > std::numeric_limits<std::uint64_t>::max() - address
        ? std::numeric_limits<std::uint64_t>::max()
        : address + size;
}

bool changesSegments(Action action)
{
    return action == Action::SegmentAlloc || action == Action::SegmentFree || action == Action::SegmentMap
        || action == Action::SegmentUnmap;
}

// What the event itself names; free_requested changes no free block, nor do marks.
Window namedBy(const Event& event, const AllocatorSettings& settings)
{
    if (event.action == Action::FreeCompleted)
        return {event.address, endOf(event.address, 1)};
    if (event.action == Action::Alloc && event.size < size_rules::refusalLimit)
        return {event.address, endOf(event.address, size_rules::roundSize(event.size, settings))};
    if (changesSegments(event.action))
        return {event.address, endOf(event.address, std::max<std::uint64_t>(event.size, 1))};
    return {};
}

FreeKey keyOf(const HeapSegment& segment)
{
    return {segment.pool, segment.isLarge, segment.stream};
}

// Replays a device and keeps its free blocks counted: before each event it takes out those the event may
// change, and afterwards puts in what is there now.
class FreePass {
public:
    FreePass(HeapState state, const AllocatorSettings& settings, const MemoryFilter& only)
        : m_settings(settings)
        , m_only(only)
    {
        startFrom(std::move(state));
    }

    void startFrom(HeapState state)
    {
        m_state = std::move(state);
        m_sizes = {};
        visitFree({0, std::numeric_limits<std::uint64_t>::max()},
            [this](std::uint64_t size) { m_sizes.add(size); });
    }

    void apply(const Event& event, std::uint64_t number)
    {
        const Window window = touchedBy(event);
        if (!window.isEmpty())
            visitFree(window, [this](std::uint64_t size) { m_sizes.remove(size); });
        m_state.apply(event, number);
        if (!window.isEmpty())
            visitFree(window, [this](std::uint64_t size) { m_sizes.add(size); });
    }

    const FreeSizes& sizes() const { return m_sizes; }

private:
    template <class Use>
    void visitFree(Window window, const Use& use) const;
    Window touchedBy(const Event& event) const;
    void includeSegments(Window& window, const Event& event) const;
    void includeRuns(Window& window, const Event& event) const;
    void includeNeighbours(Window& window) const;

    const AllocatorSettings& m_settings;
    const MemoryFilter& m_only;
    HeapState m_state{m_settings};
    FreeSizes m_sizes;
};

template <class Use>
void FreePass::visitFree(Window window, const Use& use) const
{
    const Heap& heap = m_state.heap();
    while (!window.isEmpty()) {
        const HeapSegment* segment = heap.segmentIn(window.begin, window.end);
        if (!segment)
            return;
        const std::uint64_t end = std::min(window.end, segment->end());
        if (m_only.holds(*segment)) {
            auto place = heap.blockCovering(std::max(window.begin, segment->address));
            for (; place && heap.block(*place).address < end; place = heap.behind(*place))
                if (heap.block(*place).isFree())
                    use(heap.block(*place).size);
        }
        window.begin = segment->end();
    }
}

// Everything that may be free before the event and not behind it, or the other way round. Blocks merge with
// their neighbours; of a contradiction more may follow, see HeapState.
Window FreePass::touchedBy(const Event& event) const
{
    Window window = namedBy(event, m_settings);
    if (window.isEmpty())
        return window;
    const Heap& heap = m_state.heap();
    if (event.action == Action::Alloc) { // the usual case: a free block is taken, or its front
        const auto place = heap.blockAt(event.address);
        if (place && heap.block(*place).isFree() && heap.block(*place).end() >= window.end)
            return {event.address, heap.block(*place).end()};
    }
    includeSegments(window, event);
    includeNeighbours(window);
    if (!m_only.isAll() && event.action == Action::SegmentMap)
        includeRuns(window, event);
    return window;
}

// Whether the event may end a segment that it touches, with all its blocks.
bool goesWith(const Event& event, const HeapSegment& segment)
{
    if (segment.isImplied || event.action == Action::SegmentAlloc || event.action == Action::SegmentFree)
        return true;
    if (event.action == Action::SegmentMap)
        return !segment.isExpandable || segment.stream != event.stream;
    return event.action == Action::SegmentUnmap && !segment.isExpandable;
}

void FreePass::includeSegments(Window& window, const Event& event) const
{
    const Heap& heap = m_state.heap();
    std::uint64_t at = window.begin;
    const std::uint64_t end = window.end;
    while (const HeapSegment* segment = heap.segmentIn(at, end)) {
        if (goesWith(event, *segment))
            window.include(segment->address, segment->end());
        if (segment->end() >= end)
            return;
        at = segment->end();
    }
}

void FreePass::includeNeighbours(Window& window) const
{
    const Heap& heap = m_state.heap();
    const auto includeBlock = [&](std::uint64_t address) {
        if (const auto place = heap.blockCovering(address))
            window.include(heap.block(*place).address, heap.block(*place).end());
    };
    includeBlock(window.begin);
    if (window.begin > 0)
        includeBlock(window.begin - 1);
    includeBlock(window.end - 1);
    includeBlock(window.end);
}

// Runs that the new pages join, where that gives them another pool: what is counted may change all over them.
void FreePass::includeRuns(Window& window, const Event& event) const
{
    const FreeKey key{event.pool, event.size > size_rules::smallBuffer, event.stream};
    const auto includeRun = [&](std::uint64_t address) {
        const HeapSegment* segment = m_state.heap().segmentCovering(address);
        if (segment && segment->isExpandable && keyOf(*segment) != key)
            window.include(segment->address, segment->end());
    };
    if (event.address > 0)
        includeRun(event.address - 1);
    includeRun(endOf(event.address, event.size));
    const HeapSegment* left = event.address > 0 ? m_state.heap().segmentCovering(event.address - 1) : nullptr;
    const HeapSegment* right = m_state.heap().segmentCovering(endOf(event.address, event.size));
    if (left && right && keyOf(*left) != keyOf(*right)) {
        window.include(left->address, left->end());
        window.include(right->address, right->end());
    }
}

std::int64_t signedBytes(std::uint64_t bytes)
{
    return static_cast<std::int64_t>(bytes);
}

} // namespace

FragmentationCurves fragmentationCurves(const AnalyzedRecording& analyzed, std::size_t deviceIndex,
    const MemoryFilter& only, Progress* progress, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 16384;
    const Device& device = analyzed.recording.devices[deviceIndex];
    const DeviceHistory& history = analyzed.histories[deviceIndex];
    const AllocatorSettings settings = settingsOf(analyzed.recording, device);
    FreePass pass(history.stateAt(device, 0), settings, only);

    FragmentationCurves curves;
    curves.freeBefore = signedBytes(pass.sizes().bytes());
    curves.largestBefore = signedBytes(pass.sizes().largest());
    const std::size_t count = history.eventCount();
    if (progress)
        progress->total = count;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % eventsBetweenLooks == 0) {
            if (progress)
                progress->done = i;
            if (stop.stop_requested()) {
                curves.isComplete = false;
                return curves;
            }
        }
        if (i + 1 < count)
            pass.apply(history.followed(device, i), i);
        else // here replay may take over what the allocator itself reported
            pass.startFrom(history.stateAt(device, count));
        curves.free.append(signedBytes(pass.sizes().bytes()));
        curves.largest.append(signedBytes(pass.sizes().largest()));
    }
    if (progress)
        progress->done = count;
    return curves;
}

} // namespace tidemark
