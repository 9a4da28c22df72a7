// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tidemark {

// What PYTORCH_ALLOC_CONF says, in bytes. Defaults are PyTorch's (c10/core/AllocatorConfig.h).
struct AllocatorSettings {
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t maxSplitSize = unlimited;
    std::uint64_t largeSegmentSize = 20 * 1024 * 1024;
    std::uint64_t maxNonSplitRounding = 20 * 1024 * 1024;
    double garbageCollectionThreshold = 0; // 0: off; else in (0, 1), a share of the memory limit
    // Index i holds the divisions for sizes in [2^(20+i), 2^(21+i)); 0 and 1 mean plain 512-byte rounding.
    std::array<std::uint64_t, 16> roundupPower2Divisions = {};
    double perProcessMemoryFraction = 1.0;
    bool expandableSegments = false;
    bool throwOnCudamallocOom = false; // PyTorch 2.12: beyond the limit, refuse before any release

    // Reads PyTorch's syntax, "key:value,key:[64:8,256:4]". An unknown key or a bad value is refused with the
    // valid ones. Keys without any effect on decisions (pinned_*, release_lock_on_cudamalloc, backend:native,
    // ...) are checked and accepted. The result is what the text gives on its own, from the defaults on.
    static Expected<AllocatorSettings> parse(std::string_view conf);
    // The same at run time, as torch.cuda.memory._set_allocator_settings(conf): every parse resets
    // max_split_size_mb, roundup_power2_divisions and garbage_collection_threshold, and
    // max_non_split_rounding_mb to large_segment_size_mb; the rest stays as it was.
    static Expected<AllocatorSettings> parse(std::string_view conf, const AllocatorSettings& previous);

    // Divisions for a request of `size` bytes (more than 0).
    std::uint64_t roundupDivisions(std::uint64_t size) const;

    bool operator==(const AllocatorSettings&) const = default;
};

} // namespace tidemark
