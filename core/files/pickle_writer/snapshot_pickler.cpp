// SPDX-License-Identifier: GPL-3.0-or-later
// SnapshotPickler: the whole, its segments, settings and annotations.
#include "core/files/pickle_writer/snapshot_pickler.h"

#include "core/files/pickle_writer/annotation_edges.h"
#include "core/files/tide/tide_format.h"

#include <algorithm>

namespace tidemark {

namespace {

bool isConf(const Setting& setting)
{
    return setting.name.ends_with("ALLOC_CONF");
}

} // namespace

bool wasRecorded(const Recording& recording)
{
    return recording.format == tide::ownFormat;
}

SnapshotPickler::SnapshotPickler(
    const Recording& recording, PickleOutput& out, Progress* progress, std::stop_token stop)
    : m_recording(recording)
    , m_out(out)
    , m_progress(progress)
    , m_stop(std::move(stop))
    , m_extras(recording.strings)
    , m_frameExtras(recording.strings)
    , m_stacks(recording, out, m_frameExtras)
{ }

// What PyTorch before 2.3 did not write, settings and annotations, stays away where there is none of it.
Expected<void> SnapshotPickler::write()
{
    const bool hasSettings =
        wasRecorded(m_recording) || !m_recording.settings.empty() || !m_recording.allocatorConf.empty();
    const bool hasAnnotations = !m_recording.annotations.empty() || !m_recording.marks.empty();
    m_out.emptyDict();
    m_out.beginItems();
    m_out.text("segments");
    Expected<void> done = segments(Side::Devices);
    m_out.text("device_traces");
    if (done)
        done = traces(Side::Devices);
    if (hasSettings) {
        m_out.text("allocator_settings");
        settings();
    }
    if (hasSettings || hasAnnotations) {
        m_out.text("external_annotations");
        annotations();
    }
    if (done && !devicesOf(Side::Host).empty()) {
        m_out.text("host_segments");
        done = segments(Side::Host);
        m_out.text("host_traces");
        if (done)
            done = traces(Side::Host);
    }
    m_out.endDict();
    return done ? m_out.finish() : done;
}

std::map<std::size_t, const Device*> SnapshotPickler::devicesOf(Side side) const
{
    std::map<std::size_t, const Device*> devices;
    for (const Device& device : m_recording.devices) {
        const bool isHost = device.ordinal < 0;
        if (isHost == (side == Side::Host))
            devices.emplace(static_cast<std::size_t>(isHost ? -1 - device.ordinal : device.ordinal), &device);
    }
    return devices;
}

Expected<void> SnapshotPickler::segments(Side side)
{
    m_out.emptyList();
    PickleOutput::Items items(m_out);
    for (const auto& [place, device] : devicesOf(side)) {
        if (!device->after)
            continue;
        for (const SegmentInfo& info : device->after->segments) {
            items.item();
            segment(*device, *device->after, info);
            if (const Expected<void> flushed = flush(); !flushed)
                return flushed;
        }
    }
    return {};
}

void SnapshotPickler::segment(const Device& device, const SegmentList& list, const SegmentInfo& segment)
{
    const auto blocks = list.blocksOf(segment);
    std::uint64_t allocated = 0;
    std::uint64_t active = 0;
    std::uint64_t requested = 0;
    for (const BlockInfo& block : blocks) {
        const bool isActive = block.state != BlockState::Inactive;
        allocated += block.state == BlockState::ActiveAllocated ? block.size : 0;
        active += isActive ? block.size : 0;
        requested += isActive ? block.requestedSize : 0;
    }
    const Context& context = contextOf(segment.context);
    const ExtraKeys::Json& extra = m_extras.of(context.extra);
    const ExtraKeys::Json* type = ExtraKeys::find(extra, "segment_type");
    const PoolId pool = device.pools[segment.pool];
    m_out.emptyDict();
    m_out.beginItems();
    m_out.text("device");
    m_out.integer(std::max(device.ordinal, 0));
    m_out.text("address");
    m_out.natural(segment.address);
    m_out.text("total_size");
    m_out.natural(segment.totalSize);
    sum(extra, "allocated_size", allocated);
    sum(extra, "active_size", active);
    sum(extra, "requested_size", requested);
    m_out.text("stream");
    m_out.integer(static_cast<std::int64_t>(device.streams[segment.stream]));
    m_out.text("segment_type");
    m_out.json(type != nullptr ? *type : ExtraKeys::Json(segment.isLarge ? "large" : "small"));
    m_out.text("segment_pool_id");
    m_out.pair(pool.first, pool.second);
    m_out.text("is_expandable");
    m_out.boolean(segment.isExpandable);
    m_out.text("frames");
    m_stacks.frames(context.stack);
    ExtraKeys::putOthers(m_out, extra, {"allocated_size", "active_size", "requested_size", "segment_type"});
    m_out.text("blocks");
    m_out.emptyList();
    {
        PickleOutput::Items items(m_out);
        for (const BlockInfo& info : blocks) {
            items.item();
            block(info);
        }
    }
    m_out.endDict();
}

// A sum over the segment's blocks, unless the file had another figure.
void SnapshotPickler::sum(const ExtraKeys::Json& extra, std::string_view key, std::uint64_t value)
{
    const ExtraKeys::Json* other = ExtraKeys::find(extra, key);
    m_out.text(key);
    if (other != nullptr)
        m_out.json(*other);
    else
        m_out.natural(value);
}

void SnapshotPickler::block(const BlockInfo& block)
{
    const Context& context = contextOf(block.context);
    const ExtraKeys::Json& extra = m_extras.of(context.extra);
    const ExtraKeys::Json* state = ExtraKeys::find(extra, "state");
    m_out.emptyDict();
    m_out.beginItems();
    m_out.text("address");
    m_out.natural(block.address);
    m_out.text("size");
    m_out.natural(block.size);
    m_out.text("requested_size");
    m_out.natural(block.requestedSize);
    m_out.text("state");
    if (state != nullptr)
        m_out.json(*state);
    else
        m_out.text(blockStateName(block.state));
    m_out.text("frames");
    m_stacks.frames(context.stack);
    if (!context.userMetadata.isNone()) {
        m_out.text("user_metadata");
        text(context.userMetadata);
    }
    ExtraKeys::putOthers(m_out, extra, {"state", "user_metadata"});
    m_out.endDict();
}

// Values are JSON, or the text that they are. The options of a recorder are not the allocator's.
void SnapshotPickler::settings()
{
    const std::vector<Setting>& settings = m_recording.settings;
    const bool isRecorded = wasRecorded(m_recording);
    m_out.emptyDict();
    m_out.beginItems();
    if (isRecorded
        || (!m_recording.allocatorConf.empty() && std::none_of(settings.begin(), settings.end(), isConf))) {
        m_out.text("PYTORCH_CUDA_ALLOC_CONF");
        m_out.text(m_recording.allocatorConf);
    }
    for (const Setting& setting : isRecorded ? std::span<const Setting>() : std::span(settings)) {
        m_out.text(setting.name);
        const auto json = PickleOutput::Json::parse(setting.value, nullptr, false);
        if (json.is_discarded())
            m_out.text(setting.value);
        else
            m_out.json(json);
    }
    m_out.endDict();
}

void SnapshotPickler::annotations()
{
    m_out.emptyList();
    PickleOutput::Items items(m_out);
    for (const AnnotationEdge& edge : annotationEdges(m_recording)) {
        items.item();
        m_out.emptyDict();
        m_out.beginItems();
        m_out.text("name");
        m_out.text(edge.name);
        m_out.text("stage");
        m_out.text(edge.isStart ? "START" : "END");
        m_out.text("device");
        m_out.integer(edge.device);
        m_out.text("time_us");
        m_out.integer(edge.timeUs);
        m_out.endDict();
    }
}

Expected<void> SnapshotPickler::flush()
{
    return m_stop.stop_requested() ? Expected<void>(fail("Saving was cancelled.")) : m_out.flush();
}

} // namespace tidemark
