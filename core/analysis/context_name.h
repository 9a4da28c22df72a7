// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string_view>

namespace tidemark {

// Whether a function of a source file is the framework's, Python's or the C library's own.
bool isFrameworkCode(std::string_view function, std::string_view file);

// What allocated, in a few words, the most telling ones first. Views of the recording's strings.
struct ContextName {
    std::string_view what; // "layers.3.attention", or a function; empty when nothing was recorded
    std::string_view detail; // "aten::linear"; empty when unknown
    FrameIndex frame; // that `what` names, when it is a function in a source file

    bool operator==(const ContextName&) const = default;
};

// The innermost scope and the outermost operation that ran in it, or else the innermost frame that is the
// program's own.
ContextName nameOf(const Recording& recording, ContextIndex context);

} // namespace tidemark
