// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/block_sequence.h"

#include <algorithm>

namespace tidemark {

namespace {

std::ptrdiff_t offset(std::size_t i)
{
    return static_cast<std::ptrdiff_t>(i);
}

} // namespace

BlockSequence::Place BlockSequence::normal(Place place) const
{
    if (place.piece < m_pieces.size() && place.slot == m_pieces[place.piece].size())
        return {place.piece + 1, 0};
    return place;
}

BlockSequence::Place BlockSequence::next(Place place) const
{
    return normal({place.piece, place.slot + 1});
}

BlockSequence::Place BlockSequence::previous(Place place) const
{
    if (place.slot > 0)
        return {place.piece, place.slot - 1};
    return {place.piece - 1, m_pieces[place.piece - 1].size() - 1};
}

BlockSequence::Place BlockSequence::lastNotBehind(std::uint64_t address) const
{
    const auto behind = std::upper_bound(m_firsts.begin(), m_firsts.end(), address);
    if (behind == m_firsts.begin())
        return end();
    const auto piece = static_cast<std::size_t>(behind - m_firsts.begin()) - 1;
    const Piece& blocks = m_pieces[piece];
    const auto block = std::upper_bound(blocks.begin(), blocks.end(), address,
        [](std::uint64_t wanted, const HeapBlock& b) { return wanted < b.address; });
    return {piece, static_cast<std::size_t>(block - blocks.begin()) - 1};
}

BlockSequence::Place BlockSequence::firstNotBefore(std::uint64_t address) const
{
    const Place place = lastNotBehind(address);
    if (place == end())
        return begin();
    return (*this)[place].address == address ? place : next(place);
}

BlockSequence::Place BlockSequence::insert(Place before, const HeapBlock& block)
{
    ++m_size;
    if (m_pieces.empty()) {
        m_pieces.push_back({block});
        m_firsts.push_back(block.address);
        return {};
    }
    // A new first of a piece goes behind the last of the piece before.
    if (before.slot == 0 && before.piece > 0)
        before = {before.piece - 1, m_pieces[before.piece - 1].size()};
    if (m_pieces[before.piece].size() == pieceSize) {
        splitPiece(before.piece);
        if (const std::size_t half = m_pieces[before.piece].size(); before.slot > half)
            before = {before.piece + 1, before.slot - half};
    }
    Piece& blocks = m_pieces[before.piece];
    blocks.insert(blocks.begin() + offset(before.slot), block);
    m_firsts[before.piece] = blocks.front().address;
    return before;
}

BlockSequence::Place BlockSequence::erase(Place place)
{
    --m_size;
    Piece& blocks = m_pieces[place.piece];
    blocks.erase(blocks.begin() + offset(place.slot));
    if (blocks.empty()) {
        m_pieces.erase(m_pieces.begin() + offset(place.piece));
        m_firsts.erase(m_firsts.begin() + offset(place.piece));
        return {place.piece, 0};
    }
    m_firsts[place.piece] = blocks.front().address;
    joinWithNext(place.piece);
    return normal(place);
}

void BlockSequence::splitPiece(std::size_t piece)
{
    const std::size_t half = pieceSize / 2;
    Piece& blocks = m_pieces[piece];
    Piece upper;
    upper.reserve(pieceSize);
    upper.assign(blocks.begin() + offset(half), blocks.end());
    blocks.resize(half);
    m_firsts.insert(m_firsts.begin() + offset(piece) + 1, upper.front().address);
    m_pieces.insert(m_pieces.begin() + offset(piece) + 1, std::move(upper));
}

void BlockSequence::joinWithNext(std::size_t piece)
{
    if (piece + 1 == m_pieces.size() || m_pieces[piece].size() + m_pieces[piece + 1].size() > pieceSize / 2)
        return;
    const Piece& upper = m_pieces[piece + 1];
    m_pieces[piece].insert(m_pieces[piece].end(), upper.begin(), upper.end());
    m_pieces.erase(m_pieces.begin() + offset(piece) + 1);
    m_firsts.erase(m_firsts.begin() + offset(piece) + 1);
}

} // namespace tidemark
