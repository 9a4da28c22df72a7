// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_paints.h"
#include "ui/map/map_view.h"

#include <array>
#include <span>
#include <vector>

namespace tidemark::ui {

// Draws one row at a time into scan lines. Holds buffers that all rows of a picture share.
class RowRaster {
public:
    RowRaster(const MapPaints& paints, int width);

    // Measures what each pixel column holds; paint() then writes it.
    void measure(const SegmentList& list, const MapRow& row, const RowAxis& axis);
    // Scan line `y` of `height` of the row measured last.
    void paint(QRgb* line, int y, int height) const;

private:
    // Columns of one class only, [begin, end).
    struct PureRun {
        int begin = 0;
        int end = 0;
        MemoryClass memoryClass = MemoryClass::Allocated;
    };
    struct Edge {
        int x = 0;
        MemoryClass memoryClass = MemoryClass::Allocated;
    };

    void addBlock(
        const SegmentInfo& segment, const BlockInfo& block, bool segmentIsFree, const RowAxis& axis);
    void addRun(MemoryClass memoryClass, double begin, double end);
    void addEdges(MemoryClass memoryClass, double begin, double end);
    void strengthenLonelyBlocks();
    double liveShare(std::size_t x) const;
    void strengthen(std::size_t x);
    void dropHidingEdges();
    void mixColumns();
    QRgb mixed(std::size_t x) const;
    int pureClass(std::size_t x) const; // -1: several

    using Shares = std::array<float, memoryClassCount>;

    const MapPaints& m_paints;
    int m_width = 0;
    // Textures drawn out over the width, one line for each row of the texture.
    std::array<std::vector<std::vector<QRgb>>, memoryClassCount> m_textureLines;
    std::vector<Shares> m_shares; // of each column
    std::vector<QRgb> m_base; // colour of the columns that are not textured
    std::vector<PureRun> m_textured;
    std::vector<Edge> m_edges;
};

} // namespace tidemark::ui
