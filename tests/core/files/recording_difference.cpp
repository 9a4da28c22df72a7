// SPDX-License-Identifier: GPL-3.0-or-later
#include "recording_difference.h"

#include <fmt/format.h>

namespace tidemark::tests {

namespace {

// Collects the first difference.
class Comparison {
public:
    bool isEqual() const { return m_difference.empty(); }
    const std::string& difference() const { return m_difference; }

    void check(bool equal, const std::string& what)
    {
        if (!equal && m_difference.empty())
            m_difference = what;
    }

    template <class List, class Equal>
    void lists(const List& left, const List& right, const std::string& what, Equal equal)
    {
        check(left.size() == right.size(),
            fmt::format("number of {}: {} and {}", what, left.size(), right.size()));
        for (std::size_t i = 0; isEqual() && i < left.size(); ++i)
            check(equal(left[i], right[i]), fmt::format("{} {}", what, i));
    }

    template <class Index, class Table>
    void tables(const Table& left, const Table& right, const std::string& what)
    {
        check(left.size() == right.size(),
            fmt::format("number of {}: {} and {}", what, left.size(), right.size()));
        for (std::uint32_t i = 0; isEqual() && i < left.size(); ++i)
            check(left[Index{i}] == right[Index{i}], fmt::format("{} {}", what, i));
    }

private:
    std::string m_difference;
};

bool equalBlocks(const BlockInfo& left, const BlockInfo& right)
{
    return left.address == right.address && left.size == right.size
        && left.requestedSize == right.requestedSize && left.allocEvent == right.allocEvent
        && left.context == right.context && left.state == right.state;
}

bool equalSegments(const SegmentInfo& left, const SegmentInfo& right)
{
    return left.address == right.address && left.totalSize == right.totalSize
        && left.firstBlock == right.firstBlock && left.blockCount == right.blockCount
        && left.context == right.context && left.stream == right.stream && left.pool == right.pool
        && left.isLarge == right.isLarge && left.isExpandable == right.isExpandable;
}

bool equalAnnotations(const Annotation& left, const Annotation& right)
{
    return left.startUs == right.startUs && left.endUs == right.endUs && left.startEvent == right.startEvent
        && left.endEvent == right.endEvent && left.name == right.name && left.device == right.device
        && left.kind == right.kind;
}

bool equalMarks(const Mark& left, const Mark& right)
{
    return left.timeUs == right.timeUs && left.event == right.event && left.value == right.value
        && left.name == right.name && left.device == right.device && left.kind == right.kind;
}

bool equalSamples(const StatsSample& left, const StatsSample& right)
{
    return left.event == right.event && left.name == right.name && left.values == right.values;
}

bool equalSettings(const Setting& left, const Setting& right)
{
    return left.name == right.name && left.value == right.value;
}

bool equalCurves(const SampledCurve& left, const SampledCurve& right)
{
    bool equal = left.name == right.name && left.timeUs.size() == right.timeUs.size()
        && left.bytes.size() == right.bytes.size();
    for (std::size_t i = 0; equal && i < left.timeUs.size(); ++i)
        equal = left.timeUs[i] == right.timeUs[i] && left.bytes[i] == right.bytes[i];
    return equal;
}

void compareStates(Comparison& comparison, const std::optional<SegmentList>& left,
    const std::optional<SegmentList>& right, const std::string& what)
{
    comparison.check(left.has_value() == right.has_value(), what + " is there");
    if (!left || !right)
        return;
    comparison.lists(left->blocks, right->blocks, what + " block", equalBlocks);
    comparison.lists(left->segments, right->segments, what + " segment", equalSegments);
}

void compareDevices(Comparison& comparison, const Device& left, const Device& right, const std::string& what)
{
    comparison.check(left.ordinal == right.ordinal, what + "ordinal");
    comparison.check(left.name == right.name, what + "name");
    comparison.check(left.capacity == right.capacity, what + "capacity");
    comparison.check(left.history == right.history, what + "history");
    comparison.check(left.source == right.source, what + "source");
    comparison.check(left.allocatorConf == right.allocatorConf, what + "allocator conf");
    comparison.lists(left.settings, right.settings, what + "setting", equalSettings);
    comparison.lists(left.curves, right.curves, what + "curve", equalCurves);
    comparison.lists(left.driver, right.driver, what + "driver sample", std::equal_to<DriverSample>());
    comparison.lists(left.tensors, right.tensors, what + "tensor label", std::equal_to<TensorLabel>());
    comparison.check(left.lostEvents == right.lostEvents, what + "lost events");
    comparison.check(left.streams == right.streams, what + "streams");
    comparison.check(left.pools == right.pools, what + "pools");
    comparison.lists(left.events, right.events, what + "event", std::equal_to<Event>());
    compareStates(comparison, left.before, right.before, what + "state before");
    compareStates(comparison, left.after, right.after, what + "state after");
    comparison.lists(left.statistics, right.statistics, what + "statistics", equalSamples);
}

std::string brokenState(const Recording& recording, const Device& device, const SegmentList& state)
{
    for (const BlockInfo& block : state.blocks) {
        if (block.context.value >= recording.contexts.size())
            return "context of a block";
    }
    for (const SegmentInfo& segment : state.segments) {
        if (std::uint64_t(segment.firstBlock) + segment.blockCount > state.blocks.size())
            return "blocks of a segment";
        if (segment.context.value >= recording.contexts.size() || segment.stream >= device.streams.size()
            || segment.pool >= device.pools.size())
            return "context, stream or pool of a segment";
    }
    return {};
}

std::string brokenDevice(const Recording& recording, const Device& device)
{
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        const Event event = device.events[i];
        if (event.context.value >= recording.contexts.size() || event.stream >= device.streams.size()
            || event.pool >= device.pools.size() || event.action > Action::Unknown)
            return fmt::format("event {}", i);
    }
    for (std::size_t i = 0; i < device.tensors.size(); ++i) {
        const TensorLabel& label = device.tensors[i];
        const std::size_t strings = recording.strings.size();
        if (label.name.value >= strings || label.shape.value >= strings || label.operation.value >= strings
            || label.category >= MemoryCategory::Temporary || label.dataType > DataType::Other)
            return fmt::format("tensor label {}", i);
    }
    std::string broken;
    if (device.before)
        broken = brokenState(recording, device, *device.before);
    if (device.after && broken.empty())
        broken = brokenState(recording, device, *device.after);
    return broken;
}

std::string brokenTables(const Recording& recording)
{
    const std::size_t strings = recording.strings.size();
    for (std::uint32_t i = 0; i < recording.frames.size(); ++i) {
        const Frame& frame = recording.frames[FrameIndex{i}];
        if (frame.function.value >= strings || frame.file.value >= strings || frame.extra.value >= strings
            || frame.kind > FrameKind::Scope)
            return fmt::format("frame {}", i);
    }
    for (std::uint32_t i = 1; i < recording.stacks.size(); ++i) {
        const Stack& stack = recording.stacks[StackIndex{i}];
        if (stack.frame.value >= recording.frames.size() || stack.caller.value >= i)
            return fmt::format("stack {}", i);
    }
    for (std::uint32_t i = 0; i < recording.contexts.size(); ++i) {
        const Context& context = recording.contexts[ContextIndex{i}];
        if (context.stack.value >= recording.stacks.size()
            || context.forwardStack.value >= recording.stacks.size() || context.thread.value >= strings
            || context.compileContext.value >= strings || context.userMetadata.value >= strings
            || context.category.value >= strings || context.extra.value >= strings)
            return fmt::format("context {}", i);
    }
    return {};
}

} // namespace

