// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/pickle_writer/extra_keys.h"

namespace tidemark {

// Writes stacks as PyTorch shares them: every frame's dict and every list of frames once, then by its number.
class StackPickler {
public:
    StackPickler(const Recording& recording, PickleOutput& out, ExtraKeys& extras);

    // The list of a stack's frames, the innermost first.
    void frames(StackIndex stack);
    // The list of formatted lines, the innermost last.
    void lines(StackIndex stack);

private:
    static constexpr std::uint32_t notWritten = UINT32_MAX;

    void frame(FrameIndex index);

    const Recording& m_recording;
    PickleOutput& m_out;
    ExtraKeys& m_extras;
    std::vector<std::uint32_t> m_frames; // number in the memo by FrameIndex
    std::vector<std::uint32_t> m_stacks; // by StackIndex
    boost::unordered_flat_map<std::uint32_t, std::uint32_t> m_lines; // by StackIndex
};

} // namespace tidemark
