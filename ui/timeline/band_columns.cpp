// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/band_columns.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

// Where allocated memory stands highest from the position `begin` to `end`, both included; the first time.
std::size_t highestPosition(const CurveView& history, std::size_t begin, std::size_t end)
{
    if (begin >= end)
        return begin;
    const Pyramid::Extremes extremes = history.curve(Curve::Allocated).extremes(begin, end);
    return history.valueAt(Curve::Allocated, begin) >= extremes.max ? begin : extremes.maxAt + 1;
}

} // namespace

BandColumns bandColumns(
    const GroupColouring& colouring, std::span<const std::size_t> borders, const Theme& theme)
{
    BandColumns result;
    const CurveView history = colouring.view();
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i + 1 < borders.size() && borders[i + 1] <= colouring.curves.eventCount(); ++i)
        positions.push_back(highestPosition(history, borders[i], borders[i + 1]));
    result.known = positions.size();
    result.looks = bandLooks(colouring.grouping, colouring.bands, theme);
    for (std::size_t band = 0; band < colouring.curves.bandCount(); ++band)
        result.bytes.push_back(colouring.curves.valuesAt(band, positions));
    return result;
}

std::optional<std::size_t> bandAt(const GroupColouring& colouring, std::size_t position, double bytes)
{
    if (bytes < 0 || position > colouring.curves.eventCount())
        return std::nullopt;
    std::int64_t below = 0;
    for (std::size_t band = 0; band < colouring.curves.bandCount(); ++band) {
        below += colouring.curves.valueAt(band, position);
        if (bytes < static_cast<double>(below))
            return band;
    }
    return std::nullopt;
}

} // namespace tidemark::ui
