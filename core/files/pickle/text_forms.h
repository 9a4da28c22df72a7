// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/value.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

// The forms in which pickle writes numbers and texts (Python's Lib/pickletools.py describes each).

// Little-endian two's complement of any length: the argument of LONG1 and LONG4.
Value decodeLong(std::span<const std::byte> bytes);

// The line of INT and LONG: decimal, "00" and "01" for False and True, with or without a final L.
std::optional<Value> decodeDecimal(std::string_view line);

// The line of FLOAT.
std::optional<Value> decodeFloat(std::string_view line);

// The line of STRING: a quoted Python literal.
std::optional<std::string> decodeQuoted(std::string_view line);

// The line of UNICODE: Latin-1 with \uXXXX and \UXXXXXXXX; the result is UTF-8, where lone surrogates stay
// encoded as three bytes.
std::string decodeRawUnicode(std::string_view line);

} // namespace tidemark
