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
    bool isText = false; // and may be packed: .json.gz
};

constexpr std::array targetEntries = {
    TargetEntry{ConvertTarget::Tide, "tide", ".tide ", false},
    TargetEntry{ConvertTarget::Snapshot, "snapshot", ".pickle .pkl ", false},
    TargetEntry{ConvertTarget::Trace, "trace", ".json ", true},
    TargetEntry{ConvertTarget::Csv, "csv", ".csv ", true},
    TargetEntry{ConvertTarget::Database, "sqlite", ".db .sqlite .sqlite3 ", false},
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
    const bool isPacked = output.extension() == ".gz";
    const std::string ending = (isPacked ? output.stem() : output).extension().string() + ' ';
    if (ending.size() == 1)
        return std::nullopt;
    for (const TargetEntry& entry : targetEntries)
        if (entry.endings.find(ending) != std::string_view::npos && (!isPacked || entry.isText))
            return entry.target;
    return std::nullopt;
}

std::string convertTargetEndings()
{
    return ".tide (a recording of Tidemark), .pickle or .pkl (a memory snapshot for PyTorch's viewers), "
           ".json "
           "or .json.gz (a trace for Perfetto), .csv or .csv.gz (a table), or .db, .sqlite or .sqlite3 (a "
           "database)";
}

} // namespace tidemark
