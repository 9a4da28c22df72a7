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

bool isFreeLook(std::size_t look)
{
    return look == indexOf(MemoryClass::FreeBesideLive) || look == indexOf(MemoryClass::WholeFree);
}

float liveShare(const std::array<float, memoryClassCount>& shares)
{
    return shares[indexOf(MemoryClass::Allocated)] + shares[indexOf(MemoryClass::Rounding)]
        + shares[indexOf(MemoryClass::Waiting)];
}

} // namespace

RowRaster::RowRaster(const MapPaints& paints, int width, std::span<const std::uint8_t> classOf)
    : m_paints(paints)
    , m_classOf(classOf)
    , m_isColoured(!classOf.empty() && !paints.classes.empty())
    , m_width(width)
    , m_textureLines(paints.lookCount())
    , m_base(static_cast<std::size_t>(width))
{
    for (std::size_t look = 0; look < paints.lookCount(); ++look) {
        const Texture& texture = paints.look(look);
        auto& lines = m_textureLines[look];
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
            addBlock(list, segment, i, row.isFree);
        }
    }
    if (!row.isFree)
        strengthenLonelyBlocks();
    colourPieces();
}

void RowRaster::addBlock(
    const SegmentList& list, const SegmentInfo& segment, std::uint32_t place, bool segmentIsFree)
{
    const BlockInfo& block = list.blocks[place];
    const BlockRuns runs = runsOf(segment, block, segmentIsFree);
    if (runs.count == 0)
        return;
    for (const ClassRun& run : runs)
        addRun(run.memoryClass, lookOf(run.memoryClass, place), pixelOf(run.begin), pixelOf(run.end));
    const double begin = pixelOf(runs.runs[0].begin);
    const double end = pixelOf(runs.runs[runs.count - 1].end);
    if (end - begin < edgeFrom)
        return;
    if (block.state != BlockState::Inactive) {
        addEdges(lookOf(runs.runs[0].memoryClass, place), begin, end);
        return;
    }
    for (const ClassRun& run : runs)
        addEdges(indexOf(run.memoryClass), pixelOf(run.begin), pixelOf(run.end));
}

std::size_t RowRaster::lookOf(MemoryClass memoryClass, std::uint32_t block) const
{
    return m_isColoured && memoryClass == MemoryClass::Allocated ? m_paints.lookOfClass(m_classOf[block])
                                                                 : indexOf(memoryClass);
}

void RowRaster::addTint(Piece& piece, std::size_t look, float share) const
{
    const QRgb mean = m_paints.look(look).mean;
    piece.look =
        piece.shares[indexOf(MemoryClass::Allocated)] <= 0 || piece.look == look ? look : Piece::severalLooks;
    piece.tint[0] += share * static_cast<float>(qRed(mean));
    piece.tint[1] += share * static_cast<float>(qGreen(mean));
    piece.tint[2] += share * static_cast<float>(qBlue(mean));
}

void RowRaster::addToColumn(int x, MemoryClass memoryClass, std::size_t look, double share)
{
    if (m_pieces.empty() || m_pieces.back().begin != x)
        m_pieces.push_back({x, x + 1});
    if (m_isColoured && memoryClass == MemoryClass::Allocated)
        addTint(m_pieces.back(), look, static_cast<float>(share));
    m_pieces.back().shares[indexOf(memoryClass)] += static_cast<float>(share);
}

void RowRaster::addRun(MemoryClass memoryClass, std::size_t look, double begin, double end)
{
    const double left = std::clamp(begin, 0.0, static_cast<double>(m_width));
    const double right = std::clamp(end, 0.0, static_cast<double>(m_width));
    if (left >= right)
        return;
    const int first = static_cast<int>(left);
    const int last = static_cast<int>(right);
    if (first == last) {
        addToColumn(first, memoryClass, look, right - left);
        return;
    }
    addToColumn(first, memoryClass, look, first + 1 - left);
    if (last > first + 1) {
        m_pieces.push_back({first + 1, last});
        if (m_isColoured && memoryClass == MemoryClass::Allocated)
            addTint(m_pieces.back(), look, 1);
        m_pieces.back().shares[indexOf(memoryClass)] = 1;
    }
    if (right > last)
        addToColumn(last, memoryClass, look, right - last);
}

