// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs the workload, and how fast a .tide is read: compare within one run.
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "core/files/open_recording.h"
#include "core/files/tide_decoder.h"
#include "core/files/tide_file.h"
#include "core/record/recorder.h"
#include "tests/support/test_data.h"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>
#include <vector>

namespace {

using namespace tidemark;

// A recorder whose stream goes nowhere.
class DiscardedRecording {
public:
    DiscardedRecording()
        : m_fd(open("/dev/null", O_WRONLY | O_CLOEXEC))
        , m_recorder(Recorder::start(m_fd, {}).value())
    { }
    ~DiscardedRecording()
    {
        m_recorder.reset();
        close(m_fd);
    }
    DiscardedRecording(const DiscardedRecording&) = delete;
    DiscardedRecording& operator=(const DiscardedRecording&) = delete;

    Recorder& recorder() { return *m_recorder; }
    void countLost(benchmark::State& state)
    {
        state.counters["lost"] = static_cast<double>(m_recorder->lostEvents());
    }

private:
    int m_fd;
    std::unique_ptr<Recorder> m_recorder;
};

// Few enough that all of them find room, however slow the writer is.
void onEvent(benchmark::State& state)
{
    DiscardedRecording recording;
    const ContextScope scope(recording.recorder(), FrameKind::Scope, "benchmark");
    DeviceRecorder& device = recording.recorder().device();
    std::uint64_t number = 0;
    for (auto _ : state) {
        device.onEvent({Action::Alloc, 0x700000000000 + number % 1000 * 512, 4096, 0});
        ++number;
    }
    recording.countLost(state);
}
BENCHMARK(onEvent)->Iterations(5'000'000);

// As LibTorch's operators do it: in and out of two names, and an event inside.
void onEventInItsOwnScope(benchmark::State& state)
{
    DiscardedRecording recording;
    DeviceRecorder& device = recording.recorder().device();
    for (auto _ : state) {
        const ContextScope outer(recording.recorder(), FrameKind::Scope, "transformer.layers.3");
        const ContextScope inner(recording.recorder(), FrameKind::Operation, "aten::scaled_dot_product");
        device.onEvent({Action::Alloc, 0x700000000000, 4096, 0});
    }
    recording.countLost(state);
}
BENCHMARK(onEventInItsOwnScope)->Iterations(3'000'000);

void pairs(benchmark::State& state, AllocatorEventSink* sink)
{
    SimulatedMemory memory(64 * gibibyte);
    CachingAllocator allocator(memory, {}, sink);
    allocator.free(allocator.allocate(4 * kibibyte, 0).value_or(0));
    for (auto _ : state) {
        const auto address = allocator.allocate(4 * kibibyte, 0);
        benchmark::DoNotOptimize(address);
        allocator.free(address.value_or(0));
    }
}

void cachedPair(benchmark::State& state)
{
    pairs(state, nullptr);
}
BENCHMARK(cachedPair)->Iterations(2'000'000);

void cachedPairRecorded(benchmark::State& state)
{
    DiscardedRecording recording;
    pairs(state, &recording.recorder().device());
    recording.countLost(state);
}
BENCHMARK(cachedPairRecorded)->Iterations(2'000'000);

// What an allocator with mixed sizes tells, as a .tide file.
class TideFile {
public:
    explicit TideFile(std::size_t events)
        : m_path(
            std::filesystem::temp_directory_path() / ("bench_record." + std::to_string(getpid()) + ".tide"))
    {
        const int fd = open(m_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        auto recorder = Recorder::start(fd, {}).value();
        run(*recorder, events);
        benchmark::DoNotOptimize(recorder->finish());
        close(fd);
    }
    ~TideFile() { std::filesystem::remove(m_path); }
    TideFile(const TideFile&) = delete;
    TideFile& operator=(const TideFile&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::vector<char> bytes() const
    {
        std::ifstream file(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    static void run(Recorder& recorder, std::size_t events)
    {
        SimulatedMemory memory(64 * gibibyte);
        CachingAllocator allocator(memory, {}, &recorder.device());
        std::mt19937 random(1);
        std::vector<std::uint64_t> live(2000);
        for (std::size_t i = 0; i < events / 3; ++i) {
            const ContextScope scope(recorder, FrameKind::Operation, i % 3 == 0 ? "aten::mm" : "aten::add");
            std::uint64_t& address = live[random() % live.size()];
            allocator.free(address);
            address = allocator.allocate(1 + random() % (256 * kibibyte), 0).value_or(0);
        }
    }

    std::filesystem::path m_path;
};

void decode(benchmark::State& state)
{
    const std::vector<char> bytes = TideFile(1'000'000).bytes();
    std::size_t events = 0;
    for (auto _ : state) {
        TideDecoder decoder;
        benchmark::DoNotOptimize(decoder.feed(std::as_bytes(std::span(bytes))));
        events += decoder.snapshot().devices.front().events.size();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
    state.counters["bytes/event"] = static_cast<double>(bytes.size())
        / (static_cast<double>(events) / static_cast<double>(state.iterations()));
}
BENCHMARK(decode)->Unit(benchmark::kMillisecond);

// One recording of PyTorch's as the pickle that it came in, and saved as .tide.
void openSnapshot(benchmark::State& state, bool asTide)
{
    std::filesystem::path path = tests::testDataFile(QStringLiteral("vary.pickle")).toStdString();
    if (asTide) {
        const Recording recording = openRecording(path).value();
        path += ".tide";
        if (const auto written = writeTide(recording, path); !written)
            state.SkipWithError(written.error().message.c_str());
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(openRecording(path));
    state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(path));
    if (asTide)
        std::filesystem::remove(path);
}
BENCHMARK_CAPTURE(openSnapshot, pickle, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(openSnapshot, tide, true)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
