// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/driver_layer.h"

#include "ui/timeline/curve_spans.h"

#include <algorithm>
#include <array>

namespace tidemark::ui {

namespace {

// A column in which the driver was asked this often and said something new each time is drawn as high and as
// low as it may have been.
constexpr std::size_t mostStepsLookedAt = 16;

CurveColumn raised(const CurveColumn& column, std::int64_t bytes)
{
    return {column.first + bytes, column.min + bytes, column.max + bytes, column.last + bytes};
}

void extend(std::optional<CurveColumn>& column, const CurveColumn& part)
{
    if (!column) {
        column = part;
        return;
    }
    column->min = std::min(column->min, part.min);
    column->max = std::max(column->max, part.max);
    column->last = part.last;
}

class ColumnMaker {
public:
    ColumnMaker(std::span<const DriverStep> steps, const DeviceHistory& history)
        : m_steps(steps)
        , m_history(history)
    { }

    // The positions (begin, end]; never goes back.
    DriverColumn make(std::size_t begin, std::size_t end)
    {
        while (m_next < m_steps.size() && m_steps[m_next].position <= begin)
            ++m_next;
        DriverColumn column;
        column.reserved = reservedBetween(begin, end);
        std::size_t behind = m_next;
        while (behind < m_steps.size() && m_steps[behind].position <= end)
            ++behind;
        const bool isRough = behind - m_next > mostStepsLookedAt;
        // From each step on, up to the one before the next.
        std::size_t from = begin;
        for (std::size_t step = m_next; step <= behind; ++step) {
            const std::size_t to = step == behind ? end : std::max(from, m_steps[step].position - 1);
            if (step > 0 && (to > from || begin == end))
                add(column, m_steps[step - 1], isRough ? column.reserved : reservedBetween(from, to), begin);
            from = to;
        }
        return column;
    }

private:
    CurveColumn reservedBetween(std::size_t begin, std::size_t end) const
    {
        const std::array borders = {begin, end};
        return curveColumns(m_history, Curve::Reserved, borders).front();
    }

    static void add(DriverColumn& column, const DriverStep& step, CurveColumn reserved, std::size_t begin)
    {
        if (step.position > begin) // what held on entering is not known
            reserved.first = std::clamp(reserved.first, reserved.min, reserved.max);
        if (step.outside)
            extend(column.process, raised(reserved, *step.outside));
        if (step.beyond)
            extend(column.used, raised(reserved, *step.beyond));
    }

    std::span<const DriverStep> m_steps;
    const DeviceHistory& m_history;
    std::size_t m_next = 0; // the first step behind the column's begin
};

// Draws one column after the other.
class DriverRaster {
public:
    DriverRaster(QImage& picture, std::span<const DriverColumn> columns, const Theme& theme,
        const CurveRasterOptions& options)
        : m_columns(columns)
        , m_scale{picture.height(), options.top}
        , m_lineWidth(std::max(options.lineWidth, 1))
        , m_stride(static_cast<std::size_t>(picture.bytesPerLine()) / sizeof(QRgb))
        , m_pixels(reinterpret_cast<QRgb*>(picture.bits()))
        , m_hatch(outsideLook(theme).colour.rgb())
        , m_ground(blend(theme.panel, theme.driver, 0.08).rgb())
        , m_dots(othersLook(theme).colour.rgb())
    { }

    void fillAreas()
    {
        for (std::size_t x = 0; x < m_columns.size(); ++x) {
            const DriverColumn& column = m_columns[x];
            int floor = rowOf(column.reserved);
            if (column.process) {
                const int top = rowOf(*column.process);
                fill(x, top, floor, [this](int px, int y) { return hatchAt(px, y); });
                floor = std::min(floor, top);
            }
            if (column.used)
                fill(x, rowOf(*column.used), floor, [this](int px, int y) { return dotAt(px, y); });
        }
    }

