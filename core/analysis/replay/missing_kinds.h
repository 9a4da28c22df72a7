// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string>

namespace tidemark {

// Kinds of events of which a device's trace has none although they seem to have happened: PyTorch's
// skip_actions (torch/cuda/memory.py, _record_memory_history) may leave out any kind, and no file says which.
struct MissingKinds {
    bool alloc = false;
    bool freeRequested = false; // then free_completed alone tells of a free
    bool freeCompleted = false; // then free_requested alone does
    bool segmentsCame = false; // segment_alloc and segment_map; it may be that none came
    bool segmentsWent = false; // segment_free and segment_unmap
    bool everything = false; // there are only marks, but memory at the end

    bool any() const
    {
        return alloc || freeRequested || freeCompleted || segmentsCame || segmentsWent || everything;
    }
    bool oneFreeEntry() const { return freeRequested || freeCompleted; }

    // The event as replay takes it: a single entry for a free is the whole free.
    Event completed(Event event) const
    {
        if (freeCompleted && event.action == Action::FreeRequested)
            event.action = Action::FreeCompleted;
        return event;
    }
};

MissingKinds missingKindsOf(const Device& device);

// Sentences for people, one for each kind; `name` is the device's. None for `everything`: readers say it.
std::vector<std::string> sentencesOf(const MissingKinds& missing, const std::string& name);

} // namespace tidemark
