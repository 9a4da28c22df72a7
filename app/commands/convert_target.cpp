// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/convert_target.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

struct TargetEntry {
    ConvertTarget target;
    std::string_view name;
    std::string_view endings; // each with a blank behind it
};

constexpr std::array targetEntries = {
    TargetEntry{ConvertTarget::Tide, "tide", ".tide "},
    TargetEntry{ConvertTarget::Snapshot, "snapshot", ".pickle .pkl "},
    TargetEntry{ConvertTarget::Trace, "trace", ".json "},
    TargetEntry{ConvertTarget::Csv, "csv", ".csv "},
    TargetEntry{ConvertTarget::Database, "sqlite", ".db .sqlite .sqlite3 "},
};

} // namespace

std::optional<ConvertTarget> convertTargetNamed(std::string_view name)
{
    for (const TargetEntry& entry : targetEntries)
        if (entry.name == name)
            return entry.target;
    return std::nullopt;
}

std::vector<std::string> convertTargetNames()
{
    std::vector<std::string> names;
    for (const TargetEntry& entry : targetEntries)
        names.emplace_back(entry.name);
    return names;
}

std::optional<ConvertTarget> convertTargetOf(const std::filesystem::path& output)
{
    const std::string ending = output.extension().string() + ' ';
    if (ending.size() == 1)
        return std::nullopt;
    for (const TargetEntry& entry : targetEntries)
        if (entry.endings.find(ending) != std::string_view::npos)
            return entry.target;
    return std::nullopt;
}

std::string convertTargetEndings()
{
    return ".tide (a recording of Tidemark), .pickle or .pkl (a memory snapshot for PyTorch's viewers), "
           ".json "
           "(a trace for Perfetto), .csv (a table), or .db, .sqlite or .sqlite3 (a database)";
}

} // namespace tidemark
