// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/trace/recording.h"

#include <functional>
#include <stop_token>

namespace tidemark {

// How the reading of a file is watched and ended. Everything may be left out.
struct Reading {
    Progress* progress = nullptr; // in bytes of the file
    std::stop_token stop;
    // Given the recording as far as it has been read, now and then and on the reading thread, so that its
    // curves can be shown before the rest has come. Not called once `stop` was asked for.
    std::function<void(const Recording&)> preview;
};

} // namespace tidemark
