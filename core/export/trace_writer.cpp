// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/trace_writer.h"

#include "core/analysis/devices/device_labels.h"
#include "core/export/trace/device_trace.h"

namespace tidemark {

namespace {

// What Kineto's traces say of themselves, and what the recording does.
TraceOutput::Json headOf(const Recording& recording, std::int64_t beginUs)
{
    TraceOutput::Json about = {{"converted_by", "tidemark " TIDEMARK_VERSION}, {"format", recording.format},
        {"producer", recording.producer}, {"workload", recording.workload},
        {"allocator_conf", recording.allocatorConf},
        {"times", beginUs == 0 ? "event numbers, one a microsecond" : "microseconds since the beginning"}};
    return {
        {"displayTimeUnit", "ms"}, {"baseTimeNanoseconds", beginUs * 1000}, {"otherData", std::move(about)}};
}

// "cuda:1 · NVIDIA H200".
std::string processNameOf(const Device& device, const std::string& label)
{
    return device.name.empty() || device.name == label ? label : label + " · " + device.name;
}

std::uint64_t countedEvents(const Recording& recording)
{
    std::uint64_t counted = 0;
    for (const Device& device : recording.devices) {
        counted += curveCount * device.events.size() + device.events.size() / 3;
        for (const SampledCurve& curve : device.curves)
            counted += curve.bytes.size();
    }
    return counted;
}

void fillTrace(const AnalyzedRecording& analyzed, std::uint64_t leastBytes, TraceOutput& out)
{
    const Recording& recording = analyzed.recording;
    const std::int64_t beginUs = traceBegin(recording);
    out.begin(headOf(recording, beginUs));
    const std::vector<std::string> labels = deviceLabels(recording);
    const std::int64_t rows = rowsOfDevice(recording.devices.size());
    for (std::size_t d = 0; d < recording.devices.size(); ++d) {
        const TraceClock clock(recording.devices[d], beginUs);
        const TracedDevice traced = {analyzed, d, clock, rows};
        out.processName(traced.process(), processNameOf(recording.devices[d], labels[d]));
        if (!writeNotes(traced, out) || !writeCounters(traced, out)
            || !writeAllocationSlices(traced, leastBytes, out))
            return;
    }
}

} // namespace

Expected<void> writeTrace(const AnalyzedRecording& analyzed, const std::filesystem::path& path,
    std::uint64_t leastBytes, Progress* progress, const std::stop_token& stop)
{
    Expected<OutputFile> file = OutputFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    if (progress != nullptr)
        progress->total += countedEvents(analyzed.recording);
    TextOutput text(*file, path);
    TraceOutput out(text, progress, stop);
    fillTrace(analyzed, leastBytes, out);
    const Expected<void> written = out.finish();
    return written ? file->commit() : written;
}

} // namespace tidemark
