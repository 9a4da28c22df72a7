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

} // namespace

RowRaster::RowRaster(const MapPaints& paints, int width, std::span<const std::uint8_t> classOf)
    : m_paints(paints)
    , m_classOf(classOf)
    , m_isColoured(!classOf.empty() && !paints.classes.empty())
    , m_width(width)
    , m_textureLines(paints.lookCount())
    , m_ground(levelsOf(paints.ground))
    , m_base(static_cast<std::size_t>(width))
{
    for (std::size_t i = 0; i < memoryClassCount; ++i)
        m_means[i] = levelsOf(paints.textures[i].mean);
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
    m_textured.clear();
    m_edges.clear();
    m_lonely.clear();
    m_seeksLonely = !row.isFree;
    std::fill(m_base.begin(), m_base.end(), m_paints.ground);
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
    finishPiece();
    endLiveGroup();
    spareLonelyBlocks();
}

void RowRaster::addBlock(
    const SegmentList& list, const SegmentInfo& segment, std::uint32_t place, bool segmentIsFree)
{
    const BlockInfo& block = list.blocks[place];
    const BlockRuns runs = runsOf(segment, block, segmentIsFree);
    if (runs.count == 0)
        return;
    // Each run begins where the one before ends.
    const double begin = pixelOf(runs.runs[0].begin);
    double end = begin;
    for (const ClassRun& run : runs) {
        const double left = end;
        end = pixelOf(run.end);
        addRun(run.memoryClass, lookOf(run.memoryClass, place), left, end);
    }
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
    const Levels mean = levelsOf(m_paints.look(look).mean);
    piece.look =
        piece.shares[indexOf(MemoryClass::Allocated)] <= 0 || piece.look == look ? look : Piece::severalLooks;
    for (std::size_t i = 0; i < mean.size(); ++i)
        piece.tint[i] += share * mean[i];
}

void RowRaster::addToColumn(int x, MemoryClass memoryClass, std::size_t look, double share)
{
    if (!m_hasPiece || m_piece.begin != x) {
        finishPiece();
        m_piece = {x, x + 1};
        m_hasPiece = true;
    }
    if (m_isColoured && memoryClass == MemoryClass::Allocated)
        addTint(m_piece, look, static_cast<float>(share));
    m_piece.shares[indexOf(memoryClass)] += static_cast<float>(share);
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
        finishPiece();
        m_piece = {first + 1, last};
        m_hasPiece = true;
        if (m_isColoured && memoryClass == MemoryClass::Allocated)
            addTint(m_piece, look, 1);
        m_piece.shares[indexOf(memoryClass)] = 1;
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
    const float live = piece.liveShare();
    const float free = shares[indexOf(MemoryClass::FreeBesideLive)] + shares[indexOf(MemoryClass::WholeFree)];
    const float up = lonelyShare / live;
    const float down = free > 0 ? (1 - lonelyShare) / free : 0;
    for (const MemoryClass memoryClass : memoryClasses)
        shares[indexOf(memoryClass)] *= isFreeClass(memoryClass) ? down : up;
    for (float& part : piece.tint)
        part *= up;
}

void RowRaster::finishPiece()
{
    if (!m_hasPiece)
        return;
    m_hasPiece = false;
    if (m_seeksLonely && m_piece.liveShare() > 0) {
        finishLive(m_piece);
        return;
    }
    endLiveGroup();
    colourPiece(m_piece);
}

// Lonely are at most two neighbouring columns (a block may lie across their border) between pieces without
// live blocks.
void RowRaster::finishLive(const Piece& piece)
{
    if (!m_isCrowd && piece.isColumn() && m_waitingCount < m_waiting.size()) {
        m_waiting[m_waitingCount++] = piece;
        return;
    }
    m_isCrowd = true;
    for (std::size_t i = 0; i < m_waitingCount; ++i)
        colourPiece(m_waiting[i]);
    m_waitingCount = 0;
    colourPiece(piece);
}

void RowRaster::endLiveGroup()
{
    m_isCrowd = false;
    if (m_waitingCount == 0)
        return;
    const bool isSecond = m_waitingCount == 2 && m_waiting[1].liveShare() > m_waiting[0].liveShare();
    Piece& strongest = m_waiting[isSecond ? 1 : 0];
    if (strongest.liveShare() < lonelyShare)
        strengthen(strongest);
    m_lonely.push_back(strongest.begin);
    for (std::size_t i = 0; i < m_waitingCount; ++i)
        colourPiece(m_waiting[i]);
    m_waitingCount = 0;
}

// The outlines of the free blocks beside them must not cover them.
void RowRaster::spareLonelyBlocks()
{
    if (m_lonely.empty())
        return;
    std::erase_if(m_edges, [this](const Edge& edge) {
        return isFreeLook(edge.look) && std::binary_search(m_lonely.begin(), m_lonely.end(), edge.x);
    });
}

RowRaster::Levels RowRaster::levelsOf(QRgb colour)
{
    return {static_cast<float>(qRed(colour)), static_cast<float>(qGreen(colour)),
        static_cast<float>(qBlue(colour)), 0};
}

QRgb RowRaster::mixed(const Piece& piece) const
{
    Levels sum = piece.tint;
    float rest = 1;
    for (std::size_t i = 0; i < memoryClassCount; ++i) {
        const float share = piece.shares[i];
        rest -= share;
        if (share <= 0 || (m_isColoured && i == indexOf(MemoryClass::Allocated)))
            continue;
        for (std::size_t channel = 0; channel < sum.size(); ++channel)
            sum[channel] += share * m_means[i][channel];
    }
    rest = std::max(rest, 0.0F);
    for (std::size_t channel = 0; channel < sum.size(); ++channel)
        sum[channel] += rest * m_ground[channel];
    const auto level = [](float value) { return std::clamp(static_cast<int>(value + 0.5F), 0, 255); };
    return qRgb(level(sum[0]), level(sum[1]), level(sum[2]));
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
