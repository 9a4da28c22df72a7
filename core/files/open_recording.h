// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/reading.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

// Opens any file that Tidemark understands; which kind it is is told by its content, never by its name (see
// file_format.h), also inside of what packs it: .gz, .zst, .zip, the pages that PyTorch's trace_plot makes. A
// file that ends in the middle gives what could be read, with `complete` false and a warning that says where
// it ends. An error is one line, whatever the path.
Expected<Recording> openRecording(const std::filesystem::path& path, const Reading& reading = {});

// The same for bytes in memory, which are only read. Errors name no file.
Expected<Recording> openBytes(std::span<const std::byte> bytes, const Reading& reading = {});

// One of the recordings that a file holds.
struct PackedRecording {
    std::string name; // within the file; empty where it holds just the one
    Recording recording;
};

// Every recording that the file holds: several in a .zip or a page with more than one. For openRecording()
// that is an error that names them.
Expected<std::vector<PackedRecording>> openPacked(
    const std::filesystem::path& path, const Reading& reading = {});

} // namespace tidemark
