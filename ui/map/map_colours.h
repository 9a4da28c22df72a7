// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/segment_list.h"
#include "ui/tiles/allocation_classes.h"

#include <memory>
#include <vector>

namespace tidemark::ui {

// What colours the allocated memory of a map. Immutable once made.
struct MapColours {
    std::shared_ptr<const GroupedDevice> device;
    std::shared_ptr<const AllocationClasses> classes; // of the device's allocations
};

// Of which device by what; the answer is MapColours.
struct MapColourQuestion {
    std::shared_ptr<const GroupedDevice> device;
    ColourClass by = ColourClass::Size;

    bool operator==(const MapColourQuestion&) const = default;
};

inline constexpr std::uint8_t noColourClass = UINT8_MAX; // no allocation of the block is known

// By block of a list at a position: the class of its allocation; noColourClass where it is not allocated, and
// where the allocations do not tell of it, as of what came after they were found.
std::vector<std::uint8_t> blockClasses(
    const SegmentList& list, const MapColours& colours, std::size_t position);

// The same where only blocks that begin at one of the `held` addresses, which rise, are shown clearly: those
// that are not are of no class, and without classes the others are of class 0 (see MapPaints::addDimClass).
std::vector<std::uint8_t> clearBlocks(
    const SegmentList& list, std::span<const std::uint64_t> held, std::vector<std::uint8_t> classOf);

// Bytes of allocated memory by class, as rounded as that is; the last number is what has none.
std::vector<std::uint64_t> bytesByClass(
    const SegmentList& list, std::span<const std::uint8_t> classOf, std::size_t classCount);

} // namespace tidemark::ui
