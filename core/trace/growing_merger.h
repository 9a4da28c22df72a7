// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/table_places.h"

#include <string>
#include <vector>

namespace tidemark {

// Makes one recording of several that still grow, such as the live streams of the ranks of one job. The
// devices follow one another part by part; equal texts, frames, stacks and contexts become one. Taking a
// part's newest state costs in proportion to its new events and to its notes, not to all its events: the
// events before stay in the chunks that the recordings published earlier show. (RecordingMerger is for whole
// recordings.)
class GrowingMerger {
public:
    // A name for each part, kept at those of its devices that have no source of their own.
    explicit GrowingMerger(std::vector<std::string> sources);

    std::size_t partCount() const { return m_parts.size(); }

    // The newest state of a part: what it had before, and more.
    void take(std::size_t part, const Recording& recording);

    // Whether the part has said which devices it has. Devices that come after the first merged() move those
    // of the parts behind.
    bool hasDevices(std::size_t part) const { return !m_parts[part].devices.empty(); }

    // All that was taken; cheap, and stays as it is while more is taken. Settings that all parts share are
    // the recording's; where they differ each device has its own as well.
    Recording merged() const;

private:
    struct Part {
        std::string source;
        TablePlaces places;
        std::vector<Device> devices; // as in the merged recording
        std::vector<Annotation> annotations; // their devices counted within the part
        std::vector<Mark> marks;
        Recording description; // the rest of it: texts and settings, without devices, notes and tables
    };

    void takeDevices(Part& part, const std::vector<Device>& devices);
    void describe(Recording& recording) const;

    RecordingBuilder m_builder; // the tables
    std::vector<Part> m_parts;
};

} // namespace tidemark
