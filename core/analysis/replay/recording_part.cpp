// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/recording_part.h"

#include "core/analysis/holders/attribution.h"

#include <algorithm>

namespace tidemark {

namespace {

// Makes the part of one device.
class PartOfDevice {
public:
    PartOfDevice(const AnalyzedRecording& analyzed, std::size_t device, EventRange range)
        : m_analyzed(analyzed)
        , m_index(device)
        , m_device(analyzed.recording.devices[device])
        , m_history(analyzed.histories[device])
        , m_range(range)
    { }

    Device made() const
    {
        Device part = m_device;
        part.events = {};
        for (std::uint64_t event = m_range.begin; event < m_range.end; ++event)
            part.events.append(m_history.followed(m_device, event));
        if (m_range.begin > 0) {
            part.before = stateAt(m_range.begin);
            part.history = History::Partial;
        }
        if (m_range.end < m_history.eventCount())
            part.after = stateAt(m_range.end);
        else if (part.after)
            renumber(*part.after);
        std::erase_if(part.statistics, [this](const StatsSample& sample) { return !isIn(sample.event); });
        for (StatsSample& sample : part.statistics)
            sample.event -= m_range.begin;
        part.driver = {};
        for (std::size_t i = 0; i < m_device.driver.size(); ++i)
            if (DriverSample sample = m_device.driver[i]; isIn(sample.event)) {
                sample.event -= m_range.begin;
                part.driver.push_back(sample);
            }
        part.tensors = {};
        for (const TensorLabel& label : labels())
            part.tensors.push_back(label);
        return part;
    }

    std::vector<Annotation> annotations() const
    {
        std::vector<Annotation> kept;
        for (Annotation annotation : m_analyzed.recording.annotations) {
            if (annotation.device != m_index || annotation.startEvent >= m_range.end
                || annotation.endEvent <= m_range.begin)
                continue;
            annotation.device = 0;
            annotation.startEvent = std::max(annotation.startEvent, m_range.begin) - m_range.begin;
            if (annotation.endEvent > m_range.end) {
                annotation.endUs = Annotation::open;
                annotation.endEvent = UINT64_MAX;
            } else {
                annotation.endEvent -= m_range.begin;
            }
            kept.push_back(annotation);
        }
        return kept;
    }

    std::vector<Mark> marks() const
    {
        std::vector<Mark> kept;
        for (Mark mark : m_analyzed.recording.marks) {
            if (mark.device != m_index || !isIn(mark.event))
                continue;
            mark.device = 0;
            mark.event -= m_range.begin;
            kept.push_back(mark);
        }
        return kept;
    }

private:
    // Of what holds before an event.
    bool isIn(std::uint64_t event) const { return event >= m_range.begin && event <= m_range.end; }

    SegmentList stateAt(std::uint64_t position) const
    {
        SegmentList list = m_history.segmentsAt(m_device, position);
        renumber(list);
        return list;
    }

    void renumber(SegmentList& list) const
    {
        for (BlockInfo& block : list.blocks)
            block.allocEvent = block.allocEvent == BlockInfo::noEvent || block.allocEvent < m_range.begin
                ? BlockInfo::noEvent
                : block.allocEvent - m_range.begin;
    }

    // Those of memory that is there when the part begins, then those that come in it.
    std::vector<TensorLabel> labels() const
    {
        std::vector<TensorLabel> kept;
        if (m_device.tensors.empty())
            return kept;
        const Attribution attribution = attribute(m_analyzed.recording, m_index, m_history);
        for (const Allocation& allocation : attribution.allocations)
            if (allocation.isAliveAt(m_range.begin))
                for (TensorLabel label : attribution.labelsOf(allocation))
                    if (label.event <= m_range.begin) {
                        label.event = 0;
                        kept.push_back(label);
                    }
        for (std::size_t i = 0; i < m_device.tensors.size(); ++i)
            if (TensorLabel label = m_device.tensors[i];
                label.event > m_range.begin && label.event <= m_range.end) {
                label.event -= m_range.begin;
                kept.push_back(label);
            }
        return kept;
    }

    const AnalyzedRecording& m_analyzed;
    std::size_t m_index;
    const Device& m_device;
    const DeviceHistory& m_history;
    EventRange m_range;
};

} // namespace

Recording recordingPart(const AnalyzedRecording& analyzed, std::size_t device, EventRange range)
{
    const PartOfDevice part(analyzed, device, range);
    Recording recording = analyzed.recording;
    recording.devices = {part.made()};
    recording.annotations = part.annotations();
    recording.marks = part.marks();
    recording.warnings.clear();
    recording.complete = recording.complete || range.end < analyzed.histories[device].eventCount();
    return recording;
}

} // namespace tidemark
