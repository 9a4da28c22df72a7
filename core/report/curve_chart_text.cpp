// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/report/curve_chart.h"

#include <algorithm>

namespace tidemark {

namespace {

// The highest value of a curve in the part [column, column + 1) of `width` parts.
std::int64_t highest(const std::vector<CurveColumn>& columns, std::size_t column, std::size_t width)
{
    const std::size_t begin = column * columns.size() / width;
    const std::size_t end = std::max(begin + 1, (column + 1) * columns.size() / width);
    std::int64_t most = 0;
    for (std::size_t i = begin; i < std::min(end, columns.size()); ++i)
        most = std::max(most, columns[i].max);
    return most;
}

// How many rows a value fills; anything at all fills one.
std::size_t rowsOf(std::int64_t bytes, std::int64_t top, std::size_t height)
{
    if (bytes <= 0)
        return 0;
    const double share = static_cast<double>(bytes) / static_cast<double>(top);
    return std::clamp<std::size_t>(
        static_cast<std::size_t>(share * static_cast<double>(height) + 0.5), 1, height);
}

std::string scaleLabel(const ReportCurves& curves, std::size_t row, std::size_t height)
{
    std::string label;
    if (row == 0)
        label = formatBytes(curves.top);
    else if (row == height / 2)
        label = formatBytes(curves.top / 2);
    return fmt::format("  {:>9} ", label);
}

} // namespace

std::string curveChartText(const ReportCurves& curves, std::size_t width, std::size_t height)
{
    if (curves.events == 0 || curves.top <= 0)
        return {};
    std::string text;
    for (std::size_t row = 0; row < height; ++row) {
        text += scaleLabel(curves, row, height) + "│";
        const std::size_t level = height - row; // rows from the floor up to this one
        std::string line;
        std::size_t used = 0; // what lies behind it is empty
        for (std::size_t column = 0; column < width; ++column) {
            const auto rows = [&](Curve curve) {
                return rowsOf(highest(curves.columns[static_cast<std::size_t>(curve)], column, width),
                    curves.top, height);
            };
            const char* mark = rows(Curve::Allocated) >= level ? "█"
                : rows(Curve::Active) >= level                 ? "▒"
                : rows(Curve::Reserved) >= level               ? "░"
                                                               : " ";
            line += mark;
            used = *mark == ' ' ? used : line.size();
        }
        text += line.substr(0, used) + "\n";
    }
    std::string axis;
    for (std::size_t column = 0; column < width; ++column)
        axis += "─";
    const std::string last = fmt::format("event {}", formatExact(static_cast<std::int64_t>(curves.events)));
    text += fmt::format("  {:>9} └{}\n", "0 B", axis);
    text += fmt::format("  {:>9}  event 1{:>{}}\n", "", last, width > 7 ? width - 7 : 1);
    return text + fmt::format("  {:>9}  █ allocated  ▒ waiting for a stream  ░ reserved, unused\n", "");
}

} // namespace tidemark