std::string differenceOf(const Recording& left, const Recording& right)
{
    Comparison comparison;
    comparison.check(left.producer == right.producer, "producer");
    comparison.check(left.workload == right.workload, "workload");
    comparison.check(left.allocatorConf == right.allocatorConf, "allocator conf");
    comparison.lists(left.settings, right.settings, "setting", equalSettings);
    comparison.tables<StringIndex>(left.strings, right.strings, "string");
    comparison.tables<FrameIndex>(left.frames, right.frames, "frame");
    comparison.tables<StackIndex>(left.stacks, right.stacks, "stack");
    comparison.tables<ContextIndex>(left.contexts, right.contexts, "context");
    comparison.check(left.devices.size() == right.devices.size(), "number of devices");
    for (std::size_t i = 0; comparison.isEqual() && i < left.devices.size(); ++i)
        compareDevices(comparison, left.devices[i], right.devices[i], fmt::format("device {} ", i));
    comparison.lists(left.annotations, right.annotations, "annotation", equalAnnotations);
    comparison.lists(left.marks, right.marks, "mark", equalMarks);
    comparison.check(left.warnings == right.warnings, "warnings");
    comparison.check(left.complete == right.complete, "complete");
    return comparison.difference();
}

std::string brokenReference(const Recording& recording)
{
    std::string broken = brokenTables(recording);
    for (std::size_t i = 0; broken.empty() && i < recording.devices.size(); ++i) {
        broken = brokenDevice(recording, recording.devices[i]);
        if (!broken.empty())
            broken = fmt::format("device {} {}", i, broken);
    }
    const auto isBroken = [&](const auto& note) {
        return note.name.value >= recording.strings.size() || note.device >= recording.devices.size();
    };
    for (const Annotation& annotation : recording.annotations) {
        if (broken.empty() && isBroken(annotation))
            broken = "annotation";
    }
    for (const Mark& mark : recording.marks) {
        if (broken.empty() && isBroken(mark))
            broken = "mark";
    }
    return broken;
}

} // namespace tidemark::tests
