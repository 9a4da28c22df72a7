// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string_view>

namespace tidemark {

// Whether the function or the file of any frame of a context's stack is what `isNamed(std::string_view)`
// looks for. Scopes and operators are functions of frames, too.
template <class IsNamed>
bool isAnyNameOfStack(const Recording& recording, ContextIndex context, const IsNamed& isNamed)
{
    for (StackIndex stack = recording.contexts[context].stack; !stack.isNone();
         stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        if (isNamed(recording.strings[frame.function]) || isNamed(recording.strings[frame.file]))
            return true;
    }
    return false;
}

} // namespace tidemark
