// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/tensor_label.h"

#include <array>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, memoryCategoryCount> categoryNames = {"not explained", "parameter",
    "gradient", "optimizer state", "buffer", "input", "activation", "packed activation", "workspace",
    "temporary"};

struct DataTypeFacts {
    std::string_view name;
    std::uint64_t bytes = 0;
};

constexpr std::array<DataTypeFacts, dataTypeCount> dataTypes = {
    {{"unknown", 0}, {"float64", 8}, {"float32", 4}, {"float16", 2}, {"bfloat16", 2}, {"int64", 8},
        {"int32", 4}, {"int16", 2}, {"int8", 1}, {"uint8", 1}, {"bool", 1}, {"other", 0}}};

} // namespace

std::string_view nameOf(MemoryCategory category)
{
    return categoryNames.at(static_cast<std::size_t>(category));
}

std::string_view nameOf(DataType type)
{
    return dataTypes.at(static_cast<std::size_t>(type)).name;
}

std::uint64_t itemSize(DataType type)
{
    return dataTypes.at(static_cast<std::size_t>(type)).bytes;
}

} // namespace tidemark
