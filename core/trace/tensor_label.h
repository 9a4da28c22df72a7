// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/strong_index.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tidemark {

// What memory is for. The numbers of those that labels carry are written to .tide files: never renumber.
enum class MemoryCategory : std::uint8_t {
    Unexplained, // nobody said, and it outlives its training step
    Parameter,
    Gradient,
    OptimizerState,
    Buffer, // state of a module that is not trained
    Input, // the batch
    Activation, // kept for the backward pass
    PackedActivation, // kept for the backward pass in fewer bytes, or to be moved elsewhere
    Workspace, // a library's scratch memory that it keeps
    Temporary, // nobody said, and it is freed in the training step that made it: never in a label
};
inline constexpr std::size_t memoryCategoryCount = 10;

// Element types, by PyTorch's names. Written to .tide files: never renumber.
enum class DataType : std::uint8_t {
    Unknown,
    Float64,
    Float32,
    Float16,
    BFloat16,
    Int64,
    Int32,
    Int16,
    Int8,
    UInt8,
    Bool,
    Other,
};
inline constexpr std::size_t dataTypeCount = 12;

// "parameter", "optimizer state", "not explained": as screens and tables say it.
std::string_view nameOf(MemoryCategory category);
std::string_view nameOf(DataType type); // "float32", as PyTorch calls it
std::uint64_t itemSize(DataType type); // bytes of one element; 0 where that is not known

// A tensor that the recorded program had in a block of memory. A label tells of the allocation that is live
// at its address just before its event, from that allocation's beginning on; one allocation may have several
// labels (views, or a tensor kept by two operators): the first tells its category.
struct TensorLabel {
    std::uint64_t event = 0; // holds before this event of the device
    std::uint64_t address = 0; // of the tensor's storage: where the block begins
    std::uint64_t bytes = 0; // of the tensor's elements, which may be fewer than the storage has
    StringIndex name; // "features.0.weight", "AdamW.exp_avg.features.0.weight"; empty where it has none
    StringIndex shape; // "[64, 3, 3, 3]"
    StringIndex operation; // that keeps it for backward; else empty
    MemoryCategory category = MemoryCategory::Unexplained;
    DataType dataType = DataType::Unknown;

    bool operator==(const TensorLabel&) const = default;
};

} // namespace tidemark
