// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/holders/tensor_table.h"

#include <string>

namespace tidemark {

// The tensors that one device held at one moment.
struct TensorReport {
    std::size_t device = 0; // place in Recording::devices
    std::size_t position = 0;
    std::string moment; // as it was asked for
    Attribution attribution;
    TensorTable table;
    std::size_t shown = 0; // so many rows of the table, from its first
    // Of those that are left out.
    std::size_t others = 0;
    std::uint64_t othersRequested = 0;
    std::uint64_t othersRounded = 0;
};

// Of the tensors the `top` largest, the rest together; 0: all of them.
TensorReport tensorReport(
    const AnalyzedRecording& analyzed, std::size_t device, std::size_t position, std::size_t top);

// pytorch_memlab's MemReporter table, with both sizes of every tensor and a row for what has no name.
std::string tensorText(const AnalyzedRecording& analyzed, const TensorReport& report);
std::string tensorCsv(const AnalyzedRecording& analyzed, const TensorReport& report);
Json tensorJson(const AnalyzedRecording& analyzed, const TensorReport& report);

// "layers.0", of a tensor that shares its storage "layers.0(->input)"; where it has no name what is known of
// it: "(activation)".
std::string tensorName(const Recording& recording, const TensorTable& table, const TensorRow& row);

} // namespace tidemark
