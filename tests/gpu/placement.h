// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tidemark {

// Writes an allocator's events down without addresses, which are never the same twice: a segment is its
// number in the order in which segments came, a block its offset there. Of free blocks of equal size an
// allocator takes the lowest, so the order of segments matters, and that is the driver's: it is noted in
// remarks.
class Placement {
public:
    // `deviceBytes` and the page decide how long the reservations of expandable segments are.
    explicit Placement(std::uint64_t deviceBytes)
        : m_deviceBytes(deviceBytes)
    { }

    // Events from here on belong to this operation; `page` is what expandable segments grow by for it.
    void begin(std::uint64_t operation, std::uint64_t page);
    void add(const AllocatorEvent& event);
    // The lines of the operation that has begun, one for each event, frees that came true first: the order
    // among streams is a hash table's in PyTorch, and has no effect. A new segment has a remark besides, a
    // line that begins with #: how many lie below it that serve the same stream and sizes.
    std::vector<std::string> end();

    std::uint64_t segmentCount() const { return m_count; }

private:
    struct Segment {
        std::uint64_t number = 0;
        std::uint64_t size = 0;
        std::uint64_t mapped = 0;
        StreamHandle stream = 0;
    };
    using Segments = std::map<std::uint64_t, Segment>;

    Segments::iterator holder(std::uint64_t address);
    void open(const AllocatorEvent& event, std::uint64_t size);
    void notePlace(std::uint64_t address);
    void note(const AllocatorEvent& event, Segments::iterator segment);

    std::uint64_t m_deviceBytes = 0;
    std::uint64_t m_operation = 0;
    std::uint64_t m_page = 0;
    std::uint64_t m_count = 0;
    Segments m_segments; // by address
    std::vector<std::string> m_completed;
    std::vector<std::string> m_lines;
};

} // namespace tidemark
