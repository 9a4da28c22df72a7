// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/bytes.h"

#include <QString>
#include <QStringList>

namespace tidemark::ui {

// "cuda:0 · NVIDIA H200", "cpu", "pinned host memory".
QString deviceName(const Device& device);

// One for each device, with what tells it from the others: "rank 1 · cuda:1 — peak reserved 4.08 GiB".
QStringList deviceChoices(const AnalyzedRecording& recording, ByteUnits units);

} // namespace tidemark::ui
