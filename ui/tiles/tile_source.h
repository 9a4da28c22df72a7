// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layout/id_plane.h"
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

// A picture of the allocations of one device over time and some axis of bytes, of which any part can be made
// on any thread. Immutable once made.
class TileSource {
public:
    TileSource(std::shared_ptr<const GroupedDevice> device, std::shared_ptr<const AllocationClasses> classes)
        : m_device(std::move(device))
        , m_classes(std::move(classes))
    { }
    virtual ~TileSource() = default;

    const std::shared_ptr<const GroupedDevice>& grouped() const { return m_device; }
    const std::shared_ptr<const AllocationClasses>& classes() const { return m_classes; }
    const Recording& recording() const { return m_device->recording->recording; }
    const Device& device() const { return recording().devices[m_device->device]; }
    const DeviceHistory& history() const { return m_device->history(); }
    const Attribution& attribution() const { return m_device->attribution; }

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
    virtual std::vector<ByteMark> marks(double begin, double end, int most) const = 0;
    // The memory at a place of the axis, where the axis tells.
    virtual std::optional<std::uint64_t> addressAt(double) const { return std::nullopt; }
    // What is there where no allocation is; may be empty.
    virtual QString wordsAt(double, std::uint32_t) const { return {}; }

private:
    std::shared_ptr<const GroupedDevice> m_device;
    std::shared_ptr<const AllocationClasses> m_classes;
};

} // namespace tidemark::ui
