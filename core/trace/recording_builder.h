// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string_view>

namespace tidemark {

// A Recording while it is being read or recorded: the recording, and the interners behind its tables.
class RecordingBuilder {
public:
    // Everything but the tables may be changed directly.
    Recording& recording() { return m_recording; }

    StringIndex string(std::string_view text) { return m_strings.intern(text); }
    FrameIndex frame(const Frame& frame) { return m_frames.intern(frame); }
    StackIndex stack(FrameIndex innermost, StackIndex caller) { return m_stacks.intern({innermost, caller}); }
    ContextIndex context(const Context& context) { return m_contexts.intern(context); }

    // As they are now; a reference to a table stays right while it grows.
    const StringTable& strings() const { return m_strings.table(); }
    const FrameTable& frames() const { return m_frames.table(); }
    const StackTable& stacks() const { return m_stacks.table(); }

    // The slot of a stream handle or pool id in a device's table; added when new.
    static StreamSlot streamSlot(Device& device, std::uint64_t handle);
    static PoolSlot poolSlot(Device& device, PoolId id);

    // The recording as it is now; the builder may go on.
    Recording snapshot() const;

private:
    Recording m_recording;
    StringInterner m_strings;
    FrameInterner m_frames;
    StackInterner m_stacks;
    ContextInterner m_contexts;
};

} // namespace tidemark
