// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/reading.h"

#include <filesystem>

namespace tidemark {

// Opens any file that Tidemark understands; which kind it is is told by its content, never by its name. A
// file that ends in the middle gives what could be read, with `complete` false and a warning that says where
// it ends.
Expected<Recording> openRecording(const std::filesystem::path& path, const Reading& reading = {});

} // namespace tidemark
