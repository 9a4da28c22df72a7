// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/random_run.h"

#include "core/allocator/size_rules.h"
#include "core/base/bytes.h"
#include "tests/gpu/contender.h"
#include "tests/gpu/placement.h"
#include "tests/gpu/stream_gate.h"

#include <ATen/Context.h>
#include <ATen/cuda/CUDAContext.h>
#include <algorithm>
#include <c10/cuda/CUDAException.h>
#include <cstdlib>
#include <fmt/format.h>
#include <random>

namespace tidemark {

namespace {

constexpr std::uint64_t mostLive = 6 * gibibyte; // where nothing limits the allocator
constexpr std::uint64_t workBytes = mebibyte; // of a block that a stream works on
constexpr std::uint64_t checkEvery = 250; // operations

class PlacementSink final : public AllocatorEventSink {
public:
    explicit PlacementSink(Placement& placement)
        : m_placement(placement)
    { }
    void onEvent(const AllocatorEvent& event) noexcept override { m_placement.add(event); }

private:
    Placement& m_placement;
};

std::uint64_t freeOnDevice()
{
    std::size_t free = 0;
    std::size_t total = 0;
    C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return free;
}

std::vector<cudaStream_t> handlesOf(const std::vector<c10::cuda::CUDAStream>& streams)
{
    std::vector<cudaStream_t> handles;
    for (const c10::cuda::CUDAStream& stream : streams)
        handles.push_back(stream.stream());
    return handles;
}

// What CUDA keeps for itself once it has done such work for the first time must not look like ours later.
void warmUp(StreamGate& gate, const std::vector<c10::cuda::CUDAStream>& streams)
{
    constexpr int eventCount = 4096;
    void* memory = nullptr;
    C10_CUDA_CHECK(cudaMalloc(&memory, workBytes));
    std::vector<cudaEvent_t> events(eventCount);
    for (cudaEvent_t& event : events)
        C10_CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    gate.close();
    for (const c10::cuda::CUDAStream& stream : streams)
        C10_CUDA_CHECK(cudaMemsetAsync(memory, 1, workBytes, stream));
    gate.open();
    for (cudaEvent_t const event : events)
        C10_CUDA_CHECK(cudaEventDestroy(event));
    C10_CUDA_CHECK(cudaFree(memory));
}

class RandomRun {
public:
    RandomRun(const RandomPlan& plan, std::uint64_t deviceBytes, const AllocatorSettings& settings,
        std::vector<c10::cuda::CUDAStream> streams)
        : m_plan(plan)
        , m_settings(settings)
        , m_limit(static_cast<std::uint64_t>(plan.share * static_cast<double>(deviceBytes)))
        , m_random(plan.seed)
        , m_streams(std::move(streams))
        , m_gate(handlesOf(m_streams))
        , m_placement(deviceBytes)
        , m_sink(m_placement)
    {
        warmUp(m_gate, m_streams);
        m_freeAtStart = freeOnDevice();
    }

    AllocatorEventSink& sink() { return m_sink; }
    void run(Contender& contender);

private:
    struct Live {
        std::uint64_t id = 0;
        std::uint64_t size = 0;
    };

    std::uint64_t pick(std::uint64_t count) { return m_random() % count; }
    std::uint64_t between(std::uint64_t least, std::uint64_t most) { return least + pick(most - least + 1); }
    std::uint64_t size();
    void step(Contender& contender);
    void allocate(Contender& contender);
    void recordStream(Contender& contender);
    void freeOne(Contender& contender);
    void emptyCache(Contender& contender);
    void workOn(void* memory, std::uint64_t bytes, c10::cuda::CUDAStream stream);
    void checkBooks(const Contender& contender);
    void printOperation();

