// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_paints.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

enum class Direction { Up, Down };

QRgb meanOf(const std::vector<QRgb>& pixels)
{
    std::array<std::size_t, 3> sums = {};
    for (const QRgb pixel : pixels) {
        sums[0] += static_cast<std::size_t>(qRed(pixel));
        sums[1] += static_cast<std::size_t>(qGreen(pixel));
        sums[2] += static_cast<std::size_t>(qBlue(pixel));
    }
    const auto mean = [&](std::size_t sum) { return static_cast<int>(sum / pixels.size()); };
    return qRgb(mean(sums[0]), mean(sums[1]), mean(sums[2]));
}

Texture plain(const QColor& colour)
{
    return {1, {colour.rgb()}, colour.rgb()};
}

// Smooth diagonal lines, `distance` apart along the row and `thickness` wide.
Texture hatched(const QColor& ground, const QColor& line, int distance, double thickness, Direction direction)
{
    Texture texture{distance, {}, 0};
    for (int y = 0; y < distance; ++y) {
        for (int x = 0; x < distance; ++x) {
            const int along = direction == Direction::Up ? x + y : x + distance - y;
            const double off = std::abs(along % distance - distance / 2) * std::sqrt(0.5);
            const double share = std::clamp(thickness / 2 + 0.5 - off, 0.0, 1.0);
            texture.tile.push_back(blend(ground, line, share).rgb());
        }
    }
    texture.mean = meanOf(texture.tile);
    return texture;
}

Texture dotted(const QColor& ground, const QColor& dot, int distance, int size)
{
    Texture texture{distance, {}, 0};
    const int half = distance / 2;
    for (int y = 0; y < distance; ++y) {
        for (int x = 0; x < distance; ++x) {
            const bool first = x < size && y < size;
            const bool second = x >= half && x < half + size && y >= half && y < half + size;
            texture.tile.push_back((first || second ? dot : ground).rgb());
        }
    }
    texture.mean = meanOf(texture.tile);
    return texture;
}

// As the bands of the timeline and the tiles are drawn.
Texture patterned(const BandLook& look, int scale)
{
    Texture texture{look.period(scale), {}, 0};
    for (int y = 0; y < texture.period; ++y)
        for (int x = 0; x < texture.period; ++x)
            texture.tile.push_back((look.isLine(x, y, scale) ? look.line : look.colour).rgb());
    texture.mean = meanOf(texture.tile);
    return texture;
}

// Lines along the row, which even a column one pixel wide shows.
Texture striped(const QColor& ground, const QColor& line, int distance, int thickness)
{
    Texture texture{distance, {}, 0};
    for (int y = 0; y < distance; ++y)
        for (int x = 0; x < distance; ++x)
            texture.tile.push_back((y % distance < thickness ? line : ground).rgb());
    texture.mean = meanOf(texture.tile);
    return texture;
}

} // namespace

MapPaints MapPaints::fromTheme(const Theme& theme, double pixelRatio)
{
    const auto pixels = [pixelRatio](double length) { return std::max(1, qRound(length * pixelRatio)); };
    const QColor freeGround = blend(theme.panel, theme.freeBeside, theme.isDark ? 0.16 : 0.20);
    const QColor wholeGround = blend(theme.panel, theme.wholeFree, theme.isDark ? 0.14 : 0.14);
    const QColor waitingDot = blend(theme.waiting, theme.panel, theme.isHighContrast ? 1.0 : 0.62);
    const QColor roundingGap = blend(theme.panel, theme.rounding, theme.isHighContrast ? 0.0 : 0.30);
    const double thick = theme.isHighContrast ? 1.5 : 1; // of the hatching

    MapPaints paints;
    paints.ground = theme.panel.rgb();
    const auto set = [&paints](MemoryClass which, Texture texture, const QColor& edge) {
        paints.textures[static_cast<std::size_t>(which)] = std::move(texture);
        paints.edges[static_cast<std::size_t>(which)] = edge.rgb();
    };
    set(MemoryClass::Allocated, plain(theme.allocated), blend(theme.allocated, theme.panel, 0.55));
    set(MemoryClass::Rounding, striped(roundingGap, theme.rounding, pixels(5), pixels(3)), theme.rounding);
    set(MemoryClass::Waiting, dotted(theme.waiting, waitingDot, pixels(3) * 2, pixels(1)),
        blend(theme.waiting, theme.panel, 0.55));
    set(MemoryClass::FreeBesideLive,
        hatched(freeGround, theme.freeBeside, pixels(5), 1.3 * thick * pixelRatio, Direction::Up),
        theme.freeBeside);
    set(MemoryClass::WholeFree,
        hatched(wholeGround, theme.wholeFree, pixels(8), 1.1 * thick * pixelRatio, Direction::Down),
        theme.wholeFree);
    return paints;
}

void MapPaints::setClasses(std::span<const BandLook> looks, const Theme& theme, double pixelRatio)
{
    classes.clear();
    classEdges.clear();
    const int scale = std::max(1, qRound(pixelRatio));
    const auto add = [&](const BandLook& look) {
        classes.push_back(look.pattern == BandPattern::Plain ? plain(look.colour) : patterned(look, scale));
        classEdges.push_back(blend(look.colour, theme.panel, 0.55).rgb());
    };
    for (const BandLook& look : looks)
        add(look);
    add({blend(theme.panel, theme.text, 0.25), {}, BandPattern::Plain});
}

void MapPaints::addDimClass(const Theme& theme)
{
    if (classes.empty()) {
        classes.push_back(of(MemoryClass::Allocated));
        classEdges.push_back(edgeOf(MemoryClass::Allocated));
    }
    classes.push_back(plain(blend(theme.panel, theme.text, 0.14)));
    classEdges.push_back(blend(theme.panel, theme.text, 0.24).rgb());
}

QImage swatch(const MapPaints& paints, MemoryClass memoryClass, QSize size)
{
    return swatch(paints, static_cast<std::size_t>(memoryClass), size);
}

QImage swatch(const MapPaints& paints, std::size_t look, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    const Texture& texture = paints.look(look);
    for (int y = 0; y < size.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x) {
            const bool onEdge = x == 0 || y == 0 || x + 1 == size.width() || y + 1 == size.height();
            line[x] = onEdge && texture.period > 1 ? paints.edgeOfLook(look) : texture.at(x, y);
        }
    }
    return image;
}

} // namespace tidemark::ui
