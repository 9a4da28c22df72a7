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

bool isLive(const BlockInfo& block)
{
    return block.state != BlockState::Inactive;
}

bool isFreeClass(MemoryClass memoryClass)
{
    return memoryClass == MemoryClass::FreeBesideLive || memoryClass == MemoryClass::WholeFree;
}

} // namespace

RowRaster::RowRaster(const MapPaints& paints, int width)
    : m_paints(paints)
    , m_width(width)
    , m_shares(static_cast<std::size_t>(width))
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
    std::fill(m_shares.begin(), m_shares.end(), Shares{});
    m_textured.clear();
    m_edges.clear();
    const SegmentInfo& segment = list.segments[row.segment];
    const double lastByte = axis.byteAt(m_width);
    if (segment.blockCount > 0 && axis.firstByte < static_cast<double>(segment.totalSize)) {
        const auto first = static_cast<std::uint64_t>(std::max(axis.firstByte, 0.0));
        const auto end = segment.firstBlock + segment.blockCount;
        for (std::uint32_t i = blockAtOffset(list, segment, first); i < end; ++i) {
            const BlockInfo& block = list.blocks[i];
            if (static_cast<double>(block.address - segment.address) >= lastByte)
                break;
            addBlock(segment, block, row.isFree, axis);
        }
    }
    if (!row.isFree)
        strengthenLonelyBlocks();
    dropHidingEdges();
    mixColumns();
}

void RowRaster::addBlock(
    const SegmentInfo& segment, const BlockInfo& block, bool segmentIsFree, const RowAxis& axis)
{
    const BlockRuns runs = runsOf(segment, block, segmentIsFree);
    for (const ClassRun& run : runs)
        addRun(run.memoryClass, axis.pixelOf(static_cast<double>(run.begin)),
            axis.pixelOf(static_cast<double>(run.end)));
    if (runs.count == 0)
        return;
    const double begin = axis.pixelOf(static_cast<double>(runs.runs[0].begin));
    const double end = axis.pixelOf(static_cast<double>(runs.runs[runs.count - 1].end));
    if (end - begin < edgeFrom)
        return;
    if (isLive(block))
        addEdges(runs.runs[0].memoryClass, begin, end);
    else
        for (const ClassRun& run : runs)
            addEdges(run.memoryClass, axis.pixelOf(static_cast<double>(run.begin)),
                axis.pixelOf(static_cast<double>(run.end)));
}

void RowRaster::addRun(MemoryClass memoryClass, double begin, double end)
{
    const double left = std::clamp(begin, 0.0, static_cast<double>(m_width));
    const double right = std::clamp(end, 0.0, static_cast<double>(m_width));
    if (left >= right)
        return;
    const auto first = static_cast<std::size_t>(left);
    const auto last = static_cast<std::size_t>(right);
    const std::size_t which = indexOf(memoryClass);
    if (first == last) {
        m_shares[first][which] += static_cast<float>(right - left);
        return;
    }
    m_shares[first][which] += static_cast<float>(static_cast<double>(first) + 1.0 - left);
    for (std::size_t x = first + 1; x < last; ++x)
        m_shares[x][which] = 1.0F;
    if (last < m_shares.size())
        m_shares[last][which] += static_cast<float>(right - static_cast<double>(last));
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

double RowRaster::liveShare(std::size_t x) const
{
    const Shares& shares = m_shares[x];
    return shares[indexOf(MemoryClass::Allocated)] + shares[indexOf(MemoryClass::Rounding)]
        + shares[indexOf(MemoryClass::Waiting)];
}

void RowRaster::strengthen(std::size_t x)
{
    const double live = liveShare(x);
    Shares& shares = m_shares[x];
    float total = 0;
    for (const float share : shares)
        total += share;
    const auto up = static_cast<float>(lonelyShare / live);
    const auto down = static_cast<float>((1.0F - lonelyShare) / std::max(total - live, 1e-6));
    for (const MemoryClass memoryClass : memoryClasses) {
        shares[indexOf(memoryClass)] *= isFreeClass(memoryClass) ? down : up;
    }
}

// At most two neighbouring columns (a block may lie across their border) between columns without live blocks.
void RowRaster::strengthenLonelyBlocks()
{
    const std::size_t width = m_shares.size();
    for (std::size_t x = 0; x < width; ++x) {
        if (liveShare(x) <= 0)
            continue;
        std::size_t end = x;
        std::size_t strongest = x;
        while (end < width && liveShare(end) > 0) {
            if (liveShare(end) > liveShare(strongest))
                strongest = end;
            ++end;
        }
        if (end - x <= 2 && liveShare(strongest) < lonelyShare)
            strengthen(strongest);
        x = end;
    }
}

// The outline of a free block must not cover a live block that has only this column.
void RowRaster::dropHidingEdges()
{
    std::erase_if(m_edges, [this](const Edge& edge) {
        return isFreeClass(edge.memoryClass) && liveShare(static_cast<std::size_t>(edge.x)) > 0;
    });
}

int RowRaster::pureClass(std::size_t x) const
{
    for (std::size_t i = 0; i < memoryClassCount; ++i) {
        if (m_shares[x][i] >= whole)
            return static_cast<int>(i);
    }
    return -1;
}

QRgb RowRaster::mixed(std::size_t x) const
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
        if (m_shares[x][i] <= 0)
            continue;
        add(m_paints.textures[i].mean, m_shares[x][i]);
        rest -= m_shares[x][i];
    }
    add(m_paints.ground, std::max(rest, 0.0F));
    const auto level = [](float value) { return std::clamp(static_cast<int>(value + 0.5F), 0, 255); };
    return qRgb(level(red), level(green), level(blue));
}

void RowRaster::mixColumns()
{
    for (std::size_t x = 0; x < m_shares.size(); ++x) {
        const int pure = pureClass(x);
        if (pure < 0 || m_textureLines[static_cast<std::size_t>(pure)].empty()) {
            m_base[x] = pure < 0 ? mixed(x) : m_paints.textures[static_cast<std::size_t>(pure)].tile[0];
            continue;
        }
        const auto memoryClass = static_cast<MemoryClass>(pure);
        const int column = static_cast<int>(x);
        if (!m_textured.empty() && m_textured.back().end == column
            && m_textured.back().memoryClass == memoryClass)
            ++m_textured.back().end;
        else
            m_textured.push_back({column, column + 1, memoryClass});
    }
}

void RowRaster::paint(QRgb* line, int y, int height) const
{
    std::copy(m_base.begin(), m_base.end(), line);
    const bool onEdge = height >= edgeRowHeight && (y == 0 || y + 1 == height);
    for (const PureRun& run : m_textured) {
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
