// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/groups/band_looks.h"

#include <QImage>
#include <cstdint>
#include <span>
#include <vector>

namespace tidemark::ui {

// What rows of a column are filled with.
struct PiecePaint {
    static constexpr int plain = -1;

    QRgb colour = 0;
    int look = plain; // whose pattern lies over the colour: an index of RowPainter's looks

    bool operator==(const PiecePaint&) const = default;
};

// From this row down to the next piece.
struct ColumnPiece {
    int top = 0;
    PiecePaint paint;
};

// A column of a picture as the pieces that are seen of it when everything is laid one upon the other.
class ColumnPieces {
public:
    explicit ColumnPieces(int height)
        : m_height(height)
    { }

    void restart(QRgb ground);
    // Over what is there, rows [top, behind); nothing where that is empty.
    void lay(int top, int behind, const PiecePaint& paint);

    // By row, the first in row 0.
    std::span<const ColumnPiece> pieces() const { return m_pieces; }

private:
    int m_height;
    std::vector<ColumnPiece> m_pieces;
};

// Paints a picture from its columns' pieces. A row is the one above but for the columns in which a piece
// begins, so that it costs a copy and little more, however high the picture is.
class RowPainter {
public:
    // Columns from `columns` on stay `ground`. `image` is RGB32, and like `looks` must outlive the painter.
    RowPainter(QImage& image, QRgb ground, int columns, int patternScale, std::span<const BandLook> looks);

    void add(int x, std::span<const ColumnPiece> pieces);
    void paint();

private:
    struct Start {
        int x = 0;
        int next = none; // of the same row
        PiecePaint paint;
    };
    static constexpr int none = -1;

    void startPieces(int row);
    void paintPatterns(int row, QRgb* line) const;

    QImage& m_image;
    int m_patternScale;
    std::span<const BandLook> m_looks;
    std::vector<QRgb> m_lines; // of the patterns, by look
    bool m_hasPatterns = false;
    std::vector<int> m_first; // by row, of m_starts
    std::vector<Start> m_starts;
    std::vector<QRgb> m_row; // colours without patterns
    std::vector<int> m_rowLooks; // by column
};

} // namespace tidemark::ui
