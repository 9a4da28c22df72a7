// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/trace/recording.h"

#include <atomic>
#include <filesystem>
#include <stop_token>

namespace tidemark {

// How far a long job is; read by another thread while it goes on.
struct Progress {
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0; // 0: not known yet
};

// Opens any file that Tidemark understands; which kind it is is told by its content, never by its name. A
// file that ends in the middle gives what could be read, with `complete` false and a warning that says where
// it ends.
Expected<Recording> openRecording(
    const std::filesystem::path& path, Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
