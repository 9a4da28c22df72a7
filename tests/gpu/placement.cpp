// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/placement.h"

#include "core/allocator/size_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tidemark {

void Placement::begin(std::uint64_t operation, std::uint64_t page)
{
    m_operation = operation;
    m_page = page;
}

std::vector<std::string> Placement::end()
{
    std::vector<std::string> lines = std::exchange(m_completed, {});
    std::sort(lines.begin(), lines.end());
    lines.insert(lines.end(), m_lines.begin(), m_lines.end());
    m_lines.clear();
    return lines;
}

Placement::Segments::iterator Placement::holder(std::uint64_t address)
{
    const auto after = m_segments.upper_bound(address);
    if (after == m_segments.begin())
        return m_segments.end();
    const auto before = std::prev(after);
    return address - before->first < before->second.size ? before : m_segments.end();
}

void Placement::open(const AllocatorEvent& event, std::uint64_t size)
{
    m_segments[event.address] = {m_count++, size, 0, event.stream};
}

void Placement::notePlace(std::uint64_t address)
{
    const auto placed = m_segments.find(address);
    const auto isKin = [&placed](const auto& other) {
        const bool isSmall = other.second.size == size_rules::smallBuffer;
        return other.second.stream == placed->second.stream
            && isSmall == (placed->second.size == size_rules::smallBuffer);
    };
    m_lines.push_back(fmt::format("# {} place {} {}", m_operation, placed->second.number,
        std::count_if(m_segments.begin(), placed, isKin)));
}

void Placement::note(const AllocatorEvent& event, Segments::iterator segment)
{
    const bool isKnown = segment != m_segments.end();
    std::string line = fmt::format("{} {} {} {} {}", m_operation, actionName(event.action),
        isKnown ? std::to_string(segment->second.number) : "none",
        isKnown ? event.address - segment->first : 0, event.size);
    (event.action == Action::FreeCompleted ? m_completed : m_lines).push_back(std::move(line));
}

void Placement::add(const AllocatorEvent& event)
{
    switch (event.action) {
    case Action::SegmentAlloc:
        open(event, event.size);
        notePlace(event.address);
        break;
    case Action::SegmentMap:
        if (holder(event.address) == m_segments.end()) // the first of its reservation is at its beginning
            open(event, (m_deviceBytes + m_deviceBytes / 8 + m_page - 1) / m_page * m_page);
        holder(event.address)->second.mapped += event.size;
        break;
    case Action::Oom:
        m_lines.push_back(fmt::format("{} oom {}", m_operation, event.size));
        return;
    case Action::Snapshot:
        return;
    default:
        break;
    }
    const auto segment = holder(event.address);
    note(event, segment);
    if (segment == m_segments.end())
        return;
    if (event.action == Action::SegmentUnmap)
        segment->second.mapped -= event.size;
    // An expandable segment that has nothing mapped any more is given up.
    if (event.action == Action::SegmentFree
        || (event.action == Action::SegmentUnmap && segment->second.mapped == 0))
        m_segments.erase(segment);
}

} // namespace tidemark
