// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/active_memory/stack_source.h"

#include "core/analysis/layout/stack_plane.h"
#include "ui/timeline/tick_labels.h"

#include <cmath>

namespace tidemark::ui {

double StackSource::height() const
{
    return static_cast<double>(curves().peak(Curve::Allocated).bytes);
}

IdPlane StackSource::plane(
    std::span<const std::size_t> moments, const ByteRows& rows, const std::stop_token& stop) const
{
    return stackPlane(attribution(), grouped()->alive, moments, rows, stop);
}

std::vector<std::uint32_t> StackSource::aliveAt(std::size_t position) const
{
    return grouped()->alive.at(attribution(), position);
}

std::vector<ByteMark> StackSource::marks(double begin, double end, int most, ByteUnits units) const
{
    const double step = byteTickStep(end - begin, most, units);
    std::vector<ByteMark> marks;
    for (double i = std::ceil(begin / step); i * step <= end; ++i)
        marks.push_back({i * step, byteTickLabel(i * step, step, end, units), true});
    return marks;
}

} // namespace tidemark::ui
