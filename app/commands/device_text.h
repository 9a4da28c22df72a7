// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <string>

namespace tidemark {

// One line of a report: "  label      value".
std::string reportLine(std::string_view label, std::string_view value);
std::string reportBytes(std::string_view label, std::int64_t bytes);

// One device of a recording in words and exact bytes. `isCut`: the file ends before its end.
std::string deviceText(const Device& device, const DeviceHistory& history, bool isCut);

} // namespace tidemark
