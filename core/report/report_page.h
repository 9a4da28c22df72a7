// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/explain/card.h"
#include "core/analysis/reserved/fragmentation.h"
#include "core/analysis/reserved/out_of_memory_text.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// The three curves of a device over its events, a column a pixel.
struct ReportCurves {
    std::array<std::vector<CurveColumn>, curveCount> columns; // by Curve; empty without events
    std::int64_t top = 0; // the highest value of any, in bytes
    std::size_t events = 0;
    std::int64_t durationUs = 0; // 0: no times
};

// Who held how much at one moment; the rows and `rest` sum to `total`.
struct ReportTable {
    struct Row {
        std::string name;
        std::uint64_t bytes = 0;
        std::uint64_t count = 0; // allocations
    };

    std::string title; // "By category"
    std::vector<Row> rows; // most bytes first
    Row rest; // of those that are left out, together
    std::uint64_t total = 0;
};

struct ReportPeak {
    std::string name; // "allocated"
    std::int64_t bytes = 0;
    std::size_t position = 0; // see DeviceHistory
};

// What a device's part of the page says, before it is set in type.
struct ReportDevice {
    std::string title; // "Device 0 · NVIDIA H200"
    std::vector<std::pair<std::string, std::string>> facts;
    ReportCurves curves;
    std::vector<ReportPeak> peaks; // empty: no event moves memory
    std::vector<ExplanationSentence> needs;
    ReportTable::Row peak; // the allocated peak: what the tables divide
    std::vector<ReportTable> peakTables;
    std::string end; // "At the end · event 9,157"
    Explanation explanation; // at the end
    Fragmentation fragmentation; // at the end
    std::vector<Card> cards;
    std::vector<OutOfMemoryText> ooms; // the last few, with `oomEvents` beside them
    std::vector<std::size_t> oomEvents; // places in the trace
    std::size_t oomsLeftOut = 0;
    std::vector<ReportPeak> sampled; // of a device that has curves only: their peaks
};

// One page about a recording: plain data, from which the HTML page and the text are made.
struct ReportPage {
    std::string title; // the file's name
    std::string tidemark; // "Tidemark 0.6.0"
    std::vector<std::pair<std::string, std::string>> facts; // format, program, workload, settings
    std::vector<std::string> notes;
    std::vector<ReportDevice> devices;
};

struct ReportOptions {
    std::string title;
    int columns = 480; // of the curves
    std::size_t mostRows = 12; // of each table
};

// "4,096 bytes (4.00 KiB) are free in 2 pieces, the largest 3,072 bytes (3.00 KiB)."
std::string freeMemoryText(const FreeMemory& free);

ReportPage reportPage(const AnalyzedRecording& analyzed, const ReportOptions& options);

} // namespace tidemark
