// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/trace/recording_builder.h"

#include <string>
#include <vector>

namespace tidemark::tests {

// Writes recordings of several devices, each of which gets and returns segments.
class DevicesBuilder {
public:
    std::size_t addDevice(int ordinal, const std::string& source = {}, std::vector<Setting> settings = {})
    {
        Device& device = m_builder.recording().devices.emplace_back();
        device.ordinal = ordinal;
        device.source = source;
        device.settings = std::move(settings);
        device.history = History::Whole;
        return m_builder.recording().devices.size() - 1;
    }

    // One more segment, at a time.
    void reserve(std::size_t device, std::uint64_t bytes, std::int64_t timeUs)
    {
        add(device, {timeUs, m_next, bytes, {}, 0, 0, Action::SegmentAlloc});
        m_next += bytes + (1 << 21);
    }

    void add(std::size_t device, const Event& event)
    {
        m_builder.recording().devices[device].events.append(event);
    }

    void step(std::size_t device, const std::string& name, std::int64_t beginUs, std::int64_t endUs)
    {
        Annotation annotation;
        annotation.startUs = beginUs;
        annotation.endUs = endUs;
        annotation.name = m_builder.string(name);
        annotation.device = static_cast<std::uint16_t>(device);
        annotation.kind = AnnotationKind::Step;
        m_builder.recording().annotations.push_back(annotation);
    }

    Recording& recording() { return m_builder.recording(); }
    Recording take() const { return m_builder.snapshot(); }

private:
    RecordingBuilder m_builder;
    std::uint64_t m_next = 0x7f0000000000;
};

} // namespace tidemark::tests
