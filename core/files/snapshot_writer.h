// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/trace/recording.h"

#include <filesystem>
#include <stop_token>

namespace tidemark {

// Writes a recording as a memory snapshot of PyTorch, a pickle as torch.cuda.memory._dump_snapshot makes it,
// for PyTorch's own viewer and its torch/cuda/_memory_viz.py. The segments are those of Device::after; a
// device without is written without segments. The path's former content, if any, stays until all is written.
// `progress` counts events. An error says what could not be written and why; then nothing is left behind.
Expected<void> writeSnapshot(const Recording& recording, const std::filesystem::path& path,
    Progress* progress = nullptr, const std::stop_token& stop = {});

// One sentence for each kind of thing in the recording for which a snapshot has no place.
std::vector<std::string> leftOutOfSnapshot(const Recording& recording);

} // namespace tidemark
