// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_paints.h"
#include "ui/map/map_view.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tidemark::ui {

// Draws one row at a time into scan lines. Holds buffers that all rows of a picture share.
class RowRaster {
public:
    // `classOf`: see rasterizeMap(); must outlive the raster, as the paints must.
    RowRaster(const MapPaints& paints, int width, std::span<const std::uint8_t> classOf = {});

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
        static constexpr std::size_t severalLooks = SIZE_MAX;

        int begin = 0;
        int end = 0;
        Shares shares = {};
        // Of allocated memory, where that is coloured by class: its one look, and its colours by their
        // shares.
        std::size_t look = 0;
        std::array<float, 3> tint = {};

        bool isColumn() const { return end - begin == 1; }
    };
    struct TexturedRun {
        int begin = 0;
        int end = 0;
        std::size_t look = 0;
    };
    struct Edge {
        int x = 0;
        std::size_t look = 0;
    };

    void addBlock(
        const SegmentList& list, const SegmentInfo& segment, std::uint32_t place, bool segmentIsFree);
    std::size_t lookOf(MemoryClass memoryClass, std::uint32_t block) const;
    void addRun(MemoryClass memoryClass, std::size_t look, double begin, double end);
    void addToColumn(int x, MemoryClass memoryClass, std::size_t look, double share);
    void addTint(Piece& piece, std::size_t look, float share) const;
    void addEdges(std::size_t look, double begin, double end);
    void strengthenLonelyBlocks();
    void colourPieces();
    void colourPiece(const Piece& piece);
    static void strengthen(Piece& piece);
    QRgb mixed(const Piece& piece) const;
    double pixelOf(std::uint64_t offset) const
    {
        return (static_cast<double>(offset) - m_firstByte) * m_pixelsPerByte;
    }

    const MapPaints& m_paints;
    std::span<const std::uint8_t> m_classOf;
    bool m_isColoured = false;
    int m_width = 0;
    double m_firstByte = 0;
    double m_pixelsPerByte = 1;
    // By look: textures drawn out over the width, one line for each row of the texture.
    std::vector<std::vector<std::vector<QRgb>>> m_textureLines;
    std::vector<Piece> m_pieces;
    std::vector<QRgb> m_base; // the row without its textures
    std::vector<TexturedRun> m_textured;
    std::vector<Edge> m_edges;
    std::vector<int> m_lonely; // columns of lone live blocks, from left to right
};

} // namespace tidemark::ui
