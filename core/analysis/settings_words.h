// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string>

namespace tidemark {

// The allocator's settings for people: the string of PYTORCH_ALLOC_CONF, or what is to be said in its place.
// Files that were opened as one differ in theirs only where their allocators do, whatever else they were
// told.
std::string settingsWords(const Recording& recording);

} // namespace tidemark
