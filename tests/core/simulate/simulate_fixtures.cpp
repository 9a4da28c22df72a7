// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate/simulate_fixtures.h"

#include "core/base/bytes.h"
#include "core/files/open_recording.h"
#include "core/trace/recording_builder.h"
#include "tests/support/test_data.h"

#include <vector>

namespace tidemark::tests {

namespace {

// Small ones, middling ones that share segments, and large ones.
std::uint64_t randomSize(std::mt19937& random)
{
    const std::uint64_t most = random() % 4 == 0 ? 60 * mebibyte
        : random() % 2 == 0                      ? 6 * mebibyte
                                                 : 64 * kibibyte;
    return 1 + random() % most;
}

} // namespace

AnalyzedRecording recordedRun(const QString& name)
{
    auto recording = openRecording(testDataFile(name + QStringLiteral(".pickle")).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return analyze(std::move(*recording));
}

SelfRecorder::SelfRecorder(const char* conf)
{
    m_recording.allocatorConf = conf;
    m_recording.devices.emplace_back();
    m_recording.devices.front().history = History::Whole;
}

void SelfRecorder::onEvent(const AllocatorEvent& event) noexcept
{
    Device& device = m_recording.devices.front();
    device.events.append({.timeUs = static_cast<std::int64_t>(device.events.size()),
        .address = event.address,
        .size = event.size,
        .context = {},
        .stream = RecordingBuilder::streamSlot(device, event.stream),
        .pool = RecordingBuilder::poolSlot(device, event.pool),
        .action = event.action});
}

AnalyzedRecording randomRun(const RandomRun& run)
{
    constexpr StreamHandle otherStream = 77;
    SelfRecorder recorder(run.conf);
    SimulatedMemory memory(h200, SimulatedMemory::Streams::ByHand);
    CachingAllocator allocator(memory, *AllocatorSettings::parse(run.conf), &recorder);
    allocator.setMemoryLimit(run.limit);
    std::mt19937 random(run.seed);
    std::vector<std::uint64_t> live;
    for (int i = 0; i < run.calls; ++i) {
        const auto choice = random() % 1000;
        if (choice < 3) {
            if (run.emptiesCache)
                allocator.emptyCache();
        } else if (choice < 20 && run.usesStreams) {
            memory.finish(otherStream);
        } else if (choice < 530 || live.empty()) {
            if (const auto address =
                    allocator.allocate(randomSize(random), run.usesStreams ? random() % 3 : 0))
                live.push_back(*address);
        } else {
            std::swap(live[random() % live.size()], live.back());
            if (run.usesStreams && random() % 20 == 0)
                allocator.recordStream(live.back(), otherStream);
            allocator.free(live.back());
            live.pop_back();
        }
    }
    return recorder.recording();
}

} // namespace tidemark::tests
