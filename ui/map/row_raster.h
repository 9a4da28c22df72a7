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
    // Red, green, blue and nothing: four are added as fast as one.
    using Levels = std::array<float, 4>;

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
        Levels tint = {};

        bool isColumn() const { return end - begin == 1; }
        float liveShare() const
        {
            return shares[static_cast<std::size_t>(MemoryClass::Allocated)]
                + shares[static_cast<std::size_t>(MemoryClass::Rounding)]
                + shares[static_cast<std::size_t>(MemoryClass::Waiting)];
        }
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
    void finishPiece();
    void finishLive(const Piece& piece);
    void endLiveGroup();
    void spareLonelyBlocks();
    void colourPiece(const Piece& piece);
    static void strengthen(Piece& piece);
    QRgb mixed(const Piece& piece) const;
    static Levels levelsOf(QRgb colour);
    double pixelOf(std::uint64_t offset) const
    {
        // Segments are smaller than 2^63 bytes, and signed numbers turn into doubles at once.
        return (static_cast<double>(static_cast<std::int64_t>(offset)) - m_firstByte) * m_pixelsPerByte;
    }

    const MapPaints& m_paints;
    std::span<const std::uint8_t> m_classOf;
    bool m_isColoured = false;
    int m_width = 0;
    double m_firstByte = 0;
    double m_pixelsPerByte = 1;
    // By look: textures drawn out over the width, one line for each row of the texture.
    std::vector<std::vector<std::vector<QRgb>>> m_textureLines;
    std::array<Levels, memoryClassCount> m_means = {};
    Levels m_ground = {};
    // Pieces come from left to right, and each is coloured when the next begins: nothing is kept of a row but
    // its pixels, and what may still turn out to be a lone live block.
    Piece m_piece;
    bool m_hasPiece = false;
    bool m_seeksLonely = false;
    std::array<Piece, 2> m_waiting; // of the group of live pieces; thin ones only, while they may be lonely
    std::size_t m_waitingCount = 0;
    bool m_isCrowd = false; // the group is wider
    std::vector<QRgb> m_base; // the row without its textures
    std::vector<TexturedRun> m_textured;
    std::vector<Edge> m_edges;
    std::vector<int> m_lonely; // columns of lone live blocks, from left to right
};

} // namespace tidemark::ui
