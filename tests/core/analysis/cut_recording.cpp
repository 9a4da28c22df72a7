// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/cut_recording.h"

#include "core/files/history_check.h"

namespace tidemark::tests {

CutRecording cutRecording(const Recording& whole, const Device& device, std::size_t begin,
    const std::function<bool(std::size_t)>& isKept)
{
    CutRecording cut;
    cut.recording.allocatorConf = whole.allocatorConf;
    cut.recording.settings = whole.settings;
    cut.begin = begin;
    cut.total = device.events.size();
    Device part;
    part.ordinal = device.ordinal;
    part.after = device.after;
    part.streams = device.streams;
    part.pools = device.pools;
    for (std::size_t i = begin; i < device.events.size(); ++i) {
        if (!isKept(i))
            continue;
        part.events.append(device.events[i]);
        cut.kept.push_back(i);
    }
    part.history = checkHistory(part, false).history;
    cut.recording.devices.push_back(std::move(part));
    return cut;
}

std::vector<Level> levelsOf(const Device& device, const AllocatorSettings& settings)
{
    HeapState state(settings);
    std::vector<Level> levels = {state.level()};
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        state.apply(device.events[i], i);
        levels.push_back(state.level());
    }
    return levels;
}

CutFindings findingsOf(const CutRecording& cut, const std::vector<Level>& whole)
{
    CutFindings findings;
    const AnalyzedRecording analyzed = analyze(cut.recording);
    const Device& part = analyzed.recording.devices[0];
    const DeviceHistory& history = analyzed.histories[0];
    findings.doubts = analyzed.doubts[0];
    findings.history = part.history;
    const std::size_t count = part.events.size();
    if (part.after && count > 0)
        findings.endDifference = difference(history.segmentsAt(part, count), *part.after);
    // Every position of a short trace, some of a long one.
    const std::size_t step = 1 + count / 150;
    for (std::size_t position = 0; position <= count; position += step) {
        const std::size_t first = position == 0 ? cut.begin : cut.kept[position - 1] + 1;
        const std::size_t last = position == count ? cut.total : cut.kept[position];
        const Level level = history.levelAt(part, position);
        bool isRight = false;
        for (std::size_t moment = first; moment <= last && !isRight; ++moment)
            isRight = level == whole[moment];
        ++findings.positions;
        if (isRight)
            continue;
        if (findings.wrong++ == 0)
            findings.firstWrong = QStringLiteral("position %1 of %2 (event %3 of the whole): %4, not %5")
                                      .arg(position)
                                      .arg(count)
                                      .arg(first)
                                      .arg(describe(level), describe(whole[first]));
    }
    return findings;
}

} // namespace tidemark::tests
