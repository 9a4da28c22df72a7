// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/reading.h"

#include <filesystem>
#include <span>

namespace tidemark {

// Opens files as one recording, such as the snapshots of all ranks of a job. A folder stands for the files in
// it, rank2 before rank10; what lies there and is no recording is passed over with a warning.
//
// One file gives what openRecording() gives, or all that a zip holds. Of several, `Device::source` says which
// file each device came from; device numbers may repeat. A file that cannot be read is left out with a
// warning that says why; an error is given only where none can be read. `reading.progress` counts the bytes
// of all files, and `reading.preview` is given the files read so far.
Expected<Recording> openRecordings(std::span<const std::filesystem::path> paths, const Reading& reading = {});

} // namespace tidemark
