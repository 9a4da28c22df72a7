// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "ui/groups/band_looks.h"
#include "ui/groups/grouped_device.h"

#include <QString>
#include <memory>
#include <span>

namespace tidemark::ui {

// By what the allocations of a picture are coloured: as GroupBy and on.
enum class ColourClass : std::uint8_t {
    Category,
    DataType,
    Module,
    Phase,
    Step,
    Operator,
    Stack,
    Size,
    Stream,
    Pool,
    Age, // at the moment of each pixel
};
inline constexpr std::array allColourClasses = {ColourClass::Category, ColourClass::Size, ColourClass::Stack,
    ColourClass::Stream, ColourClass::Pool, ColourClass::Age, ColourClass::DataType, ColourClass::Module,
    ColourClass::Phase, ColourClass::Step, ColourClass::Operator};

QString colourClassTitle(ColourClass by); // "size", "age"

// Which colour each allocation of a device has. Immutable once made.
struct AllocationClasses {
    ColourClass by = ColourClass::Size;
    Grouping grouping; // of the bands; without groupOf
    GroupBands bands; // the classes
    std::vector<std::uint8_t> classOf; // by place in Attribution::allocations; empty: by age
    QString note; // why they tell little; may be empty

    // Of an allocation at a position.
    std::uint8_t at(const Attribution& attribution, std::uint32_t allocation, std::size_t position) const;
    // Whether each class is more of the same than the one before.
    bool isOrdered() const { return by == ColourClass::Size || by == ColourClass::Age; }
};

// "up to 1 MiB", "up to 1.05 MB", "optimizer state": what one of the bands is called.
QString className(const AllocationClasses& classes, std::size_t band, ByteUnits units);

// Null where `stop` ends it.
std::shared_ptr<const AllocationClasses> allocationClasses(
    const GroupedDevice& device, ColourClass by, const std::stop_token& stop = {});

// By class.
std::vector<BandLook> looksOf(const AllocationClasses& classes, const Theme& theme);

} // namespace tidemark::ui
