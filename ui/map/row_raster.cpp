// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/row_raster.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr float whole = 0.999F; // a column with this share of one class is all of it
constexpr float lonelyShare = 0.7F; // what a lone live block gets of its column
constexpr double edgeFrom = 4; // pixels: narrower blocks get no outline
constexpr int edgeRowHeight = 6; // pixels: lower rows get no outline above and below

std::size_t indexOf(MemoryClass memoryClass)
{
    return static_cast<std::size_t>(memoryClass);
}

bool isFreeClass(MemoryClass memoryClass)
{
    return memoryClass == MemoryClass::FreeBesideLive || memoryClass == MemoryClass::WholeFree;
}

float liveShare(const std::array<float, memoryClassCount>& shares)
{
    return shares[indexOf(MemoryClass::Allocated)] + shares[indexOf(MemoryClass::Rounding)]
        + shares[indexOf(MemoryClass::Waiting)];
}

// Raises the live classes together to their share of the column, at the cost of the free ones.
void strengthen(std::array<float, memoryClassCount>& shares)
{
    const float live = liveShare(shares);
    const float free = shares[indexOf(MemoryClass::FreeBesideLive)] + shares[indexOf(MemoryClass::WholeFree)];
    const float up = lonelyShare / live;
    const float down = free > 0 ? (1 - lonelyShare) / free : 0;
    for (const MemoryClass memoryClass : memoryClasses)
        shares[indexOf(memoryClass)] *= isFreeClass(memoryClass) ? down : up;
}

} // namespace

RowRaster::RowRaster(const MapPaints& paints, int width)
    : m_paints(paints)
    , m_width(width)
    , m_base(static_cast<std::size_t>(width))
{
    for (const MemoryClass memoryClass : memoryClasses) {
        const Texture& texture = paints.of(memoryClass);
        auto& lines = m_textureLines[indexOf(memoryClass)];
        for (int y = 0; texture.period > 1 && y < texture.period; ++y) {
            auto& line = lines.emplace_back(static_cast<std::size_t>(width));
            for (int x = 0; x < width; ++x)
                line[static_cast<std::size_t>(x)] = texture.at(x, y);
        }
    }
}

void RowRaster::measure(const SegmentList& list, const MapRow& row, const RowAxis& axis)
{
    m_pieces.clear();
    m_textured.clear();
    m_edges.clear();
    m_firstByte = axis.firstByte;
    m_pixelsPerByte = 1 / axis.bytesPerPixel;
    const SegmentInfo& segment = list.segments[row.segment];
    const double lastByte = axis.byteAt(m_width);
    if (segment.blockCount > 0 && axis.firstByte < static_cast<double>(segment.totalSize)) {
        const auto first = static_cast<std::uint64_t>(std::max(axis.firstByte, 0.0));
        const auto end = segment.firstBlock + segment.blockCount;
        for (std::uint32_t i = blockAtOffset(list, segment, first); i < end; ++i) {
            const BlockInfo& block = list.blocks[i];
            if (static_cast<double>(block.address - segment.address) >= lastByte)
                break;
            addBlock(segment, block, row.isFree);
        }
    }
    if (!row.isFree)
        strengthenLonelyBlocks();
    colourPieces();
}

void RowRaster::addBlock(const SegmentInfo& segment, const BlockInfo& block, bool segmentIsFree)
{
    const BlockRuns runs = runsOf(segment, block, segmentIsFree);
    if (runs.count == 0)
        return;
    for (const ClassRun& run : runs)
        addRun(run.memoryClass, pixelOf(run.begin), pixelOf(run.end));
    const double begin = pixelOf(runs.runs[0].begin);
    const double end = pixelOf(runs.runs[runs.count - 1].end);
    if (end - begin < edgeFrom)
        return;
    if (block.state != BlockState::Inactive) {
        addEdges(runs.runs[0].memoryClass, begin, end);
        return;
    }
    for (const ClassRun& run : runs)
        addEdges(run.memoryClass, pixelOf(run.begin), pixelOf(run.end));
}

void RowRaster::addToColumn(int x, MemoryClass memoryClass, double share)
{
    if (m_pieces.empty() || m_pieces.back().begin != x)
        m_pieces.push_back({x, x + 1, {}});
    m_pieces.back().shares[indexOf(memoryClass)] += static_cast<float>(share);
}