void RowRaster::addEdges(std::size_t look, double begin, double end)
{
    // A segment that begins with a live block needs no line there.
    if ((begin > 0 || (begin == 0 && isFreeLook(look))) && begin < m_width)
        m_edges.push_back({static_cast<int>(begin), look});
    const double last = std::ceil(end) - 1;
    if (isFreeLook(look) && last >= 0 && last < m_width && end - begin >= edgeFrom)
        m_edges.push_back({static_cast<int>(last), look});
}

// Raises the live classes together to their share of the column, at the cost of the free ones.
void RowRaster::strengthen(Piece& piece)
{
    Shares& shares = piece.shares;
    const float live = liveShare(shares);
    const float free = shares[indexOf(MemoryClass::FreeBesideLive)] + shares[indexOf(MemoryClass::WholeFree)];
    const float up = lonelyShare / live;
    const float down = free > 0 ? (1 - lonelyShare) / free : 0;
    for (const MemoryClass memoryClass : memoryClasses)
        shares[indexOf(memoryClass)] *= isFreeClass(memoryClass) ? down : up;
    for (float& part : piece.tint)
        part *= up;
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
                strengthen(m_pieces[strongest]);
            m_lonely.push_back(m_pieces[strongest].begin);
        }
        i = end;
    }
    std::erase_if(m_edges, [this](const Edge& edge) {
        return isFreeLook(edge.look) && std::binary_search(m_lonely.begin(), m_lonely.end(), edge.x);
    });
}

QRgb RowRaster::mixed(const Piece& piece) const
{
    float red = piece.tint[0];
    float green = piece.tint[1];
    float blue = piece.tint[2];
    float rest = 1;
    const auto add = [&](QRgb colour, float share) {
        red += share * static_cast<float>(qRed(colour));
        green += share * static_cast<float>(qGreen(colour));
        blue += share * static_cast<float>(qBlue(colour));
    };
    for (std::size_t i = 0; i < memoryClassCount; ++i) {
        if (piece.shares[i] <= 0)
            continue;
        if (!m_isColoured || i != indexOf(MemoryClass::Allocated))
            add(m_paints.textures[i].mean, piece.shares[i]);
        rest -= piece.shares[i];
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
    const auto memoryClass = static_cast<std::size_t>(pure - piece.shares.begin());
    const bool isByClass = m_isColoured && memoryClass == indexOf(MemoryClass::Allocated);
    const std::size_t look = isByClass ? piece.look : memoryClass;
    if (pure == piece.shares.end() || look == Piece::severalLooks) {
        m_base[static_cast<std::size_t>(piece.begin)] = mixed(piece);
        return;
    }
    if (m_textureLines[look].empty())
        std::fill(m_base.begin() + piece.begin, m_base.begin() + piece.end, m_paints.look(look).tile[0]);
    else
        m_textured.push_back({piece.begin, piece.end, look});
}

void RowRaster::paint(QRgb* line, int y, int height) const
{
    std::copy(m_base.begin(), m_base.end(), line);
    const bool onEdge = height >= edgeRowHeight && (y == 0 || y + 1 == height);
    for (const TexturedRun& run : m_textured) {
        const auto& lines = m_textureLines[run.look];
        if (onEdge && run.look < memoryClassCount) {
            std::fill(line + run.begin, line + run.end, m_paints.edgeOfLook(run.look));
            continue;
        }
        const std::vector<QRgb>& texture = lines[static_cast<std::size_t>(y) % lines.size()];
        std::copy(texture.begin() + run.begin, texture.begin() + run.end, line + run.begin);
    }
    for (const Edge& edge : m_edges)
        line[edge.x] = m_paints.edgeOfLook(edge.look);
}

} // namespace tidemark::ui
