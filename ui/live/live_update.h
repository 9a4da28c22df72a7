// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/composition.h"
#include "core/base/error.h"
#include "core/files/tide_messages.h"

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

// Everything newest that a running recorder sent, ready to be shown.
struct LiveUpdate {
    std::shared_ptr<const AnalyzedRecording> recording; // null until the stream said what it holds
    std::vector<Composition> newest; // by device: the state after the newest event
    RecorderStatus status;
    std::vector<Answer> answers; // since the last update, oldest first
    bool streamEnded = false; // the stream's own end was read
    bool closed = false; // nothing more will come
    std::optional<Error> damage; // why nothing more is taken, although the recorder may go on
};

} // namespace tidemark::ui
