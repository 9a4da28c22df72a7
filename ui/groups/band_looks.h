// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/group_bands.h"
#include "ui/theme.h"

#include <QColor>
#include <QPainter>
#include <vector>

namespace tidemark::ui {

// What is laid over a band's colour, so that colours that come twice are told apart.
enum class BandPattern : std::uint8_t { Plain, Hatched, Crossed };

struct BandLook {
    QColor colour;
    QColor line; // of the pattern
    BandPattern pattern = BandPattern::Plain;

    // Pixels after which the pattern comes again, in both directions.
    static int period(int scale) { return 5 * scale; }

    // Of the pixel at (x, y) of a picture with `scale` device pixels to a logical one.
    bool isLine(int x, int y, int scale) const
    {
        if (pattern == BandPattern::Plain)
            return false;
        const int length = period(scale);
        const bool rises = (x + y) % length < scale;
        return rises || (pattern == BandPattern::Crossed && ((x - y) % length + length) % length < scale);
    }
};

// How many bands a picture can tell apart. Steps follow each other: their colours come again.
std::size_t mostBands(GroupBy by);

// By band. Categories have their own colours in every recording.
std::vector<BandLook> bandLooks(const Grouping& grouping, const GroupBands& bands, const Theme& theme);

// A piece of the band, as a sample for a legend.
void paintBandSample(QPainter& painter, const QRectF& place, const BandLook& look, const Theme& theme);

} // namespace tidemark::ui
