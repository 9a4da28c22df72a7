// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/content.h"
#include "core/trace/recording.h"

namespace tidemark {

// Reads a .tide that is finished, or as much of it as there is. Never has all its bytes in memory.
Expected<Recording> readTide(Content& content, const Reading& reading);

} // namespace tidemark
