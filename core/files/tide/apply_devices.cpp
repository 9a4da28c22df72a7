// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/frame_appliers.h"

#include <algorithm>
#include <climits>
#include <fmt/format.h>

namespace tidemark::tide {

namespace {

constexpr std::uint8_t lastBlockState = static_cast<std::uint8_t>(BlockState::ActivePendingFree);

void readEventRows(DecodedStream& stream, const Device& device, PayloadReader& in)
{
    EventRows& rows = stream.rows;
    const std::size_t count = in.rows();
    in.column(rows.action, count, UINT8_MAX, "action");
    in.column(rows.timeUs, count, UINT64_MAX, "time");
    in.column(rows.address, count, UINT64_MAX, "address");
    in.column(rows.size, count, UINT64_MAX, "size");
    in.column(rows.context, count, stream.contexts - 1, "context");
    in.column(rows.stream, count, device.streams.size() - 1, "stream slot");
    in.column(rows.pool, count, device.pools.size() - 1, "pool slot");
    for (Action& action : rows.action)
        action = std::min(action, Action::Unknown);
}

// The state that a frame adds to; null, with the reader refusing, when there is none.
SegmentList* readState(DecodedStream& stream, PayloadReader& in, Device*& device, StateMoment& moment)
{
    device = readDevice(stream, in);
    const std::uint8_t which = in.byte();
    if (which > static_cast<std::uint8_t>(StateMoment::After))
        in.refuse(fmt::format("it names a state {} that there is not", which));
    if (!in.ok())
        return nullptr;
    moment = static_cast<StateMoment>(which);
    return &stream.unfinishedStates[{device - stream.recording().devices.data(), moment}];
}

struct SegmentRows {
    std::vector<std::uint64_t> address;
    std::vector<std::uint64_t> totalSize;
    std::vector<std::uint32_t> firstBlock;
    std::vector<std::uint32_t> blockCount;
    std::vector<ContextIndex> context;
    std::vector<StreamSlot> stream;
    std::vector<PoolSlot> pool;
    std::vector<std::uint8_t> flags;
};

SegmentRows readSegmentRows(
    const DecodedStream& stream, const Device& device, std::size_t blocks, PayloadReader& in)
{
    SegmentRows rows;
    const std::size_t count = in.rows();
    in.column(rows.address, count, UINT64_MAX, "address");
    in.column(rows.totalSize, count, UINT64_MAX, "total size");
    in.column(rows.firstBlock, count, blocks, "first block");
    in.column(rows.blockCount, count, blocks, "block count");
    in.column(rows.context, count, stream.contexts - 1, "context");
    in.column(rows.stream, count, device.streams.size() - 1, "stream slot");
    in.column(rows.pool, count, device.pools.size() - 1, "pool slot");
    in.column(rows.flags, count, UINT8_MAX, "flags");
    return rows;
}

// What a device has of its own where several files were opened as one, since version 1.1.
struct DeviceOrigin {
    std::string source;
    std::string allocatorConf;
    std::vector<Setting> settings;
};

DeviceOrigin readOrigin(PayloadReader& in)
{
    DeviceOrigin origin;
    origin.source = in.text();
    origin.allocatorConf = in.text();
    origin.settings = readSettings(in);
    return origin;
}

} // namespace

Device* readDevice(DecodedStream& stream, PayloadReader& in)
{
    std::vector<Device>& devices = stream.recording().devices;
    const std::uint64_t index = in.varint();
    if (in.ok() && index < devices.size())
        return &devices[index];
    in.refuse(fmt::format("it names device {}, which the recording does not have", index));
    return nullptr;
}

void applyDevice(DecodedStream& stream, PayloadReader& in)
{
    std::vector<Device>& devices = stream.recording().devices;
    const std::uint64_t index = in.varint(std::min(devices.size(), maxDevices - 1), "device");
    const std::int64_t ordinal = in.signedVarint();
    const std::string_view name = in.text();
    const std::uint64_t capacity = in.varint();
    const std::uint8_t history = in.byte();
    const std::uint64_t lostEvents = in.varint();
    const DeviceOrigin origin = stream.hasKeptKeys() ? readOrigin(in) : DeviceOrigin{};
    if (history > static_cast<std::uint8_t>(History::Whole) || ordinal < INT_MIN || ordinal > INT_MAX)
        in.refuse("a figure of the device makes no sense");
    if (!in.ok())
        return;
    if (index == devices.size())
        devices.emplace_back();
    Device& device = devices[index];
    device.ordinal = static_cast<int>(ordinal);
    device.name = name;
    device.capacity = capacity;
    device.history = static_cast<History>(history);
    device.lostEvents = lostEvents;
    device.source = origin.source;
    device.allocatorConf = origin.allocatorConf;
    device.settings = origin.settings;
}

void applySlots(DecodedStream& stream, PayloadReader& in)
{
    Device* device = readDevice(stream, in);
    if (device == nullptr)
        return;
    const std::uint64_t firstStream = in.varint(device->streams.size(), "stream slot");
    std::vector<std::uint64_t> streams(in.rows());
    for (std::uint64_t& handle : streams)
        handle = in.varint();
    const std::uint64_t firstPool = in.varint(device->pools.size(), "pool slot");
    std::vector<PoolId> pools(in.rows());
    for (PoolId& pool : pools) {
        pool.first = in.varint();
        pool.second = in.varint();
    }
    if (firstStream + streams.size() > maxSlots || firstPool + pools.size() > maxSlots)
        in.refuse("the device would have more than 65,536 streams or pools");
    if (!in.ok())
        return;
    // Slots may be given anew, but never taken away: events refer to them.
    device->streams.resize(std::max(device->streams.size(), firstStream + streams.size()));
    std::copy(
        streams.begin(), streams.end(), device->streams.begin() + static_cast<std::ptrdiff_t>(firstStream));
    device->pools.resize(std::max(device->pools.size(), firstPool + pools.size()));
    std::copy(pools.begin(), pools.end(), device->pools.begin() + static_cast<std::ptrdiff_t>(firstPool));
}

void applyEvents(DecodedStream& stream, PayloadReader& in)
{
    Device* device = readDevice(stream, in);
    const std::uint64_t first = in.varint();
    if (device == nullptr)
        return;
    if (first != device->events.size())
        in.refuse(fmt::format("it begins with event {} where {} was due", first, device->events.size()));
    readEventRows(stream, *device, in);
    if (!in.ok())
        return;
    const EventRows& rows = stream.rows;
    device->events.append(
        EventSpans{rows.timeUs, rows.address, rows.size, rows.context, rows.stream, rows.pool, rows.action});
}

void applyCurve(DecodedStream& stream, PayloadReader& in)
{
    Device* device = readDevice(stream, in);
    const std::uint64_t index = in.varint();
    const std::string_view name = in.text();
    const std::size_t count = in.rows();
    std::vector<std::int64_t> time;
    std::vector<std::int64_t> bytes;
    in.column(time, count, UINT64_MAX, "time");
    in.column(bytes, count, UINT64_MAX, "bytes");
    if (!in.ok())
        return;
    const bool isNew = index == device->curves.size();
    if (index > device->curves.size() || (isNew && stream.curves == maxCurves))
        return in.refuse(fmt::format("it continues curve {}, which has not begun", index));
    const SampledCurve* former =
        isNew || device->curves[index].timeUs.empty() ? nullptr : &device->curves[index];
    if (!std::is_sorted(time.begin(), time.end())
        || (former != nullptr && !time.empty() && time.front() < former->timeUs.back()))
        return in.refuse("its times go backwards");
    if (isNew) {
        device->curves.push_back({std::string(name), {}, {}});
        ++stream.curves;
    }
    device->curves[index].timeUs.append(time);
    device->curves[index].bytes.append(bytes);
}

void applyStateBlocks(DecodedStream& stream, PayloadReader& in)
{
    Device* device = nullptr;
    StateMoment moment = StateMoment::Before;
    SegmentList* state = readState(stream, in, device, moment);
    const std::size_t count = in.rows();
    std::vector<std::uint64_t> address;
    std::vector<std::uint64_t> size;
    std::vector<std::uint64_t> requestedSize;
    std::vector<std::uint64_t> allocEvent;
    std::vector<ContextIndex> context;
    std::vector<std::uint8_t> blockState;
    in.column(address, count, UINT64_MAX, "address");
    in.column(size, count, UINT64_MAX, "size");
    in.column(requestedSize, count, UINT64_MAX, "requested size");
    in.column(allocEvent, count, UINT64_MAX, "event of the allocation");
    in.column(context, count, stream.contexts - 1, "context");
    in.column(blockState, count, UINT8_MAX, "state");
    if (state != nullptr && state->blocks.size() + count > UINT32_MAX)
        in.refuse("the state has more blocks than can be counted");
    if (!in.ok())
        return;
    state->blocks.reserve(state->blocks.size() + count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto known =
            blockState[i] <= lastBlockState ? static_cast<BlockState>(blockState[i]) : BlockState::Inactive;
        state->blocks.push_back(
            {address[i], size[i], requestedSize[i], allocEvent[i] - 1, context[i], known});
    }
}

void applyStateSegments(DecodedStream& stream, PayloadReader& in)
{
    Device* device = nullptr;
    StateMoment moment = StateMoment::Before;
    SegmentList* state = readState(stream, in, device, moment);
    const bool isLast = in.byte() != 0;
    if (state == nullptr)
        return;
    const SegmentRows rows = readSegmentRows(stream, *device, state->blocks.size(), in);
    for (std::size_t i = 0; in.ok() && i < rows.flags.size(); ++i) {
        if (std::uint64_t(rows.firstBlock[i]) + rows.blockCount[i] > state->blocks.size()) {
            in.refuse("a segment has blocks that have not come");
            return;
        }
        state->segments.push_back({rows.address[i], rows.totalSize[i], rows.firstBlock[i], rows.blockCount[i],
            rows.context[i], rows.stream[i], rows.pool[i], (rows.flags[i] & segmentFlags::large) != 0,
            (rows.flags[i] & segmentFlags::expandable) != 0});
    }
    if (!in.ok() || !isLast)
        return;
    (moment == StateMoment::Before ? device->before : device->after) = std::move(*state);
    stream.unfinishedStates.erase({device - stream.recording().devices.data(), moment});
}

} // namespace tidemark::tide
