// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/curves/curve_view.h"
#include "core/analysis/replay/event_range.h"
#include "core/analysis/reserved/band.h"
#include "core/base/bytes.h"
#include "core/base/progress.h"
#include "ui/groups/grouped_device.h"
#include "ui/navigation/note.h"
#include "ui/overlay_curve.h"

#include <QObject>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tidemark::ui {

// What is looked at: one recording, device, range, cursor and selected block, for all views together. Views
// read it, change only it, and never talk to each other.
class ViewState : public QObject {
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    // May be null: nothing is open.
    const std::shared_ptr<const AnalyzedRecording>& recording() const { return m_recording; }
    // Another recording: everything else starts anew. A grown one (`grown`): range, cursor and selection
    // stay, or follow the end where they followed it.
    // `isPreview`: the beginning of a file that is still being read.
    void setRecording(std::shared_ptr<const AnalyzedRecording> recording, bool grown, bool isPreview = false);
    bool isPreview() const { return m_isPreview; }

    bool hasDevice() const;
    std::size_t deviceIndex() const { return m_device; }
    const Device& device() const; // hasDevice() must hold
    const DeviceHistory& history() const;
    void setDeviceIndex(std::size_t device);

    TimeAxis axis() const { return m_axis; }
    void setAxis(TimeAxis axis);

    // By what sizes count, wherever they stand. Every recording is shown in the same.
    ByteUnits units() const { return m_units; }
    void setUnits(ByteUnits units);

    // The visible part of the axis, in axis units (see AxisWindow).
    double rangeBegin() const { return m_rangeBegin; }
    double rangeEnd() const { return m_rangeEnd; }
    void setRange(double begin, double end); // kept inside the recording and at least one event wide
    void fitRange();
    EventRange visibleEvents() const; // of that part

    // The moment that the map and the details show. A position, see DeviceHistory.
    std::size_t cursor() const { return m_cursor; }
    void setCursor(
        std::size_t position); // kept inside the recording; no longer follows the end unless put there
    bool followsEnd() const { return m_followsEnd; }
    void setFollowsEnd(bool follows); // cursor at the newest event, range moving along

    // State at the cursor; computed once for all views, null without a device.
    const SegmentList* segments() const;

    // The part of the memory that is looked at, and of its allocations: curves() are of these alone, and
    // shownSegments() are all of that memory (see MemoryFilter for what each view makes of it). It goes when
    // the recording does; streams and pools also when the device does. The selected block goes with it, where
    // it is not part of the memory.
    const MemoryFilter& filter() const { return m_filter; }
    void setFilter(const MemoryFilter& filter);
    const SegmentList* shownSegments() const;
    // Those of the filter once somebody has found them, till then of the whole device; hasDevice() must hold.
    CurveView curves() const;
    // Null without a filter, and till they are found.
    const std::shared_ptr<const FilteredHistory>& filteredHistory() const { return m_filtered; }
    // Of another filter than the present one it is dropped.
    void setFilteredHistory(std::shared_ptr<const FilteredHistory> history);
    // How far those are who look for them; null while nobody does, or nobody tells.
    const std::shared_ptr<const Progress>& filterProgress() const { return m_filterProgress; }
    void setFilterProgress(std::shared_ptr<const Progress> progress);
    // Where the blocks begin, rising, that the filter holds of those allocated at the cursor: what a picture
    // of shownSegments() shows clearly. Null without a filter of allocations, and till allocations() are
    // known.
    const std::vector<std::uint64_t>* heldBlocks() const;

    // By what the area of allocated memory is coloured; nothing: it is not. colouring() is there once a
    // worker has found it for the filter; null till then.
    std::optional<GroupBy> colourBy() const { return m_colourBy; }
    void setColourBy(std::optional<GroupBy> by);
    const GroupColouring* colouring() const
    {
        return m_colouring && m_colouring->filter == m_filter ? m_colouring.get() : nullptr;
    }
    void setColouring(std::shared_ptr<const GroupColouring> colouring);
    // Whether the colouring is made of these allocations, as far as the filter holds them, and of its curves.
    bool isColoured(const std::shared_ptr<const GroupedDevice>& allocations) const
    {
        return colouring() && m_colouring->device == allocations && m_colouring->part == m_filtered;
    }

