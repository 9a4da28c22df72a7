// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/foreign/head_text.h"

namespace tidemark {

// pprof's Profile message (github.com/google/pprof, proto/profile.proto), unpacked.
bool looksLikePprof(const HeadText& head);

// Of those, JAX's device memory profile: its samples are counted in "allocations" and "space", where Go's
// heap profiles have "alloc_space" and "inuse_space".
bool looksLikeJaxProfile(const HeadText& head);

} // namespace tidemark
