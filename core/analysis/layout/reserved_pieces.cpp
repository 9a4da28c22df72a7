// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/reserved_pieces.h"

#include <algorithm>
#include <map>

namespace tidemark {

namespace {

class PieceFollower {
public:
    PieceFollower(const Device& device, const DeviceHistory& history, const std::stop_token& stop)
        : m_device(device)
        , m_history(history)
        , m_stop(stop)
    {
        takeOver(0, ReservedPiece::beforeRecording);
    }

    void follow(std::size_t event)
    {
        const std::uint64_t address = m_device.events.address()[event];
        const std::uint64_t size = m_device.events.sizes()[event];
        switch (m_device.events.action()[event]) {
        case Action::SegmentAlloc:
        case Action::SegmentMap:
            end(address, size, event);
            begin({address, size, event, ReservedPiece::never,
                m_device.events.action()[event] == Action::SegmentMap});
            break;
        case Action::SegmentFree:
        case Action::SegmentUnmap:
            end(address, size, event);
            break;
        default:
            break;
        }
        // What the events did not tell so, replay knows. It takes its time to tell, so nobody waits for it
        // who wants to stop.
        const bool isReported = event + 1 == m_device.events.size() && m_history.endDiffers();
        const bool differs = m_bytes != m_history.valueAt(Curve::Reserved, event + 1);
        if ((isReported || differs) && !m_stop.stop_requested())
            takeOver(event + 1, event);
    }

    std::vector<ReservedPiece> take() { return std::move(m_pieces); }

private:
    void begin(const ReservedPiece& piece)
    {
        if (piece.size == 0)
            return;
        m_there[piece.address] = m_pieces.size();
        m_pieces.push_back(piece);
        m_bytes += static_cast<std::int64_t>(piece.size);
    }

    // What is left of a piece that loses its middle or an end begins with that event.
    void end(std::uint64_t address, std::uint64_t size, std::uint64_t event)
    {
        const std::uint64_t last = address + size;
        auto found = m_there.upper_bound(address);
        if (found != m_there.begin() && m_pieces[std::prev(found)->second].end() > address)
            --found;
        while (found != m_there.end() && found->first < last) {
            const ReservedPiece piece = m_pieces[found->second];
            m_pieces[found->second].freeEvent = event;
            m_bytes -= static_cast<std::int64_t>(piece.size);
            found = m_there.erase(found);
            if (piece.address < address)
                begin({piece.address, address - piece.address, event, ReservedPiece::never,
                    piece.isExpandable});
            if (piece.end() > last)
                begin({last, piece.end() - last, event, ReservedPiece::never, piece.isExpandable});
        }
    }

    // The pieces are those that the segments at a position are; what is there already stays.
    void takeOver(std::size_t position, std::uint64_t event)
    {
        std::map<std::uint64_t, std::size_t> before;
        before.swap(m_there);
        m_bytes = 0;
        for (const SegmentInfo& segment : m_history.segmentsAt(m_device, position).segments) {
            const auto known = before.find(segment.address);
            if (known != before.end() && m_pieces[known->second].size == segment.totalSize) {
                m_there.insert(before.extract(known));
                m_bytes += static_cast<std::int64_t>(segment.totalSize);
                continue;
            }
            begin({segment.address, segment.totalSize, event, ReservedPiece::never, segment.isExpandable});
        }
        for (const auto& [address, piece] : before)
            m_pieces[piece].freeEvent = event;
    }

    const Device& m_device;
    const DeviceHistory& m_history;
    const std::stop_token& m_stop;
    std::vector<ReservedPiece> m_pieces;
    std::map<std::uint64_t, std::size_t> m_there; // by address
    std::int64_t m_bytes = 0; // of those that are there
};

} // namespace

std::vector<ReservedPiece> reservedPieces(
    const Device& device, const DeviceHistory& history, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 65536;
    PieceFollower follower(device, history, stop);
    const std::size_t count = std::min(history.eventCount(), device.events.size());
    for (std::size_t event = 0; event < count; ++event) {
        if (event % eventsBetweenLooks == 0 && stop.stop_requested())
            break;
        follower.follow(event);
    }
    return follower.take();
}

} // namespace tidemark
