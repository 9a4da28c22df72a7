// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <QString>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::tests {

// Replays the recording and compares every figure that a trace determines with what the allocator itself said
// at each of its samples. Empty when all are equal to the byte; else where they first differ.
QString differenceFromOwnFigures(const Recording& recording);

// Frames of an event's context from the outermost to the innermost, as their names.
std::vector<std::string_view> stackOf(const Recording& recording, std::size_t event);
// Whether something happened in `inner` called directly from `outer`.
bool hasCall(const Recording& recording, std::string_view outer, std::string_view inner);
bool hasFrame(const Recording& recording, FrameKind kind, std::string_view name);

// Annotations of one kind by name, in their order.
std::vector<std::string> annotationNames(const Recording& recording, AnnotationKind kind);

// What the allocator was asked for, one event after the other: the run's own shape, without addresses.
std::vector<std::uint64_t> allocationSizes(const Recording& recording);

// The value under `name` of the newest sample called `sample`; -1 when there is none.
std::int64_t sampledValue(const Recording& recording, std::string_view sample, std::string_view name);

} // namespace tidemark::tests