    const RandomPlan m_plan;
    const AllocatorSettings m_settings;
    const std::uint64_t m_limit; // of what may be reserved
    std::mt19937_64 m_random;
    std::vector<c10::cuda::CUDAStream> m_streams;
    StreamGate m_gate;
    Placement m_placement;
    PlacementSink m_sink;
    std::vector<Live> m_live;
    std::uint64_t m_liveBytes = 0;
    std::uint64_t m_operation = 0;
    std::uint64_t m_freeAtStart = 0;
    bool m_isClosed = false;
    bool m_isGrowing = true;
};

std::uint64_t RandomRun::size()
{
    static constexpr std::uint64_t edges[] = {1, 512, 513, mebibyte, mebibyte + 1, 10 * mebibyte - 512,
        10 * mebibyte - 1, 10 * mebibyte, 10 * mebibyte + 1, 20 * mebibyte};
    const std::uint64_t choice = pick(100);
    if (choice < 30)
        return between(1, 4 * kibibyte);
    if (choice < 55)
        return between(4 * kibibyte, mebibyte);
    if (choice < 62)
        return edges[pick(std::size(edges))];
    if (choice < 82)
        return between(mebibyte, 10 * mebibyte);
    if (choice < 96)
        return between(10 * mebibyte, 80 * mebibyte);
    return between(80 * mebibyte, 400 * mebibyte);
}

void RandomRun::run(Contender& contender)
{
    for (m_operation = 1; m_operation <= m_plan.operations; ++m_operation) {
        step(contender);
        printOperation();
        if (m_operation % checkEvery == 0)
            checkBooks(contender);
    }
    while (!m_live.empty())
        freeOne(contender);
    emptyCache(contender);
    printOperation();
    checkBooks(contender);
    fmt::print("# the gate opened by itself {} times\n", m_gate.forcedOpenings());
}

void RandomRun::step(Contender& contender)
{
    if (pick(400) == 0)
        m_isGrowing = !m_isGrowing;
    const std::uint64_t choice = pick(1000);
    if (choice < 3)
        return emptyCache(contender);
    if (choice < 40) {
        m_isClosed = !m_isClosed;
        m_isClosed ? m_gate.close() : m_gate.open();
        return;
    }
    if (!m_live.empty() && choice < 200)
        return recordStream(contender);
    if (!m_live.empty()
        && (m_liveBytes > std::min(mostLive, m_limit) || choice < (m_isGrowing ? 500u : 680u)))
        return freeOne(contender);
    allocate(contender);
}

void RandomRun::allocate(Contender& contender)
{
    const std::uint64_t bytes = size();
    const c10::cuda::CUDAStream stream = m_streams[pick(m_streams.size())];
    const bool isSmall = size_rules::isSmall(size_rules::roundSize(bytes, m_settings));
    m_placement.begin(m_operation, isSmall ? size_rules::smallBuffer : m_settings.largeSegmentSize);
    // Near its limit the allocator gives memory back, and waits for streams.
    if (m_isClosed && m_plan.share < 1 && contender.reserved() > m_limit / 2) {
        m_gate.open();
        m_isClosed = false;
    }
    m_gate.settle(); // the allocator looks which frees have come true
    const std::uint64_t id = m_operation;
    if (!m_gate.during([&] { return contender.allocate(id, bytes, stream); }))
        return;
    m_live.push_back({id, bytes});
    m_liveBytes += bytes;
    workOn(contender.address(id), bytes, stream);
}

void RandomRun::recordStream(Contender& contender)
{
    m_placement.begin(m_operation, 0);
    const Live& live = m_live[pick(m_live.size())];
    const c10::cuda::CUDAStream stream = m_streams[pick(m_streams.size())];
    contender.recordStream(live.id, stream);
    workOn(contender.address(live.id), live.size, stream);
}

void RandomRun::freeOne(Contender& contender)
{
    m_placement.begin(m_operation, 0);
    const std::size_t place = pick(m_live.size());
    const Live live = m_live[place];
    m_live[place] = m_live.back();
    m_live.pop_back();
    m_liveBytes -= live.size;
    m_gate.during([&] { contender.free(live.id); });
}

void RandomRun::emptyCache(Contender& contender)
{
    m_placement.begin(m_operation, 0);
    m_gate.open(); // it waits for the streams
    m_isClosed = false;
    m_gate.during([&] { contender.emptyCache(); });
}

void RandomRun::workOn(void* memory, std::uint64_t bytes, c10::cuda::CUDAStream stream)
{
    m_gate.during([&] {
        C10_CUDA_CHECK(cudaMemsetAsync(memory, int(m_operation % 256), std::min(bytes, workBytes), stream));
    });
}

// What the driver gave to this process since the start is what the allocator has reserved.
void RandomRun::checkBooks(const Contender& contender)
{
    m_gate.open();
    m_isClosed = false;
    const std::uint64_t taken = m_freeAtStart - freeOnDevice();
    const std::uint64_t reserved = contender.reserved();
    if (taken == reserved)
        fmt::print("# {} books equal the driver's\n", m_operation);
    else
        fmt::print("# {} books: reserved {}, taken from the driver {}\n", m_operation,
            formatExact(std::int64_t(reserved)), formatExact(std::int64_t(taken)));
}

void RandomRun::printOperation()
{
    for (const std::string& line : m_placement.end())
        fmt::print("{}\n", line);
}

} // namespace

int runRandomProgram(const RandomPlan& plan, bool isNative)
{
    const char* const conf = std::getenv("PYTORCH_CUDA_ALLOC_CONF");
    const auto settings = AllocatorSettings::parse(conf == nullptr ? "" : conf);
    if (!settings) {
        fmt::print("{}\n", settings.error().message);
        return EXIT_FAILURE;
    }
    at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
    std::vector<c10::cuda::CUDAStream> streams = {c10::cuda::getDefaultCUDAStream(0)};
    for (int i = 0; i < 3; ++i)
        streams.push_back(c10::cuda::getStreamFromPool(false, 0));
    // Free blocks are sorted by stream: the handles are in the same order each time.
    std::sort(streams.begin(), streams.end(),
        [](const auto& a, const auto& b) { return std::less<cudaStream_t>()(a.stream(), b.stream()); });

    RandomRun run(plan, at::cuda::getDeviceProperties(0)->totalGlobalMem, *settings, std::move(streams));
    const auto contender =
        isNative ? makeNative(plan.share, run.sink()) : makeOwn(plan.share, *settings, run.sink());
    run.run(*contender);
    if (!contender->fault().empty()) {
        fmt::print("{}\n", contender->fault());
        return EXIT_FAILURE;
    }
    fmt::print("end\n");
    std::fflush(stdout);
    std::_Exit(EXIT_SUCCESS); // PyTorch's trace tracker cannot be detached, and what it tells is gone
}

} // namespace tidemark
