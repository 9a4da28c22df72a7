// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"

#include <QString>
#include <cstdint>

namespace tidemark::ui {

QString textOf(std::string_view text);
QString bytesText(std::uint64_t bytes, ByteUnits units); // "4.08 GiB", "4.38 GB"
QString countText(std::uint64_t count); // "9,157"
QString addressText(std::uint64_t address); // "0x7f31c2000000"
QString counted(std::uint64_t count, const QString& one, const QString& many); // "1 segment", "2 segments"
QString secondsText(std::int64_t microseconds); // "350 µs", "1.250 ms", "27.318 s", "12 min 04 s"
QString surplusText(std::uint64_t asked, std::uint64_t given); // "+0.3 %", "+0 %"

} // namespace tidemark::ui
