// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/stack_rows.h"

#include "core/analysis/context_name.h"
#include "core/analysis/tables/chosen_allocations.h"
#include "core/analysis/tables/row_words.h"

#include <algorithm>
#include <array>
#include <map>

namespace tidemark {

namespace {

constexpr std::array<TableColumn, StackRows::ColumnCount> stackColumns = {{
    {"allocations", "allocations", CellKind::Count, "How many it made"},
    {"size", "bytes", CellKind::Bytes, "Bytes of all its allocations together"},
    {"peak", "at the peak", CellKind::Bytes, "Bytes of it that were alive at the peak of allocated memory"},
    {"largest", "largest", CellKind::Bytes, "Its largest allocation"},
    {"event", "first at", CellKind::Event, "Its first alloc event"},
    {"hidden", "hidden", CellKind::Count, "Frames of PyTorch, Python and the C library that are not shown"},
    {"stack", "stack", CellKind::Words, "Innermost first"},
}};

bool isFrameworkFrame(const Recording& recording, const Frame& frame)
{
    return frame.kind == FrameKind::Source
        && isFrameworkCode(recording.strings[frame.function], recording.strings[frame.file]);
}

} // namespace

// Finds the row of each stack, made when an allocation first needs it.
class StackRows::Maker {
public:
    explicit Maker(StackRows& made)
        : m_made(made)
        , m_recording(made.m_facts->tables())
        , m_isHidden(m_recording.frames.size())
    {
        if (!made.m_options.hidesFramework)
            return;
        for (std::uint32_t i = 1; i < m_isHidden.size(); ++i)
            m_isHidden[i] = isFrameworkFrame(m_recording, m_recording.frames[FrameIndex{i}]);
    }

    Row& rowOf(StackIndex stack, std::size_t allocation)
    {
        std::uint32_t& place = m_made.m_rowOf[stack.value];
        if (place == noRow)
            place = add(stack, allocation);
        return m_made.m_rows[place];
    }

private:
    std::uint32_t add(StackIndex stack, std::size_t allocation)
    {
        std::uint64_t hidden = 0;
        std::vector<FrameIndex> frames = shown(stack, hidden);
        const auto [found, isNew] =
            m_known.try_emplace(frames, static_cast<std::uint32_t>(m_made.m_rows.size()));
        if (isNew) {
            m_made.m_rows.emplace_back().frames = std::move(frames);
            m_made.m_rows.back().first = allocation;
        }
        Row& row = m_made.m_rows[found->second];
        row.hidden = std::max(row.hidden, hidden);
        m_made.m_hiddenFrames += hidden;
        return found->second;
    }

    std::vector<FrameIndex> shown(StackIndex stack, std::uint64_t& hidden) const
    {
        std::vector<FrameIndex> frames;
        for (; !stack.isNone(); stack = m_recording.stacks[stack].caller) {
            const FrameIndex frame = m_recording.stacks[stack].frame;
            if (m_isHidden[frame.value])
                ++hidden;
            else
                frames.push_back(frame);
        }
        return frames;
    }

    StackRows& m_made;
    const Recording& m_recording;
    std::vector<bool> m_isHidden; // by FrameIndex
    std::map<std::vector<FrameIndex>, std::uint32_t> m_known;
};

StackRows::StackRows(
    std::shared_ptr<const AllocationFacts> facts, const StackOptions& options, const std::stop_token& stop)
    : m_facts(std::move(facts))
    , m_options(options)
    , m_rowOf(m_facts->tables().stacks.size(), noRow)
{
    constexpr std::size_t allocationsBetweenLooks = 65536;
    const ChosenAllocations chosen(*m_facts, {options.filter, options.within});
    Maker maker(*this);
    const std::uint64_t peak = m_facts->history().peak(Curve::Allocated).position;
    for (std::size_t i = 0; i < m_facts->attribution->allocations.size(); ++i) {
        if (i % allocationsBetweenLooks == 0 && stop.stop_requested())
            return;
        if (!chosen.hold(i))
            continue;
        const Allocation& allocation = m_facts->allocation(i);
        Row& row = maker.rowOf(m_facts->tables().contexts[allocation.context].stack, i);
        ++row.allocations;
        row.bytes += allocation.bytes;
        row.bytesAtPeak += allocation.isAliveAt(peak) ? allocation.bytes : 0;
        row.largest = std::max(row.largest, allocation.bytes);
    }
}

std::string StackRows::frames(std::size_t row) const
{
    std::string text;
    for (const FrameIndex frame : m_rows[row].frames) {
        text += frameWords(m_facts->tables(), m_facts->tables().frames[frame]);
        text += '\n';
    }
    return text;
}

std::span<const TableColumn> StackRows::columns() const
{
    return stackColumns;
}

std::size_t StackRows::size() const
{
    return m_rows.size();
}

std::uint64_t StackRows::value(std::size_t row, std::size_t column) const
{
    const Row& known = m_rows[row];
    switch (column) {
    case Allocations:
        return known.allocations;
    case Bytes:
        return known.bytes;
    case AtPeak:
        return known.bytesAtPeak;
    case Largest:
        return known.largest;
    case First:
        return m_facts->allocation(known.first).event;
    case Hidden:
        return m_options.hidesFramework ? known.hidden : nothing;
    case Words:
        return row;
    default:
        return nothing;
    }
}

std::uint64_t StackRows::textCount(std::size_t column) const
{
    return column == Words ? m_rows.size() : 0;
}

std::string StackRows::text(std::size_t column, std::uint64_t number) const
{
    if (column != Words)
        return {};
    std::string line;
    for (const FrameIndex frame : m_rows[number].frames) {
        line += line.empty() ? "" : " ← ";
        line += frameWords(m_facts->tables(), m_facts->tables().frames[frame]);
    }
    if (!line.empty())
        return line;
    return m_rows[number].hidden > 0 ? "only the framework's own frames" : "no stack recorded";
}

std::string StackRows::searchedText(std::size_t column, std::uint64_t number) const
{
    if (column != Words)
        return {};
    const Recording& recording = m_facts->tables();
    std::string text = frames(number);
    for (const FrameIndex frame : m_rows[number].frames) {
        text += recording.strings[recording.frames[frame].file];
        text += '\n';
    }
    return text;
}

std::optional<AddressRange> StackRows::addresses(std::size_t) const
{
    return std::nullopt;
}

bool StackRows::isHeldBy(std::size_t, const MemoryFilter&) const
{
    return true; // only such allocations were counted
}

bool StackRows::isIn(std::size_t, const EventRange&) const
{
    return true; // likewise
}

RowPlace StackRows::placeOf(std::size_t row) const
{
    const Allocation& first = m_facts->allocation(m_rows[row].first);
    return {first.event == Allocation::beforeRecording ? 0 : first.event + 1, first.address};
}

std::optional<std::size_t> StackRows::rowAt(
    std::uint64_t position, std::optional<std::uint64_t> address) const
{
    const auto allocation = address ? m_facts->allocationAt(position, *address) : std::nullopt;
    if (!allocation)
        return std::nullopt;
    const ContextIndex context = m_facts->allocation(*allocation).context;
    const std::uint32_t row = m_rowOf[m_facts->tables().contexts[context].stack.value];
    return row == noRow ? std::nullopt : std::optional<std::size_t>(row);
}

std::string StackRows::whyEmpty() const
{
    return "Nothing was allocated here, so there are no stacks.";
}

} // namespace tidemark
