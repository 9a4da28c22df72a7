// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_paints.h"
#include "ui/map/map_view.h"

#include <array>
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
    // What part of a column belongs to each class; the rest is ground.
    using Shares = std::array<float, memoryClassCount>;

    // Columns [begin, end) that hold the same, from left to right: a run of one class, or a single column
    // that several share.
    struct Piece {
        int begin = 0;
        int end = 0;
        Shares shares = {};

        bool isColumn() const { return end - begin == 1; }
    };
    struct TexturedRun {
        int begin = 0;
        int end = 0;
        MemoryClass memoryClass = MemoryClass::Allocated;
    };
    struct Edge {
        int x = 0;
        MemoryClass memoryClass = MemoryClass::Allocated;
    };

    void addBlock(const SegmentInfo& segment, const BlockInfo& block, bool segmentIsFree);
    void addRun(MemoryClass memoryClass, double begin, double end);
    void addToColumn(int x, MemoryClass memoryClass, double share);
    void addEdges(MemoryClass memoryClass, double begin, double end);
    void strengthenLonelyBlocks();
    void colourPieces();
    void colourPiece(const Piece& piece);
    QRgb mixed(const Shares& shares) const;
    double pixelOf(std::uint64_t offset) const
    {
        return (static_cast<double>(offset) - m_firstByte) * m_pixelsPerByte;
    }

    const MapPaints& m_paints;
    int m_width = 0;
    double m_firstByte = 0;
    double m_pixelsPerByte = 1;
    // Textures drawn out over the width, one line for each row of the texture.
    std::array<std::vector<std::vector<QRgb>>, memoryClassCount> m_textureLines;
    std::vector<Piece> m_pieces;
    std::vector<QRgb> m_base; // the row without its textures
    std::vector<TexturedRun> m_textured;
    std::vector<Edge> m_edges;
    std::vector<int> m_lonely; // columns of lone live blocks, from left to right
};

} // namespace tidemark::ui