void RowRaster::addRun(MemoryClass memoryClass, double begin, double end)
{
    const double left = std::clamp(begin, 0.0, static_cast<double>(m_width));
    const double right = std::clamp(end, 0.0, static_cast<double>(m_width));
    if (left >= right)
        return;
    const int first = static_cast<int>(left);
    const int last = static_cast<int>(right);
    if (first == last) {
        addToColumn(first, memoryClass, right - left);
        return;
    }
    addToColumn(first, memoryClass, first + 1 - left);
    if (last > first + 1) {
        m_pieces.push_back({first + 1, last, {}});
        m_pieces.back().shares[indexOf(memoryClass)] = 1;
    }
    if (right > last)
        addToColumn(last, memoryClass, right - last);
}

void RowRaster::addEdges(MemoryClass memoryClass, double begin, double end)
{
    // A segment that begins with a live block needs no line there.
    if ((begin > 0 || (begin == 0 && isFreeClass(memoryClass))) && begin < m_width)
        m_edges.push_back({static_cast<int>(begin), memoryClass});
    const double last = std::ceil(end) - 1;
    if (isFreeClass(memoryClass) && last >= 0 && last < m_width && end - begin >= edgeFrom)
        m_edges.push_back({static_cast<int>(last), memoryClass});
}

// At most two neighbouring columns (a block may lie across their border) between columns without live
// blocks. The outlines of the free blocks beside them must not cover them either.
void RowRaster::strengthenLonelyBlocks()
{
    m_lonely.clear();
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        if (liveShare(m_pieces[i].shares) <= 0)
            continue;
        std::size_t end = i;
        std::size_t strongest = i;
        bool isThin = true;
        for (; end < m_pieces.size() && liveShare(m_pieces[end].shares) > 0; ++end) {
            isThin = isThin && m_pieces[end].isColumn();
            if (liveShare(m_pieces[end].shares) > liveShare(m_pieces[strongest].shares))
                strongest = end;
        }
        if (isThin && end - i <= 2) {
            if (liveShare(m_pieces[strongest].shares) < lonelyShare)
                strengthen(m_pieces[strongest].shares);
            m_lonely.push_back(m_pieces[strongest].begin);
        }
        i = end;
    }
    std::erase_if(m_edges, [this](const Edge& edge) {
        return isFreeClass(edge.memoryClass) && std::binary_search(m_lonely.begin(), m_lonely.end(), edge.x);
    });
}

QRgb RowRaster::mixed(const Shares& shares) const
{
    float red = 0;
    float green = 0;
    float blue = 0;
    float rest = 1;
    const auto add = [&](QRgb colour, float share) {
        red += share * static_cast<float>(qRed(colour));
        green += share * static_cast<float>(qGreen(colour));
        blue += share * static_cast<float>(qBlue(colour));
    };
    for (std::size_t i = 0; i < memoryClassCount; ++i) {
        if (shares[i] <= 0)
            continue;
        add(m_paints.textures[i].mean, shares[i]);
        rest -= shares[i];
    }
    add(m_paints.ground, std::max(rest, 0.0F));
    const auto level = [](float value) { return std::clamp(static_cast<int>(value + 0.5F), 0, 255); };
    return qRgb(level(red), level(green), level(blue));
}

void RowRaster::colourPieces()
{
    std::fill(m_base.begin(), m_base.end(), m_paints.ground);
    for (const Piece& piece : m_pieces)
        colourPiece(piece);
}

void RowRaster::colourPiece(const Piece& piece)
{
    const auto pure =
        std::find_if(piece.shares.begin(), piece.shares.end(), [](float share) { return share >= whole; });
    if (pure == piece.shares.end()) {
        m_base[static_cast<std::size_t>(piece.begin)] = mixed(piece.shares);
        return;
    }
    const auto which = static_cast<std::size_t>(pure - piece.shares.begin());
    if (m_textureLines[which].empty())
        std::fill(m_base.begin() + piece.begin, m_base.begin() + piece.end, m_paints.textures[which].tile[0]);
    else
        m_textured.push_back({piece.begin, piece.end, static_cast<MemoryClass>(which)});
}

void RowRaster::paint(QRgb* line, int y, int height) const
{
    std::copy(m_base.begin(), m_base.end(), line);
    const bool onEdge = height >= edgeRowHeight && (y == 0 || y + 1 == height);
    for (const TexturedRun& run : m_textured) {
        const auto& lines = m_textureLines[indexOf(run.memoryClass)];
        if (onEdge) {
            std::fill(line + run.begin, line + run.end, m_paints.edgeOf(run.memoryClass));
            continue;
        }
        const std::vector<QRgb>& texture = lines[static_cast<std::size_t>(y) % lines.size()];
        std::copy(texture.begin() + run.begin, texture.begin() + run.end, line + run.begin);
    }
    for (const Edge& edge : m_edges)
        line[edge.x] = m_paints.edgeOf(edge.memoryClass);
}

} // namespace tidemark::ui
