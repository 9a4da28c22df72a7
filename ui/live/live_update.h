// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/reserved/composition.h"
#include "core/base/error.h"
#include "core/files/tide_messages.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

// What one rank's recorder sent.
struct RankNews {
    RecorderStatus status;
    std::vector<Answer> answers; // since the last update, oldest first
    std::uint64_t events = 0; // received
    bool hasBegun = false; // what came begins as a recording does
    bool streamEnded = false; // the stream's own end was read
    bool closed = false; // nothing more will come
    std::optional<Error> damage; // why nothing more is taken, although the recorder may go on
};

// Everything newest that a run's recorders sent, ready to be shown.
struct LiveUpdate {
    // Null until every stream said what it holds, or closed. The devices of all ranks, one after the other.
    std::shared_ptr<const AnalyzedRecording> recording;
    std::vector<Composition> newest; // by device: the state after the newest event
    RecorderStatus status; // of the rank that is furthest behind
    bool streamEnded = false; // all did
    std::vector<RankNews> ranks;
};

} // namespace tidemark::ui
