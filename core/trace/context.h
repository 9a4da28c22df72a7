// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/record_table.h"
#include "core/base/string_table.h"

namespace tidemark {

enum class FrameKind : std::uint8_t {
    Source, // a function in a source file
    Operation, // an operator that LibTorch ran, as at::RecordFunction names it
    Scope, // a name that the workload gave: a module path
};

struct Frame {
    StringIndex function;
    StringIndex file;
    std::uint32_t line = 0;
    FrameKind kind = FrameKind::Source;
    StringIndex extra = {}; // a JSON object of the other keys that the file gave it (PyTorch's fx_*)

    bool operator==(const Frame&) const = default;
};

// A stack is its innermost frame and the stack of the caller: stacks with equal outer parts share them.
struct Stack {
    FrameIndex frame;
    StackIndex caller;

    bool operator==(const Stack&) const = default;
};

// What was going on when an event happened. Everything may be absent.
struct Context {
    StackIndex stack;
    StackIndex forwardStack; // where the tensor was made in the forward pass (PyTorch's forward_frames)
    StringIndex thread;
    StringIndex compileContext;
    StringIndex userMetadata;
    StringIndex category;
    StringIndex extra =
        {}; // a JSON object of the other keys that the event had (PyTorch's internal_metadata)

    bool operator==(const Context&) const = default;
};

std::size_t hash_value(const Frame& frame);
std::size_t hash_value(const Stack& stack);
std::size_t hash_value(const Context& context);

using FrameTable = RecordTable<Frame, FrameIndex>;
using StackTable = RecordTable<Stack, StackIndex>;
using ContextTable = RecordTable<Context, ContextIndex>;
using FrameInterner = RecordInterner<Frame, FrameIndex>;
using StackInterner = RecordInterner<Stack, StackIndex>;
using ContextInterner = RecordInterner<Context, ContextIndex>;

} // namespace tidemark
