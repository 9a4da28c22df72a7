// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

// What allocations are told apart by.
enum class GroupBy : std::uint8_t {
    Category,
    DataType,
    Module, // the path of the module that owns the tensor, or in which it was made
    Phase, // of training, in which it was made
    Step, // of training, in which it was made
    Operator, // that made it
    Stack, // of functions that made it
};
inline constexpr std::array allGroupBys = {GroupBy::Category, GroupBy::DataType, GroupBy::Module,
    GroupBy::Phase, GroupBy::Step, GroupBy::Operator, GroupBy::Stack};

// "category", "dtype", "module", ...: as options spell them.
std::string_view groupByName(GroupBy by);
std::optional<GroupBy> groupByFromName(std::string_view name);

} // namespace tidemark
