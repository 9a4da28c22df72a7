// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

inline constexpr std::uint64_t kibibyte = 1024;
inline constexpr std::uint64_t mebibyte = 1024 * kibibyte;
inline constexpr std::uint64_t gibibyte = 1024 * mebibyte;

// "0 B", "512 B", "2.00 MiB", "20.0 MiB", "4.08 GiB": three figures, binary units. Negative values keep their
// sign.
std::string formatBytes(std::int64_t bytes);

// "4,000,256": every digit, grouped.
std::string formatExact(std::int64_t value);
std::string formatCount(std::uint64_t value);

// "64MiB", "64 MB", "1.5g", "512": binary units whatever the spelling, as PyTorch reads them.
Expected<std::uint64_t> parseBytes(std::string_view text);

// "0x7f31c2000000".
std::string formatAddress(std::uint64_t address);

} // namespace tidemark
