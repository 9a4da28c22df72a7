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

// By what people's sizes count: 1,024 as KiB, MiB and GiB do, or 1,000 as kB, MB and GB.
enum class ByteUnits : std::uint8_t { Binary, Decimal };

// 1,024 or 1,000: how many of one unit make the next.
constexpr double unitFactor(ByteUnits units)
{
    return units == ByteUnits::Binary ? 1024.0 : 1000.0;
}
// "B", "KiB" or "kB", ... "EiB" or "EB": the name of unitFactor() to the power of 0 to 6.
std::string_view unitName(ByteUnits units, std::size_t power);

// "0 B", "512 B", "2.00 MiB", "20.0 MiB", "4.08 GiB": three figures. Negative values keep their sign.
std::string formatBytes(std::int64_t bytes, ByteUnits units = ByteUnits::Binary);

// "4,000,256": every digit, grouped.
std::string formatExact(std::int64_t value);
std::string formatCount(std::uint64_t value);

// "64MiB", "1.5g", "512", "4,000,256", "1e9": binary units, as in PyTorch; but "64 MB" is 64,000,000.
Expected<std::uint64_t> parseBytes(std::string_view text);

// "0x7f31c2000000".
std::string formatAddress(std::uint64_t address);

} // namespace tidemark
