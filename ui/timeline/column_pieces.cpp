// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/column_pieces.h"

#include <algorithm>
#include <utility>

namespace tidemark::ui {

void ColumnPieces::restart(QRgb ground)
{
    m_pieces.assign(1, {0, {ground}});
}

void ColumnPieces::lay(int top, int behind, const PiecePaint& paint)
{
    top = std::max(top, 0);
    behind = std::min(behind, m_height);
    if (top >= behind)
        return;
    const auto beginsBefore = [](const ColumnPiece& piece, int row) { return piece.top < row; };
    const auto first = std::lower_bound(m_pieces.begin(), m_pieces.end(), top, beginsBefore);
    const auto last = std::lower_bound(first, m_pieces.end(), behind, beginsBefore);
    // What comes to the surface again below.
    const bool isCut = behind < m_height && (last == m_pieces.end() || last->top > behind);
    const ColumnPiece rest = isCut ? ColumnPiece{behind, std::prev(last)->paint} : ColumnPiece();
    auto place = m_pieces.erase(first, last);
    place = m_pieces.insert(place, {top, paint});
    if (isCut)
        m_pieces.insert(std::next(place), rest);
}

RowPainter::RowPainter(
    QImage& image, QRgb ground, int columns, int patternScale, std::span<const BandLook> looks)
    : m_image(image)
    , m_patternScale(patternScale)
    , m_looks(looks)
    , m_first(static_cast<std::size_t>(image.height()), none)
    , m_row(static_cast<std::size_t>(image.width()), ground)
    , m_rowLooks(static_cast<std::size_t>(columns), PiecePaint::plain)
{
    for (const BandLook& look : looks) {
        m_lines.push_back(look.line.rgb());
        m_hasPatterns = m_hasPatterns || look.pattern != BandPattern::Plain;
    }
}

void RowPainter::add(int x, std::span<const ColumnPiece> pieces)
{
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i > 0 && pieces[i].paint == pieces[i - 1].paint)
            continue;
        int& first = m_first[static_cast<std::size_t>(pieces[i].top)];
        m_starts.push_back({x, std::exchange(first, static_cast<int>(m_starts.size())), pieces[i].paint});
    }
}

void RowPainter::paint()
{
    const qsizetype stride = m_image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    auto* line = reinterpret_cast<QRgb*>(m_image.bits());
    for (int row = 0; row < m_image.height(); ++row, line += stride) {
        startPieces(row);
        std::copy(m_row.begin(), m_row.end(), line);
        if (m_hasPatterns)
            paintPatterns(row, line);
    }
}

void RowPainter::startPieces(int row)
{
    for (int i = m_first[static_cast<std::size_t>(row)]; i != none;
         i = m_starts[static_cast<std::size_t>(i)].next) {
        const Start& start = m_starts[static_cast<std::size_t>(i)];
        m_row[static_cast<std::size_t>(start.x)] = start.paint.colour;
        m_rowLooks[static_cast<std::size_t>(start.x)] = start.paint.look;
    }
}

// The patterns come again after a period, so that only columns are looked at on which one of them may lie.
void RowPainter::paintPatterns(int row, QRgb* line) const
{
    const BandLook hatched{{}, {}, BandPattern::Hatched};
    const BandLook crossed{{}, {}, BandPattern::Crossed};
    const int period = BandLook::period(m_patternScale);
    for (int offset = 0; offset < period; ++offset) {
        if (!crossed.isLine(offset, row, m_patternScale))
            continue;
        const bool isHatch = hatched.isLine(offset, row, m_patternScale);
        for (auto x = static_cast<std::size_t>(offset); x < m_rowLooks.size();
             x += static_cast<std::size_t>(period)) {
            const int look = m_rowLooks[x];
            if (look == PiecePaint::plain)
                continue;
            const BandPattern pattern = m_looks[static_cast<std::size_t>(look)].pattern;
            if (pattern == BandPattern::Crossed || (pattern == BandPattern::Hatched && isHatch))
                line[x] = m_lines[static_cast<std::size_t>(look)];
        }
    }
}

} // namespace tidemark::ui
