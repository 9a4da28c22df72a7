// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/trace/recording.h"

#include <string_view>
#include <vector>

namespace tidemark {

// The end of each training step as a position: the annotated steps, else the calls of an optimizer's step()
// that PyTorch annotates by itself. Empty when the recording names neither.
std::vector<std::size_t> stepEnds(const Recording& recording, std::size_t device);

// Positions that people name: "every-step"; K, just after event K (the first is 0); or the name of a mark, or
// of an annotation, whose ends are meant. Sorted.
Expected<std::vector<std::size_t>> emptyCacheMoments(
    const Recording& recording, std::size_t device, std::string_view name);

} // namespace tidemark
