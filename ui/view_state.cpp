// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view_state.h"

#include "core/analysis/holders/held_allocations.h"
#include "ui/axis_room.h"

#include <algorithm>

namespace tidemark::ui {

ViewState::ViewState(QObject* parent)
    : QObject(parent)
{ }

void ViewState::setRecording(std::shared_ptr<const AnalyzedRecording> recording, bool grown, bool isPreview)
{
    grown = grown && m_recording && recording && m_device < recording->histories.size();
    // A range that showed everything goes on showing everything.
    const bool showedAll = grown && hasDevice() && m_rangeBegin <= 0 && m_rangeEnd >= axisEnd();
    m_recording = std::move(recording);
    m_isPreview = isPreview;
    dropSegments();
    if (!grown) {
        m_device = 0;
        dropFilter();
        m_selectedAddress.reset();
        m_followsEnd = true;
        m_cursor = hasDevice() ? history().eventCount() : 0;
        dropOverlays();
        dropGroups();
        setHighlightedBand(Band::Nothing);
        setNotes({});
        Q_EMIT recordingChanged();
        Q_EMIT deviceChanged();
        Q_EMIT filterChanged();
        Q_EMIT selectionChanged();
        Q_EMIT cursorChanged();
        fitRange();
        return;
    }
    Q_EMIT recordingGrown();
    if (showedAll)
        fitRange();
    if (m_followsEnd)
        moveToEnd();
}

bool ViewState::hasDevice() const
{
    return m_recording && m_device < m_recording->histories.size();
}

const Device& ViewState::device() const
{
    return m_recording->recording.devices[m_device];
}

const DeviceHistory& ViewState::history() const
{
    return m_recording->histories[m_device];
}

void ViewState::setDeviceIndex(std::size_t device)
{
    if (!m_recording || device >= m_recording->histories.size() || device == m_device)
        return;
    m_device = device;
    dropSegments();
    const AllocationFilter allocations = m_filter.allocations; // other devices have sizes and lives, too
    dropFilter();
    m_filter.allocations = allocations;
    m_selectedAddress.reset();
    m_followsEnd = true;
    m_cursor = history().eventCount();
    dropOverlays();
    dropGroups();
    setHighlightedBand(Band::Nothing);
    Q_EMIT deviceChanged();
    Q_EMIT filterChanged();
    Q_EMIT selectionChanged();
    Q_EMIT cursorChanged();
    fitRange();
}

void ViewState::setUnits(ByteUnits units)
{
    if (units == m_units)
        return;
    m_units = units;
    Q_EMIT unitsChanged();
}

void ViewState::setAxis(TimeAxis axis)
{
    if (axis == m_axis)
        return;
    const auto positionOf = [this](double value) {
        return hasDevice() ? positionAt(device(), history().eventCount(), m_axis, value) : 0;
    };
    const std::size_t begin = positionOf(m_rangeBegin);
    const std::size_t end = positionOf(m_rangeEnd);
    m_axis = axis;
    Q_EMIT axisChanged();
    if (hasDevice())
        setRange(axisValue(device(), axis, begin), axisValue(device(), axis, end));
}

double ViewState::axisEnd() const
{
    return hasDevice() ? axisValue(device(), m_axis, history().eventCount()) : 1.0;
}

void ViewState::setRange(double begin, double end)
{
    const double last = std::max(axisEnd(), 1.0) * axisReach;
    const double width = std::clamp(end - begin, std::min(1.0, last), last);
    // Zooming past a border keeps the width and moves the range inside.
    const double first = std::clamp(begin, 0.0, last - width);
    if (first == m_rangeBegin && first + width == m_rangeEnd)
        return;
    m_rangeBegin = first;
    m_rangeEnd = first + width;
    Q_EMIT rangeChanged();
}

void ViewState::fitRange()
{
    setRange(0, axisEnd() * axisReach);
}

EventRange ViewState::visibleEvents() const
{
    if (!hasDevice())
        return {};
    const std::size_t count = history().eventCount();
    return {
        positionAt(device(), count, m_axis, m_rangeBegin), positionAt(device(), count, m_axis, m_rangeEnd)};
}

void ViewState::setHighlightedBand(Band band)
{
    if (band == m_highlightedBand)
        return;
    m_highlightedBand = band;
    Q_EMIT highlightChanged();
}

void ViewState::setNotes(std::vector<Note> notes)
{
    if (notes == m_notes)
        return;
    m_notes = std::move(notes);
    Q_EMIT notesChanged();
}

void ViewState::setCursor(std::size_t position)
{
    const std::size_t end = hasDevice() ? history().eventCount() : 0;
    const std::size_t kept = std::min(position, end);
    m_followsEnd = kept == end;
    if (kept == m_cursor)
        return;
    m_cursor = kept;
    dropSegments();
    Q_EMIT cursorChanged();
}

void ViewState::setFollowsEnd(bool follows)
{
    m_followsEnd = follows;
    if (follows)
        moveToEnd();
}

void ViewState::moveToEnd()
{
    if (!hasDevice())
        return;
    const double width = m_rangeEnd - m_rangeBegin;
    const double end = axisEnd() + width * (axisReach - 1);
    if (m_rangeEnd < end)
        setRange(end - width, end);
    m_cursor = history().eventCount();
    dropSegments();
    Q_EMIT cursorChanged();
}

const SegmentList* ViewState::segments() const
{
    if (!hasDevice())
        return nullptr;
    if (!m_segments)
        m_segments = history().segmentsAt(device(), m_cursor);
    return &*m_segments;
}

void ViewState::dropSegments()
{
    m_segments.reset();
    m_shownSegments.reset();
    m_heldBlocks.reset();
}

void ViewState::dropFilter()
{
    m_filter = {};
    m_filtered.reset();
    m_heldBlocks.reset();
}

void ViewState::setFilter(const MemoryFilter& filter)
{
    if (filter == m_filter || !hasDevice())
        return;
    m_filter = filter;
    m_filtered.reset();
    m_shownSegments.reset();
    m_heldBlocks.reset();
    Q_EMIT filterChanged();
    const SegmentList* shown = shownSegments();
    const auto holdsSelected = [this](const SegmentInfo& segment) {
        return *m_selectedAddress >= segment.address
            && *m_selectedAddress - segment.address < segment.totalSize;
    };
    if (m_selectedAddress && std::none_of(shown->segments.begin(), shown->segments.end(), holdsSelected))
        setSelectedAddress({});
}

const SegmentList* ViewState::shownSegments() const
{
    const SegmentList* all = segments();
    if (!all || m_filter.holdsAllSegments())
        return all;
    if (!m_shownSegments)
        m_shownSegments = filtered(*all, m_filter);
    return &*m_shownSegments;
}

const std::vector<std::uint64_t>* ViewState::heldBlocks() const
{
    if (m_filter.allocations.isAll() || !m_allocations || !hasDevice())
        return nullptr;
    if (!m_heldBlocks) {
        const Attribution& attribution = m_allocations->attribution;
        const HeldAllocations held(m_filter, device());
        m_heldBlocks.emplace();
        for (const std::uint32_t place : m_allocations->alive.at(attribution, m_cursor))
            if (held.hold(attribution.allocations[place]))
                m_heldBlocks->push_back(attribution.allocations[place].address);
        std::sort(m_heldBlocks->begin(), m_heldBlocks->end());
    }
    return &*m_heldBlocks;
}

void ViewState::setFilterProgress(std::shared_ptr<const Progress> progress)
{
    if (progress == m_filterProgress)
        return;
    m_filterProgress = std::move(progress);
    Q_EMIT filterProgressChanged();
}

CurveView ViewState::curves() const
{
    return m_filtered ? CurveView(*m_filtered) : CurveView(history());
}

void ViewState::setFilteredHistory(std::shared_ptr<const FilteredHistory> history)
{
    if (m_filter.isAll() || !history || history->filter() != m_filter)
        return;
    m_filtered = std::move(history);
    Q_EMIT curvesChanged();
}

std::vector<const OverlayCurve*> ViewState::overlays() const
{
    std::vector<const OverlayCurve*> all;
    for (std::size_t owner = 0; owner < overlayOwnerCount; ++owner) {
        if (!m_filter.isAll() && static_cast<OverlayOwner>(owner) == OverlayOwner::WhatIf)
            continue; // a run of the whole program
        for (const OverlayCurve& curve : m_overlays[owner])
            all.push_back(&curve);
    }
    return all;
}

void ViewState::setOverlays(OverlayOwner owner, std::vector<OverlayCurve> curves)
{
    auto& mine = m_overlays[static_cast<std::size_t>(owner)];
    if (mine.empty() && curves.empty())
        return;
    mine = std::move(curves);
    Q_EMIT overlaysChanged();
}

void ViewState::dropOverlays()
{
    for (std::size_t owner = 0; owner < overlayOwnerCount; ++owner)
        setOverlays(static_cast<OverlayOwner>(owner), {});
}

void ViewState::setColourBy(std::optional<GroupBy> by)
{
    if (by == m_colourBy)
        return;
    m_colourBy = by;
    setColouring(nullptr);
    Q_EMIT colourByChanged();
}

void ViewState::setColouring(std::shared_ptr<const GroupColouring> colouring)
{
    if (!colouring && !m_colouring)
        return;
    m_colouring = std::move(colouring);
    Q_EMIT colouringChanged();
}

void ViewState::setAllocations(std::shared_ptr<const GroupedDevice> allocations)
{
    if (!allocations && !m_allocations)
        return;
    m_allocations = std::move(allocations);
    m_heldBlocks.reset();
    Q_EMIT allocationsChanged();
}

void ViewState::setAllocationsWanted(const QObject* by, bool wanted)
{
    const bool were = areAllocationsWanted();
    std::erase(m_allocationsWantedBy, by);
    if (wanted)
        m_allocationsWantedBy.push_back(by);
    if (were != areAllocationsWanted())
        Q_EMIT allocationsWantedChanged();
}

void ViewState::dropGroups()
{
    setColouring(nullptr);
    setAllocations(nullptr);
}

void ViewState::setSelectedAddress(std::optional<std::uint64_t> address)
{
    if (address == m_selectedAddress)
        return;
    m_selectedAddress = address;
    Q_EMIT selectionChanged();
}

} // namespace tidemark::ui
