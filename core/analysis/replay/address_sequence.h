// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark {

// Items with an `address`, sorted by it, each address once: a sorted sequence in pieces of at most 64 items,
// so that finding takes O(log n), inserting and erasing move one piece, and a copy is little more than a copy
// of the memory.
template <class Item>
class AddressSequence {
public:
    // Valid until the next insert or erase.
    struct Place {
        std::size_t piece = 0;
        std::size_t slot = 0;

        bool operator==(const Place&) const = default;
    };

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    Place begin() const { return {}; }
    Place end() const { return {m_pieces.size(), 0}; }
    Item& operator[](Place place) { return m_pieces[place.piece][place.slot]; }
    const Item& operator[](Place place) const { return m_pieces[place.piece][place.slot]; }

    Place next(Place place) const { return normal({place.piece, place.slot + 1}); }

    // Of any place but begin().
    Place previous(Place place) const
    {
        if (place.slot > 0)
            return {place.piece, place.slot - 1};
        return {place.piece - 1, m_pieces[place.piece - 1].size() - 1};
    }

    // The last item whose address is `address` or less; end() when there is none.
    Place lastNotBehind(std::uint64_t address) const
    {
        const auto behind = std::upper_bound(m_firsts.begin(), m_firsts.end(), address);
        if (behind == m_firsts.begin())
            return end();
        const auto piece = static_cast<std::size_t>(behind - m_firsts.begin()) - 1;
        const Piece& items = m_pieces[piece];
        const auto item = std::upper_bound(items.begin(), items.end(), address,
            [](std::uint64_t wanted, const Item& candidate) { return wanted < candidate.address; });
        return {piece, static_cast<std::size_t>(item - items.begin()) - 1};
    }

    // The first item whose address is `address` or more.
    Place firstNotBefore(std::uint64_t address) const
    {
        const Place place = lastNotBehind(address);
        if (place == end())
            return begin();
        return (*this)[place].address == address ? place : next(place);
    }

    // The address of `item` must lie between those of its new neighbours.
    Place insert(Place before, const Item& item)
    {
        ++m_size;
        if (m_pieces.empty()) {
            m_pieces.push_back({item});
            m_firsts.push_back(item.address);
            return {};
        }
        // What would be the first of a piece goes behind the last of the piece before.
        if (before.slot == 0 && before.piece > 0)
            before = {before.piece - 1, m_pieces[before.piece - 1].size()};
        if (m_pieces[before.piece].size() == pieceSize) {
            splitPiece(before.piece);
            if (const std::size_t half = m_pieces[before.piece].size(); before.slot > half)
                before = {before.piece + 1, before.slot - half};
        }
        Piece& items = m_pieces[before.piece];
        items.insert(items.begin() + distance(before.slot), item);
        m_firsts[before.piece] = items.front().address;
        return before;
    }

    // The item that followed.
    Place erase(Place place)
    {
        --m_size;
        Piece& items = m_pieces[place.piece];
        items.erase(items.begin() + distance(place.slot));
        if (items.empty()) {
            m_pieces.erase(m_pieces.begin() + distance(place.piece));
            m_firsts.erase(m_firsts.begin() + distance(place.piece));
            return {place.piece, 0};
        }
        m_firsts[place.piece] = items.front().address;
        joinWithNext(place.piece);
        return normal(place);
    }

private:
    static constexpr std::size_t pieceSize = 64;
    using Piece = std::vector<Item>;

    static std::ptrdiff_t distance(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

    // A slot behind the last of its piece is the next piece's first.
    Place normal(Place place) const
    {
        if (place.piece < m_pieces.size() && place.slot == m_pieces[place.piece].size())
            return {place.piece + 1, 0};
        return place;
    }

    void splitPiece(std::size_t piece)
    {
        const std::size_t half = pieceSize / 2;
        Piece& items = m_pieces[piece];
        Piece upper;
        upper.reserve(pieceSize);
        upper.assign(items.begin() + distance(half), items.end());
        items.resize(half);
        m_firsts.insert(m_firsts.begin() + distance(piece) + 1, upper.front().address);
        m_pieces.insert(m_pieces.begin() + distance(piece) + 1, std::move(upper));
    }

    void joinWithNext(std::size_t piece)
    {
        if (piece + 1 == m_pieces.size()
            || m_pieces[piece].size() + m_pieces[piece + 1].size() > pieceSize / 2)
            return;
        const Piece& upper = m_pieces[piece + 1];
        m_pieces[piece].insert(m_pieces[piece].end(), upper.begin(), upper.end());
        m_pieces.erase(m_pieces.begin() + distance(piece) + 1);
        m_firsts.erase(m_firsts.begin() + distance(piece) + 1);
    }

    std::vector<Piece> m_pieces; // none is empty
    std::vector<std::uint64_t> m_firsts; // address of each piece's first item
    std::size_t m_size = 0;
};

} // namespace tidemark
