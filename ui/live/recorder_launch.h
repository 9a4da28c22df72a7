// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/recorder_program.h"
#include "ui/live/run_options.h"

#include <vector>

namespace tidemark::ui {

// One process to start: the recorder, or what carries it. Nothing of it passes a shell on this side.
struct RecorderLaunch {
    QString program;
    QStringList arguments;
    QStringList variables = {}; // "NAME=value", to be added to the environment of the process itself
    QString carrier = {}; // for people: "ssh gpu-box"; empty: the recorder itself is started

    // For people: the whole command as it would be typed.
    QString command() const;
};

// Starts the recorder with these arguments, and with these variables ("NAME=value") in its environment:
// through `env` where it runs elsewhere. See remote_words.h for how words get there.
RecorderLaunch launchOf(
    const RecorderProgram& recorder, const QStringList& arguments, const QStringList& variables = {});

// One launch for each rank. With several each has RANK, LOCAL_RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT
// in its environment, as torchrun gives them to the processes of one machine.
std::vector<RecorderLaunch> launchesOf(const RecorderProgram& recorder, const RunOptions& options);

} // namespace tidemark::ui