    // Every allocation of the device, once somebody has found them, which is done while any view wants them.
    // May be of a moment before the recording grew.
    const std::shared_ptr<const GroupedDevice>& allocations() const { return m_allocations; }
    void setAllocations(std::shared_ptr<const GroupedDevice> allocations);
    bool areAllocationsWanted() const { return !m_allocationsWantedBy.empty(); }
    void setAllocationsWanted(const QObject* by, bool wanted);

    // The selected block by an address inside it, at the cursor; none when nothing is selected.
    std::optional<std::uint64_t> selectedAddress() const { return m_selectedAddress; }
    void setSelectedAddress(std::optional<std::uint64_t> address);

    // The part of the picture that words point at, which every view that can shows more clearly than the
    // rest; Nothing: no part. Another device or recording points at none.
    Band highlightedBand() const { return m_highlightedBand; }
    void setHighlightedBand(Band band);

    // What a person wrote at moments of the recording, of all devices; they go with the recording.
    const std::vector<Note>& notes() const { return m_notes; }
    void setNotes(std::vector<Note> notes);

    // Curves over the recorded ones. They belong to the device, and go when it does.
    // Of all owners; under a filter only of those whose curves are of the same part.
    std::vector<const OverlayCurve*> overlays() const;
    void setOverlays(OverlayOwner owner, std::vector<OverlayCurve> curves);

Q_SIGNALS:
    void recordingChanged(); // another one, or none
    void recordingGrown();
    void deviceChanged();
    void axisChanged();
    void unitsChanged();
    void rangeChanged();
    void filterChanged();
    void curvesChanged(); // those of the filter were found, or grew
    void filterProgressChanged(); // it began, or ended
    void cursorChanged(); // also when the state at the cursor changed because the recording grew
    void selectionChanged();
    void overlaysChanged();
    void colourByChanged();
    void colouringChanged();
    void allocationsChanged();
    void allocationsWantedChanged();
    void highlightChanged();
    void notesChanged();

private:
    void moveToEnd();
    double axisEnd() const;
    void dropOverlays();
    void dropGroups();
    void dropFilter();
    void dropSegments();

    std::shared_ptr<const AnalyzedRecording> m_recording;
    bool m_isPreview = false;
    std::size_t m_device = 0;
    TimeAxis m_axis = TimeAxis::Events;
    ByteUnits m_units = ByteUnits::Binary;
    double m_rangeBegin = 0;
    double m_rangeEnd = 1;
    std::size_t m_cursor = 0;
    bool m_followsEnd = true;
    std::optional<std::uint64_t> m_selectedAddress;
    Band m_highlightedBand = Band::Nothing;
    std::vector<Note> m_notes;
    std::array<std::vector<OverlayCurve>, overlayOwnerCount> m_overlays; // by OverlayOwner
    mutable std::optional<SegmentList> m_segments; // cache of segments(), dropped when the cursor moves
    MemoryFilter m_filter;
    std::shared_ptr<const FilteredHistory> m_filtered; // null: not found yet, or no filter
    std::shared_ptr<const Progress> m_filterProgress;
    std::optional<GroupBy> m_colourBy;
    std::shared_ptr<const GroupColouring> m_colouring;
    std::shared_ptr<const GroupedDevice> m_allocations;
    std::vector<const QObject*> m_allocationsWantedBy; // each once
    mutable std::optional<SegmentList> m_shownSegments; // cache of shownSegments() while there is a filter
    mutable std::optional<std::vector<std::uint64_t>> m_heldBlocks; // cache of heldBlocks()
};

} // namespace tidemark::ui
