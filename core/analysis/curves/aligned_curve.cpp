// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/aligned_curve.h"

#include "core/analysis/curves/curve_columns.h"

#include <algorithm>
#include <map>
#include <string>

namespace tidemark {

namespace {

struct PositionSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Steps by name, and phases by the step that holds them, their name and their number among those.
std::map<std::string, PositionSpan> namedSpans(
    const AnalyzedRecording& analyzed, std::size_t device, CurveAlignment by)
{
    const Recording& recording = analyzed.recording;
    const std::size_t last = analyzed.histories[device].eventCount();
    std::map<std::string, PositionSpan> spans;
    std::map<std::string, int> counts;
    std::string step;
    std::size_t stepEnd = 0;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.device != device || annotation.kind == AnnotationKind::Range)
            continue;
        if (by == CurveAlignment::Step && annotation.kind != AnnotationKind::Step)
            continue;
        const PositionSpan span = {
            static_cast<std::size_t>(std::min<std::uint64_t>(annotation.startEvent, last)),
            static_cast<std::size_t>(std::min<std::uint64_t>(annotation.endEvent, last))};
        std::string name(recording.strings[annotation.name]);
        if (annotation.kind == AnnotationKind::Step) {
            step = name;
            stepEnd = span.end;
        } else {
            name = (span.begin < stepEnd ? step : std::string()) + '\n' + name;
            name += '\n' + std::to_string(counts[name]++);
        }
        spans.emplace(std::move(name), span);
    }
    return spans;
}

} // namespace

AlignedPositions::AlignedPositions(const AnalyzedRecording& from, std::size_t fromDevice,
    const AnalyzedRecording& to, std::size_t toDevice, CurveAlignment by)
{
    if (by == CurveAlignment::Time) {
        m_from = &from.recording.devices[fromDevice];
        m_to = &to.recording.devices[toDevice];
        m_toEvents = to.histories[toDevice].eventCount();
        return;
    }
    const auto wanted = namedSpans(from, fromDevice, by);
    const auto given = namedSpans(to, toDevice, by);
    m_knots.push_back({});
    for (const auto& [name, span] : wanted) {
        const auto found = given.find(name);
        if (found == given.end())
            continue;
        m_knots.push_back({span.begin, found->second.begin});
        m_knots.push_back({span.end, found->second.end});
    }
    m_knots.push_back({from.histories[fromDevice].eventCount(), to.histories[toDevice].eventCount()});
    std::sort(m_knots.begin(), m_knots.end(),
        [](const Knot& a, const Knot& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    // Of borders that contradict each other the later gives way: it never falls.
    std::vector<Knot> rising;
    for (const Knot& knot : m_knots) {
        if (rising.empty() || (knot.from > rising.back().from && knot.to >= rising.back().to))
            rising.push_back(knot);
    }
    if (rising.size() < 2)
        rising.push_back({rising.back().from + 1, rising.back().to});
    m_knots = std::move(rising);
}

std::size_t AlignedPositions::atTime(std::size_t position) const
{
    if (position == 0) // events of the very first moment are behind it
        return 0;
    return positionAt(*m_to, m_toEvents, TimeAxis::Time, axisValue(*m_from, TimeAxis::Time, position));
}

std::size_t AlignedPositions::at(std::size_t position) const
{
    if (m_to != nullptr)
        return atTime(position);
    const auto after = std::lower_bound(m_knots.begin() + 1, m_knots.end() - 1, position,
        [](const Knot& knot, std::size_t wanted) { return knot.from < wanted; });
    const Knot& left = *std::prev(after);
    const Knot& right = *after;
    const std::size_t inside = std::min(position, right.from) - std::min(left.from, position);
    const double share = static_cast<double>(inside) / static_cast<double>(right.from - left.from);
    return left.to + static_cast<std::size_t>(share * static_cast<double>(right.to - left.to) + 0.5);
}

Pyramid alignedCurve(const AnalyzedRecording& shown, std::size_t shownDevice, const AnalyzedRecording& other,
    std::size_t otherDevice, Curve curve, CurveAlignment by, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 16384;
    const AlignedPositions aligned(shown, shownDevice, other, otherDevice, by);
    const DeviceHistory& history = other.histories[otherDevice];
    const std::size_t events = shown.histories[shownDevice].eventCount();
    Pyramid values;
    std::size_t before = aligned.at(0);
    for (std::size_t event = 0; event < events; ++event) {
        if (event % eventsBetweenLooks == 0 && stop.stop_requested())
            break;
        const std::size_t position = aligned.at(event + 1);
        std::int64_t value = history.valueAt(curve, position);
        if (position > before && history.eventCount() > 0)
            value = std::max(value, history.curve(curve).extremes(before, position).max);
        values.append(value);
        before = position;
    }
    return values;
}

} // namespace tidemark
