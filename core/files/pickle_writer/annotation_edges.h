// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string_view>
#include <vector>

namespace tidemark {

// One entry of a snapshot's external_annotations.
struct AnnotationEdge {
    std::string_view name; // stays as long as the recording
    std::int64_t timeUs = 0;
    int device = 0; // ordinal
    bool isStart = false;
};

// The STARTs and ENDs of annotations, and of marks as ranges without length, by time. At one moment what ran
// ends before the next begins, the newest first.
std::vector<AnnotationEdge> annotationEdges(const Recording& recording);

} // namespace tidemark