    void drawLine(std::optional<CurveColumn> DriverColumn::*curve, const OverlayLook& look, int lineWidth)
    {
        for (std::size_t begin = 0; begin < m_columns.size();) {
            std::vector<CurveColumn> run;
            std::size_t x = begin;
            for (; x < m_columns.size() && m_columns[x].*curve; ++x)
                run.push_back(*(m_columns[x].*curve));
            drawRun(begin, run, look, lineWidth);
            begin = x + 1;
        }
    }

private:
    int rowOf(const CurveColumn& column) const { return m_scale.row(std::max(column.first, column.max)); }

    QRgb& pixel(std::size_t x, int y) { return m_pixels[static_cast<std::size_t>(y) * m_stride + x]; }

    template <class Colour>
    void fill(std::size_t x, int top, int behind, Colour colourAt)
    {
        for (int y = top; y < behind; ++y) {
            if (const std::optional<QRgb> colour = colourAt(static_cast<int>(x), y))
                pixel(x, y) = *colour;
        }
    }

    std::optional<QRgb> hatchAt(int x, int y) const
    {
        const int period = 6 * m_lineWidth;
        return (x + y) % period < m_lineWidth ? m_hatch : m_ground;
    }

    std::optional<QRgb> dotAt(int x, int y) const
    {
        const int period = 5 * m_lineWidth;
        if (x % period < m_lineWidth && y % period < m_lineWidth)
            return m_dots;
        return std::nullopt;
    }

    void drawRun(
        std::size_t begin, const std::vector<CurveColumn>& run, const OverlayLook& look, int lineWidth)
    {
        const std::vector<CurveSpan> spans = curveSpans(run, m_scale, lineWidth);
        for (std::size_t i = 0; i < spans.size(); ++i) {
            for (int y = spans[i].top; y <= spans[i].bottom; ++y)
                pixel(begin + i, y) = look.colour.rgb();
        }
    }

    std::span<const DriverColumn> m_columns;
    RowScale m_scale;
    int m_lineWidth;
    std::size_t m_stride;
    QRgb* m_pixels;
    QRgb m_hatch;
    QRgb m_ground;
    QRgb m_dots;
};

} // namespace

std::vector<DriverColumn> driverColumns(
    std::span<const DriverStep> steps, const DeviceHistory& history, std::span<const std::size_t> borders)
{
    std::vector<DriverColumn> columns;
    if (borders.size() < 2)
        return columns;
    columns.reserve(borders.size() - 1);
    ColumnMaker maker(steps, history);
    for (std::size_t i = 0; i + 1 < borders.size(); ++i)
        columns.push_back(maker.make(borders[i], borders[i + 1]));
    return columns;
}

std::int64_t highestValue(std::span<const DriverColumn> columns)
{
    std::int64_t highest = 0;
    for (const DriverColumn& column : columns) {
        for (const auto& curve : {column.process, column.used}) {
            if (curve)
                highest = std::max({highest, curve->first, curve->max});
        }
    }
    return highest;
}

OverlayLook processLook(const Theme& theme)
{
    return {theme.driver, false};
}

OverlayLook deviceLook(const Theme& theme)
{
    return {blend(theme.panel, theme.driver, 0.6), false};
}

OverlayLook outsideLook(const Theme& theme)
{
    return {blend(theme.panel, theme.driver, 0.45), false, OverlayArea::Hatched};
}

OverlayLook othersLook(const Theme& theme)
{
    return {blend(theme.panel, theme.driver, 0.55), false, OverlayArea::Dotted};
}

void drawDriver(QImage& picture, std::span<const DriverColumn> columns, const Theme& theme,
    const CurveRasterOptions& options)
{
    if (picture.isNull())
        return;
    const auto width = static_cast<std::size_t>(std::clamp(options.columns, 0, picture.width()));
    columns = columns.first(std::min(columns.size(), width));
    DriverRaster raster(picture, columns, theme, options);
    raster.fillAreas();
    raster.drawLine(&DriverColumn::used, deviceLook(theme), std::max(1, options.lineWidth - 1));
    raster.drawLine(&DriverColumn::process, processLook(theme), options.lineWidth);
}

} // namespace tidemark::ui
