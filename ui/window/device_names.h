// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <QString>

namespace tidemark::ui {

// "cuda:0 · NVIDIA H200", "cpu", "pinned host memory".
QString deviceName(const Device& device);

// The same with what tells the devices of a recording apart: "rank1.pickle · cuda:1 · peak 4.08 GiB
// reserved".
QString deviceChoice(const AnalyzedRecording& recording, std::size_t device);

} // namespace tidemark::ui
