// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layout/id_plane.h"
#include "core/base/bytes.h"
#include "ui/tiles/allocation_classes.h"

#include <QString>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tidemark::ui {

// A label of the vertical axis.
struct ByteMark {
    double bytes = 0; // on the axis
    QString label;
    bool isLine = true; // across the picture
};

// What of a device a picture shows: the allocations that a filter holds, or all, perhaps with the others dim.
// Immutable once made.
struct ShownPart {
    std::shared_ptr<const GroupedDevice> whole;
    std::shared_ptr<const GroupedDevice> shown; // the whole, or those of its allocations
    std::shared_ptr<const FilteredHistory> history; // of the filter; null: all
    std::vector<bool> isDim; // by place in the attribution of what is shown; empty: none is

    MemoryFilter filter() const { return history ? history->filter() : MemoryFilter(); }
    CurveView curves() const
    {
        return history && shown != whole ? CurveView(*history) : CurveView(whole->history());
    }
};

// What becomes of the allocations that a filter does not hold.
enum class OtherAllocations : std::uint8_t { AreLeftOut, AreDim };

// Null where `stop` ends it. `history` may be null.
std::shared_ptr<const ShownPart> shownPart(const std::shared_ptr<const GroupedDevice>& whole,
    const std::shared_ptr<const FilteredHistory>& history,
    OtherAllocations others = OtherAllocations::AreLeftOut, const std::stop_token& stop = {});

// A picture of the allocations of one device over time and some axis of bytes, of which any part can be made
// on any thread. Immutable once made.
class TileSource {
public:
    TileSource(std::shared_ptr<const ShownPart> part, std::shared_ptr<const AllocationClasses> classes)
        : m_part(std::move(part))
        , m_classes(std::move(classes))
    { }
    virtual ~TileSource() = default;

    const std::shared_ptr<const ShownPart>& part() const { return m_part; }
    bool isDim(std::uint32_t allocation) const { return !m_part->isDim.empty() && m_part->isDim[allocation]; }
    const std::shared_ptr<const GroupedDevice>& grouped() const { return m_part->shown; }
    CurveView curves() const { return m_part->curves(); }
    const std::shared_ptr<const AllocationClasses>& classes() const { return m_classes; }
    const Recording& recording() const { return grouped()->recording->recording; }
    const Device& device() const { return recording().devices[grouped()->device]; }
    const DeviceHistory& history() const { return grouped()->history(); }
    const Attribution& attribution() const { return grouped()->attribution; }

    // Bytes from the axis' one end to the other.
    virtual double height() const = 0;
    // Whether the axis begins at the bottom of the picture; else at its top.
    virtual bool growsUp() const = 0;
    // One column a moment; row 0 is the topmost.
    virtual IdPlane plane(
        std::span<const std::size_t> moments, const ByteRows& rows, const std::stop_token& stop) const = 0;
    // What is alive at a position, in the order of the axis.
    virtual std::vector<std::uint32_t> aliveAt(std::size_t position) const = 0;
    // Of the axis' part [begin, end), at most about `most`.
    virtual std::vector<ByteMark> marks(double begin, double end, int most, ByteUnits units) const = 0;
    // The memory at a place of the axis, where the axis tells.
    virtual std::optional<std::uint64_t> addressAt(std::uint64_t) const { return std::nullopt; }
    // What is there where no allocation is; may be empty.
    virtual QString wordsAt(std::uint64_t, std::uint32_t) const { return {}; }

private:
    std::shared_ptr<const ShownPart> m_part;
    std::shared_ptr<const AllocationClasses> m_classes;
};

} // namespace tidemark::ui
