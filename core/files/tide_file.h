// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/trace/recording.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <stop_token>

namespace tidemark {

// Whether a file that begins like this is a .tide.
bool looksLikeTide(std::span<const std::byte> head);

// Writes the whole recording as a .tide; the path's former content, if any, stays until all is written.
// `progress` counts events. An error says what could not be written and why; then nothing is left behind.
Expected<void> writeTide(const Recording& recording, const std::filesystem::path& path,
    Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
