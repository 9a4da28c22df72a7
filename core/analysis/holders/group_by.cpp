// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/group_by.h"

namespace tidemark {

std::string_view groupByName(GroupBy by)
{
    switch (by) {
    case GroupBy::Category:
        return "category";
    case GroupBy::DataType:
        return "dtype";
    case GroupBy::Module:
        return "module";
    case GroupBy::Phase:
        return "phase";
    case GroupBy::Step:
        return "step";
    case GroupBy::Operator:
        return "operator";
    case GroupBy::Stack:
        return "stack";
    }
    return {};
}

std::optional<GroupBy> groupByFromName(std::string_view name)
{
    for (const GroupBy by : allGroupBys)
        if (groupByName(by) == name)
            return by;
    return std::nullopt;
}

} // namespace tidemark
