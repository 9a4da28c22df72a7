// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <QString>
#include <vector>

namespace tidemark::ui {

// One line of a stack.
struct FrameText {
    QString function;
    QString place; // "optim/adamw.py:110"; empty when unknown
    QString fullPlace; // with the whole path
    FrameKind kind = FrameKind::Source;
    bool isFramework = false; // PyTorch's, Python's or the C library's own
};

// Innermost first.
std::vector<FrameText> framesOf(const Recording& recording, StackIndex stack);

// What allocated, in a few words, the most telling ones first: the innermost scope and the operation that ran
// in it, or else the innermost frame that is the program's own. Empty when nothing was recorded.
struct ContextWords {
    QString what; // "layers.3.attention"
    QString detail; // "aten::linear"
};
ContextWords wordsOf(const Recording& recording, ContextIndex context);

// The stack as text to paste: "function  file:line", one frame a line.
QString stackAsText(const std::vector<FrameText>& frames);

} // namespace tidemark::ui
