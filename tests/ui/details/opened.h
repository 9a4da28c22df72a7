// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <QPalette>
#include <QString>
#include <memory>

namespace tidemark::tests {

// A real recording of tests/data, read and replayed. Ends the test program when it cannot be.
std::shared_ptr<const AnalyzedRecording> opened(const QString& name);

// A light and a dark window, the same on every machine.
QPalette lightPalette();
QPalette darkPalette();

} // namespace tidemark::tests
