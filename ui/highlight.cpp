// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/highlight.h"

namespace tidemark::ui {

namespace {

constexpr double faded = 0.22; // of a colour, where another band stands out
constexpr double strong = 0.75;
constexpr double gapShare = 0.45; // the whole gap is coloured, though it may hold both kinds of free memory

// Where free memory is meant, the timeline has one area for both kinds: between active and reserved.
bool isFreeBand(Band band)
{
    return band == Band::FreeBesideLive || band == Band::WholeFree;
}

bool isArea(Band band)
{
    switch (band) {
    case Band::Requested:
    case Band::Rounding:
    case Band::Allocated:
    case Band::Waiting:
    case Band::Active:
    case Band::FreeBesideLive:
    case Band::WholeFree:
    case Band::Reserved:
        return true;
    default:
        return false;
    }
}

void fade(QColor& colour, const Theme& theme, bool isKept)
{
    if (!isKept)
        colour = blend(theme.panel, colour, faded);
}

} // namespace

Theme highlighted(const Theme& theme, Band band)
{
    if (!isArea(band) || band == Band::Reserved)
        return theme;
    const bool isAllocated = band == Band::Allocated || band == Band::Requested || band == Band::Active;
    const bool isWaiting = band == Band::Waiting || band == Band::Active;
    Theme result = theme;
    const QColor free = band == Band::WholeFree ? theme.wholeFree : theme.freeBeside;
    result.allocatedFill = isAllocated ? blend(theme.panel, theme.allocated, strong)
                                       : blend(theme.panel, theme.allocatedFill, faded);
    result.waitingFill =
        isWaiting ? blend(theme.panel, theme.waiting, strong) : blend(theme.panel, theme.waitingFill, faded);
    result.reservedFill =
        isFreeBand(band) ? blend(theme.panel, free, gapShare) : blend(theme.panel, theme.reservedFill, faded);
    fade(result.allocated, theme, isAllocated);
    fade(result.waiting, theme, isWaiting);
    fade(result.active, theme, isWaiting);
    fade(result.freeBeside, theme, band == Band::FreeBesideLive);
    fade(result.wholeFree, theme, band == Band::WholeFree);
    fade(result.rounding, theme, band == Band::Rounding);
    return result;
}

} // namespace tidemark::ui
