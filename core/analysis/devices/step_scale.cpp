// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/step_scale.h"

#include "core/analysis/curves/curve_columns.h"

#include <algorithm>
#include <charconv>

namespace tidemark {

namespace {

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

std::optional<std::int64_t> stepNumberIn(std::string_view name)
{
    std::size_t begin = name.size();
    while (begin > 0 && name[begin - 1] >= '0' && name[begin - 1] <= '9')
        --begin;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(name.data() + begin, name.data() + name.size(), number);
    // Beyond this a double does not tell neighbours apart.
    constexpr std::int64_t most = std::int64_t(1) << 40;
    const bool isNumber = error == std::errc() && end == name.data() + name.size() && number < most;
    return isNumber ? std::optional(number) : std::nullopt;
}

std::vector<std::vector<TrainingStep>> trainingSteps(const Recording& recording)
{
    std::vector<std::vector<TrainingStep>> all(recording.devices.size());
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.kind != AnnotationKind::Step || annotation.device >= all.size())
            continue;
        const Device& device = recording.devices[annotation.device];
        std::vector<TrainingStep>& steps = all[annotation.device];
        TrainingStep step;
        step.begin = microsecondsSinceFirst(device, annotation.startUs);
        if (device.events.empty() || (!steps.empty() && step.begin <= steps.back().begin))
            continue;
        if (annotation.endUs != Annotation::open)
            step.end = microsecondsSinceFirst(device, annotation.endUs);
        step.number = stepNumberIn(recording.strings[annotation.name]);
        steps.push_back(step);
    }
    return all;
}

bool areNumbered(const std::vector<TrainingStep>& steps)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!steps[i].number || (i > 0 && *steps[i].number <= *steps[i - 1].number))
            return false;
    }
    return true;
}

StepScale::StepScale(const std::vector<TrainingStep>& steps, double last, bool byNumber)
{
    if (steps.empty())
        return;
    addSteps(steps, last, byNumber);
    addEnds(last);
}

void StepScale::addSteps(const std::vector<TrainingStep>& steps, double last, bool byNumber)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto number = byNumber ? static_cast<double>(*steps[i].number) : static_cast<double>(i + 1);
        m_knots.push_back({number, steps[i].begin});
    }
    std::vector<double> lengths;
    for (std::size_t i = 1; i < m_knots.size(); ++i)
        lengths.push_back((m_knots[i].time - m_knots[i - 1].time) / (m_knots[i].step - m_knots[i - 1].step));
    const TrainingStep& newest = steps.back();
    if (lengths.empty())
        lengths.push_back(newest.end.value_or(last) - newest.begin);
    m_usualLength = std::max(1.0, medianOf(std::move(lengths)));
    // One that still runs has at least the usual length, or it would stretch with every event.
    const double end = newest.end.value_or(std::max(last, newest.begin + m_usualLength));
    m_knots.push_back({m_knots.back().step + 1, std::max(end, newest.begin + 1)});
}

void StepScale::addEnds(double last)
{
    const Knot first = m_knots.front();
    if (first.time > 0)
        m_knots.insert(m_knots.begin(), {first.step - first.time / std::max(m_usualLength, first.time), 0});
    const Knot end = m_knots.back();
    if (const double rest = last - end.time; rest > 0)
        m_knots.push_back({end.step + rest / std::max(m_usualLength, rest), last});
}

double StepScale::map(double value, double Knot::*from, double Knot::*to) const
{
    const double slope = to == &Knot::time ? m_usualLength : 1 / m_usualLength;
    if (value <= m_knots.front().*from)
        return m_knots.front().*to + (value - m_knots.front().*from) * slope;
    if (value >= m_knots.back().*from)
        return m_knots.back().*to + (value - m_knots.back().*from) * slope;
    const auto above = std::upper_bound(m_knots.begin(), m_knots.end(), value,
        [from](double wanted, const Knot& knot) { return wanted < knot.*from; });
    const Knot& left = *std::prev(above);
    const double part = (value - left.*from) / (*above.*from - left.*from);
    return left.*to + part * (*above.*to - left.*to);
}

double StepScale::stepAt(double time) const
{
    return map(time, &Knot::time, &Knot::step);
}

double StepScale::timeAt(double step) const
{
    return map(step, &Knot::step, &Knot::time);
}

double StepScale::begin() const
{
    return m_knots.front().step;
}

double StepScale::end() const
{
    return m_knots.back().step;
}

} // namespace tidemark
