// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording_builder.h"

namespace tidemark {

class TablePlaces;

// Makes one recording of several, such as the snapshots that the ranks of one job wrote. The devices follow
// one another by rank where each has one, else in the order of add(); equal texts, frames, stacks and
// contexts become one.
class RecordingMerger {
public:
    // `source` is kept at each device of `part`, and put in front of its warnings. Of a snapshot, which lists
    // every device that its process saw, only those are taken that tell of memory: more than markers.
    void add(const std::string& source, Recording part);

    // A sentence about the whole.
    void warn(std::string sentence) { m_warnings.push_back(std::move(sentence)); }

    std::size_t partCount() const { return m_parts.size(); }

    // All that was added. Settings that every part shares are the recording's; else each device has its own,
    // and the recording none, or where only the ranks and what follows from them differ the others.
    Recording merged() const;

private:
    struct Part {
        std::string format;
        std::string producer;
        std::string workload;
        std::string allocatorConf;
        std::vector<Setting> settings;
        std::size_t deviceCount = 0;
        bool hasAllocator = false; // else it has curves only, and no settings
    };

    void addDevices(Recording& part, const std::string& source, const TablePlaces& tables,
        std::vector<std::uint16_t>& places);
    const Part* commonConfiguration() const; // null: the parts differ
    bool haveOneConf() const;
    bool giveOwnSettings(Recording& recording) const;
    void configure(Recording& recording) const;

    RecordingBuilder m_builder;
    std::vector<Part> m_parts;
    std::vector<std::string> m_warnings;
};

} // namespace tidemark
