// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/groups/band_looks.h"
#include "ui/map/memory_class.h"
#include "ui/theme.h"

#include <QColor>
#include <QImage>
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tidemark::ui {

// A small square of pixels that repeats in both directions. Plain colours are textures of one pixel.
struct Texture {
    int period = 1;
    std::vector<QRgb> tile = {0xff000000u}; // period rows of period pixels
    QRgb mean = 0xff000000u; // what it looks like from afar: for cells that several blocks share

    QRgb at(int x, int y) const { return tile[static_cast<std::size_t>((y % period) * period + x % period)]; }
};

// How each class of memory is drawn, as pixels. Told by texture as well as by colour: allocated is plain,
// rounding is striped along the row, waiting is dotted, free beside live blocks is hatched upwards (/), whole
// free segments downwards (\).
struct MapPaints {
    QRgb ground = 0xffffffffu; // beside the rows
    std::array<Texture, memoryClassCount> textures;
    std::array<QRgb, memoryClassCount> edges = {}; // outlines between blocks

    const Texture& of(MemoryClass memoryClass) const
    {
        return textures[static_cast<std::size_t>(memoryClass)];
    }
    QRgb edgeOf(MemoryClass memoryClass) const { return edges[static_cast<std::size_t>(memoryClass)]; }

    // What allocated memory is drawn with instead, where it is coloured by class; empty: it is not. The last
    // one stands for blocks of which no class is known. The other states keep their looks.
    std::vector<Texture> classes;
    std::vector<QRgb> classEdges;

    void setClasses(std::span<const BandLook> looks, const Theme& theme, double pixelRatio);

    // What a filter leaves out is dim: the last class, and so also that of blocks of no known class. Without
    // classes the one before is the look of allocated memory.
    void addDimClass(const Theme& theme);

    // Numbers that mean one look: the memory classes first, then the classes of allocated memory.
    std::size_t lookCount() const { return memoryClassCount + classes.size(); }
    const Texture& look(std::size_t number) const
    {
        return number < memoryClassCount ? textures[number] : classes[number - memoryClassCount];
    }
    QRgb edgeOfLook(std::size_t number) const
    {
        return number < memoryClassCount ? edges[number] : classEdges[number - memoryClassCount];
    }
    // `colourClass`: a place in what setClasses() was given; beyond it: none is known.
    std::size_t lookOfClass(std::uint8_t colourClass) const
    {
        return memoryClassCount + std::min<std::size_t>(colourClass, classes.size() - 1);
    }

    // `pixelRatio`: device pixels to one pixel of the window, so that hatching keeps its size.
    static MapPaints fromTheme(const Theme& theme, double pixelRatio);
};

// A sample of the class for legends: its texture with its outline, `size` device pixels.
QImage swatch(const MapPaints& paints, MemoryClass memoryClass, QSize size);
QImage swatch(const MapPaints& paints, std::size_t look, QSize size); // of a class, too

} // namespace tidemark::ui
