// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/device_alignment.h"

#include <algorithm>
#include <cmath>

namespace tidemark {

namespace {

// What is further apart than this, and than the longest recording lasted, was not recorded together.
constexpr double leastGap = 1e6; // microseconds

struct Span {
    double begin = 0;
    double end = 0;
};

bool lieTogether(std::vector<Span> spans)
{
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    double longest = leastGap;
    for (const Span& span : spans)
        longest = std::max(longest, span.end - span.begin);
    for (std::size_t i = 1; i < spans.size(); ++i) {
        if (spans[i].begin - spans[i - 1].end > longest)
            return false;
        spans[i].end = std::max(spans[i].end, spans[i - 1].end);
    }
    return true;
}

double lengthOf(const Device& device)
{
    return std::max(0.0, axisValue(device, TimeAxis::Time, device.events.size()));
}

} // namespace

bool hasTimes(const Device& device)
{
    return !device.events.empty() && device.events.timeUs().back() != 0;
}

bool hasSteps(const Recording& recording)
{
    return std::any_of(
        recording.annotations.begin(), recording.annotations.end(), [&](const Annotation& annotation) {
            return annotation.kind == AnnotationKind::Step && annotation.device < recording.devices.size()
                && hasTimes(recording.devices[annotation.device]);
        });
}

DeviceAlignment::DeviceAlignment(const Recording& recording, AlignBy by)
    : m_by(by)
    , m_places(recording.devices.size())
{
    if (by == AlignBy::Event)
        placeByEvent(recording);
    else if (by == AlignBy::Time)
        placeByTime(recording);
    else
        placeBySteps(recording);
    findEnds();
}

void DeviceAlignment::placeByEvent(const Recording& recording)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const std::size_t events = recording.devices[i].events.size();
        m_places[i].isKnown = events > 0;
        m_places[i].length = static_cast<double>(events);
    }
}

void DeviceAlignment::placeByTime(const Recording& recording)
{
    std::int64_t first = INT64_MAX;
    for (const Device& device : recording.devices) {
        if (hasTimes(device))
            first = std::min(first, device.events.timeUs()[0]);
    }
    std::vector<Span> spans;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const Device& device = recording.devices[i];
        if (!hasTimes(device))
            continue;
        Place& place = m_places[i];
        place.isKnown = true;
        place.length = lengthOf(device);
        place.offset = -microsecondsSinceFirst(device, first);
        spans.push_back({place.offset, place.offset + place.length});
    }
    m_hasOneClock = lieTogether(std::move(spans));
    if (m_hasOneClock)
        return;
    for (Place& place : m_places)
        place.offset = 0;
}

void DeviceAlignment::placeBySteps(const Recording& recording)
{
    std::vector<std::vector<TrainingStep>> steps = trainingSteps(recording);
    m_hasStepNumbers = true;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (!hasTimes(recording.devices[i]))
            steps[i].clear();
        m_hasStepNumbers = m_hasStepNumbers && areNumbered(steps[i]);
    }
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        m_places[i].steps = StepScale(steps[i], lengthOf(recording.devices[i]), m_hasStepNumbers);
        m_places[i].isKnown = !m_places[i].steps.isEmpty();
    }
}

void DeviceAlignment::findEnds()
{
    if (isEmpty())
        return;
    m_begin = INFINITY;
    m_end = -INFINITY;
    for (const Place& place : m_places) {
        if (!place.isKnown)
            continue;
        const bool bySteps = m_by == AlignBy::Step;
        m_begin = std::min(m_begin, bySteps ? place.steps.begin() : place.offset);
        m_end = std::max(m_end, bySteps ? place.steps.end() : place.offset + place.length);
    }
    m_end = std::max(m_end, m_begin + 1e-3);
}

bool DeviceAlignment::isEmpty() const
{
    return std::none_of(m_places.begin(), m_places.end(), [](const Place& place) { return place.isKnown; });
}

double DeviceAlignment::toAxis(std::size_t device, double own) const
{
    const Place& place = m_places[device];
    return m_by == AlignBy::Step ? place.steps.stepAt(own) : place.offset + own;
}

double DeviceAlignment::toOwn(std::size_t device, double value) const
{
    const Place& place = m_places[device];
    return m_by == AlignBy::Step ? place.steps.timeAt(value) : value - place.offset;
}

} // namespace tidemark
