// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/context_name.h"
#include "core/analysis/holders/attribution.h"
#include "core/base/bytes.h"
#include "core/export/trace/device_trace.h"
#include "core/export/trace/slice_lanes.h"

#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

class AllocationSlices {
public:
    AllocationSlices(const TracedDevice& traced, TraceOutput& out)
        : m_traced(traced)
        , m_recording(traced.analyzed.recording)
        , m_attribution(attribute(m_recording, traced.number, traced.history(), out.stop()))
        , m_out(out)
    { }

    bool write(std::uint64_t leastBytes)
    {
        for (const Allocation& allocation : m_attribution.allocations) {
            if (allocation.bytes >= leastBytes)
                put(allocation);
            if (!m_out.count())
                return false;
        }
        return true;
    }

private:
    void put(const Allocation& allocation)
    {
        const TraceClock& clock = m_traced.clock;
        const std::int64_t begin = allocation.event == Allocation::beforeRecording
            ? clock.beforeFirst()
            : clock.ofEvent(allocation.event);
        const std::int64_t end = clock.ofEvent(allocation.freeEvent); // never: behind the last one
        const auto category = static_cast<std::size_t>(allocation.category);
        const std::size_t lane = m_lanes[category].laneOf(begin, end);
        const TraceRow row = m_traced.row(annotationGroups + category, lane);
        if (lane >= m_named[category]) {
            m_named[category] = lane + 1;
            m_out.rowName(row, nameOf(allocation.category));
        }
        m_out.slice(
            row, begin, end - begin, titleOf(allocation), nameOf(allocation.category), factsOf(allocation));
    }

    // What it is, or else where it was made.
    std::string titleOf(const Allocation& allocation) const
    {
        std::string_view name;
        if (const auto labels = m_attribution.labelsOf(allocation); !labels.empty())
            name = m_recording.strings[labels.front().name];
        if (name.empty())
            name = nameOf(m_recording, allocation.context).what;
        const std::string bytes = formatBytes(static_cast<std::int64_t>(allocation.bytes));
        return name.empty() ? bytes : fmt::format("{} · {}", name, bytes);
    }

    TraceOutput::Json factsOf(const Allocation& allocation) const
    {
        TraceOutput::Json facts = {
            {"bytes", allocation.bytes}, {"address", formatAddress(allocation.address)}};
        if (allocation.requested != 0)
            facts["requested"] = allocation.requested;
        if (allocation.event != Allocation::beforeRecording)
            facts["alloc_event"] = allocation.event;
        if (allocation.freeEvent != Allocation::never)
            facts["free_event"] = allocation.freeEvent;
        const ContextName place = nameOf(m_recording, allocation.context);
        if (!place.what.empty())
            facts["place"] = place.what;
        if (!place.detail.empty())
            facts["detail"] = place.detail;
        if (!allocation.isTold)
            facts["note"] = "events are missing here";
        return facts;
    }

    const TracedDevice& m_traced;
    const Recording& m_recording;
    const Attribution m_attribution;
    TraceOutput& m_out;
    std::array<FreeLanes, memoryCategoryCount> m_lanes;
    std::array<std::size_t, memoryCategoryCount> m_named = {}; // rows that have their name
};

} // namespace

bool writeAllocationSlices(const TracedDevice& traced, std::uint64_t leastBytes, TraceOutput& out)
{
    return AllocationSlices(traced, out).write(leastBytes);
}

} // namespace tidemark
