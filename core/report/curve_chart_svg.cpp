// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/report/curve_chart.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr double chartWidth = 960;
constexpr double chartHeight = 260;
constexpr double chartLeft = 76;
constexpr double chartBottom = 24;
constexpr double chartTop = 10;

class SvgWriter {
public:
    explicit SvgWriter(const ReportCurves& curves)
        : m_curves(curves)
        , m_top(static_cast<double>(std::max<std::int64_t>(curves.top, 1)))
    { }

    std::string made();

private:
    double y(std::int64_t bytes) const
    {
        return chartTop + (chartHeight - chartTop - chartBottom) * (1 - static_cast<double>(bytes) / m_top);
    }
    double x(std::size_t column, std::size_t count) const
    {
        return chartLeft
            + (chartWidth - chartLeft) * static_cast<double>(column) / static_cast<double>(count);
    }
    std::string outline(Curve curve) const;
    void grid();
    void curves();
    void line(std::string_view style, std::string_view name, Curve curve);

    const ReportCurves& m_curves;
    double m_top;
    std::string m_svg;
};

// Each column's entering value, then the least and the most in it, and the value on leaving it: no spike is
// lost, however narrow.
std::string SvgWriter::outline(Curve curve) const
{
    const auto& columns = m_curves.columns[static_cast<std::size_t>(curve)];
    std::string path;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const CurveColumn& column = columns[i];
        path += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "M" : " L", x(i, columns.size()), y(column.first));
        if (column.min < std::min(column.first, column.last))
            path += fmt::format(" V{:.1f}", y(column.min));
        if (column.max > std::max(column.first, column.last))
            path += fmt::format(" V{:.1f}", y(column.max));
        path += fmt::format(" V{:.1f}", y(column.last));
    }
    return columns.empty() ? path : path + fmt::format(" H{:.1f}", chartWidth);
}

void SvgWriter::grid()
{
    for (int part = 0; part <= 4; ++part) {
        const auto bytes = static_cast<std::int64_t>(m_top * part / 4);
        m_svg += fmt::format("<line class=\"grid\" x1=\"{:.0f}\" y1=\"{:.1f}\" x2=\"{:.0f}\" y2=\"{:.1f}\"/>",
            chartLeft, y(bytes), chartWidth, y(bytes));
        m_svg += fmt::format("<text class=\"tick\" x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>",
            chartLeft - 8, y(bytes) + 4, formatBytes(bytes));
    }
    m_svg += fmt::format(
        "<text class=\"tick\" x=\"{:.0f}\" y=\"{:.0f}\">event 1</text>", chartLeft, chartHeight - 6);
    m_svg += fmt::format("<text class=\"tick\" x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">event {}</text>",
        chartWidth, chartHeight - 6, formatExact(static_cast<std::int64_t>(m_curves.events)));
}

void SvgWriter::line(std::string_view style, std::string_view name, Curve curve)
{
    m_svg += fmt::format("<path class=\"{}\" d=\"{}\"><title>{}</title></path>", style, outline(curve), name);
}

void SvgWriter::curves()
{
    const std::string floor = fmt::format(" V{:.1f} H{:.0f} Z", y(0), chartLeft);
    m_svg += fmt::format("<path class=\"reserved-area\" d=\"{}{}\"/>", outline(Curve::Reserved), floor);
    m_svg += fmt::format("<path class=\"allocated-area\" d=\"{}{}\"/>", outline(Curve::Allocated), floor);
    line("active-line", "active", Curve::Active);
    line("allocated-line", "allocated", Curve::Allocated);
    line("reserved-line", "reserved", Curve::Reserved);
}

std::string SvgWriter::made()
{
    m_svg = fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
                        "aria-label=\"Allocated, active and reserved memory over the events\">",
        chartWidth, chartHeight);
    grid();
    curves();
    return m_svg + "</svg>";
}

} // namespace

std::string curveChartSvg(const ReportCurves& curves)
{
    return curves.events == 0 ? std::string() : SvgWriter(curves).made();
}

} // namespace tidemark
