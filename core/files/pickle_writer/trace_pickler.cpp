// SPDX-License-Identifier: GPL-3.0-or-later
// SnapshotPickler: the events.
#include "core/files/pickle_writer/snapshot_pickler.h"

namespace tidemark {

namespace {
constexpr std::size_t eventsAtOnce = 1024;
} // namespace

// A list for every ordinal up to the last, as PyTorch has one for every device that it sees.
Expected<void> SnapshotPickler::traces(Side side)
{
    m_out.emptyList();
    PickleOutput::Items items(m_out);
    std::size_t next = 0;
    for (const auto& [place, device] : devicesOf(side)) {
        for (; next < place; ++next) {
            items.item();
            m_out.emptyList();
        }
        items.item();
        ++next;
        if (const Expected<void> written = trace(*device); !written)
            return written;
    }
    return {};
}

Expected<void> SnapshotPickler::trace(const Device& device)
{
    m_out.emptyList();
    PickleOutput::Items items(m_out);
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        items.item();
        event(device, device.events[i]);
        if ((i + 1) % eventsAtOnce != 0 && i + 1 != device.events.size())
            continue;
        if (m_progress != nullptr)
            m_progress->done += i % eventsAtOnce + 1;
        if (const Expected<void> flushed = flush(); !flushed)
            return flushed;
    }
    return {};
}

void SnapshotPickler::event(const Device& device, const Event& event)
{
    const Context& context = contextOf(event.context);
    const ExtraKeys::Json& extra = m_extras.of(context.extra);
    const ExtraKeys::Json* action =
        event.action == Action::Unknown ? ExtraKeys::find(extra, "action") : nullptr;
    m_out.emptyDict();
    m_out.beginItems();
    m_out.text("action");
    if (action != nullptr)
        m_out.json(*action);
    else
        m_out.text(actionName(event.action));
    m_out.text(event.action == Action::Oom ? "device_free" : "addr");
    m_out.natural(event.address);
    m_out.text("size");
    m_out.natural(event.size);
    m_out.text("stream");
    m_out.integer(static_cast<std::int64_t>(device.streams[event.stream]));
    if (event.timeUs != 0 || ExtraKeys::find(extra, "time_us") != nullptr) {
        m_out.text("time_us");
        m_out.integer(event.timeUs);
    }
    contextKeys(device, event, context, extra);
    ExtraKeys::putOthers(m_out, extra,
        {"action", "time_us", "compile_context", "user_metadata", "pool_id", "frames", "forward_frames",
            "category"});
    m_out.endDict();
}

// Keys that may be absent: what a column says is there, and so is what `extra` says of an empty one.
void SnapshotPickler::contextKeys(
    const Device& device, const Event& event, const Context& context, const ExtraKeys::Json& extra)
{
    const auto put = [&](std::string_view key, StringIndex column) {
        const ExtraKeys::Json* other = ExtraKeys::find(extra, key);
        if (other == nullptr && column.isNone())
            return;
        m_out.text(key);
        if (other != nullptr)
            m_out.json(*other);
        else
            text(column);
    };
    const auto has = [&extra](std::string_view key) { return ExtraKeys::find(extra, key) != nullptr; };
    put("compile_context", context.compileContext);
    put("user_metadata", context.userMetadata);
    const PoolId pool = device.pools[event.pool];
    if (pool != PoolId{} || has("pool_id")) {
        m_out.text("pool_id");
        m_out.pair(pool.first, pool.second);
    }
    if (!context.stack.isNone() || has("frames")) {
        m_out.text("frames");
        m_stacks.frames(context.stack);
    }
    if (!context.forwardStack.isNone() || has("forward_frames")) {
        m_out.text("forward_frames");
        m_stacks.lines(context.forwardStack);
    }
    put("category", context.category);
}

} // namespace tidemark
