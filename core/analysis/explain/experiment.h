// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/explain/explanation.h"
#include "core/analysis/holders/attribution.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tidemark {

// The questions that the start page answers by two runs.
enum class ExperimentKind : std::uint8_t { UnusedMemory, Checkpointing, PackedActivations };
inline constexpr std::size_t experimentCount = 3;

// One of the two runs: how tidemark-record is called, and what is told to it behind its last step.
struct ExperimentRun {
    std::string name; // "with checkpoints"
    std::string workload;
    std::vector<std::string> settings; // "key=value"
    std::vector<std::string> options; // further options of the recorder
    int steps = 2;
    bool emptiesCache = false; // behind the last step
};

struct Experiment {
    ExperimentKind kind = ExperimentKind::UnusedMemory;
    std::string title; // "Unused memory"
    std::string question; // in a sentence
    ExperimentRun first; // its curves lie over those of the second
    ExperimentRun second;
};

// In the sizes that people published for a GPU, or in small ones for the CPU.
Experiment experiment(ExperimentKind kind, bool isFullSize);

struct ExperimentAnswer {
    ReasonSentence headline; // answers the question
    std::vector<ExplanationSentence> sentences; // what it rests on; positions are those of the second run
    std::vector<ReasonSentence> tries;
};

// What two runs of an experiment say, from their recordings alone: of the first device of each, at the end of
// the run. A recording that cannot answer is told by a sentence. Where `stop` ends it early the answer means
// nothing.
ExperimentAnswer experimentAnswer(ExperimentKind kind, const AnalyzedRecording& first,
    const AnalyzedRecording& second, const std::stop_token& stop = {});

// A device of a recording and its attribution; refers to both.
struct AttributedDevice {
    const AnalyzedRecording* analyzed = nullptr;
    std::size_t device = 0;
    const Attribution* attribution = nullptr;
};

// What differs between any two recordings: their peaks, and the scopes that hold most more or less at them.
// `stop` as with experimentAnswer().
ExperimentAnswer comparisonAnswer(
    const AttributedDevice& first, const AttributedDevice& second, const std::stop_token& stop = {});

// The answer with every figure to the byte, a sentence a line.
std::string plainText(const ExperimentAnswer& answer);

} // namespace tidemark
