// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a snapshot becomes columns, next to reading the same bytes once. Two made recordings, written as
// Python writes them (protocol 4, batches of 1000, every container in the memo) and as PyTorch's C++ does
// (protocol 2, one piece). For a file of one's own: TIDEMARK_BENCH_SNAPSHOT=long.pickle.
#include "core/files/snapshot_reader.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>

namespace {

using namespace tidemark;

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

// The least that a writer of pickles needs.
class Writer {
public:
    explicit Writer(bool asPython)
        : m_asPython(asPython)
        , m_bytes(asPython ? "\x80\x04" : "\x80\x02")
    { }

    void raw(std::string_view bytes) { m_bytes += bytes; }
    void container(char opcode)
    {
        m_bytes += opcode;
        store();
        m_bytes += '(';
    }
    void little(std::uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i)
            m_bytes += static_cast<char>(value >> (8 * i));
    }
    void number(std::uint64_t value)
    {
        m_bytes += m_asPython ? "\x8a\x07" : "\x8a\x08";
        little(value, m_asPython ? 7 : 8);
    }
    // A text is written once and then called by its number.
    std::uint32_t newText(std::string_view text)
    {
        m_bytes += 'X';
        little(text.size(), 4);
        m_bytes += text;
        if (m_asPython) {
            store();
            return m_stored - 1;
        }
        m_bytes += 'r';
        little(m_stored, 4);
        return m_stored++;
    }
    void recall(std::uint32_t number)
    {
        m_bytes += 'j';
        little(number, 4);
    }
    std::string take() { return std::move(m_bytes); }

private:
    void store()
    {
        if (!m_asPython)
            return;
        m_bytes += '\x94';
        ++m_stored;
    }

    bool m_asPython;
    std::string m_bytes;
    std::uint32_t m_stored = 0;
};

std::string madeSnapshot(bool asPython, std::uint64_t events)
{
    Writer writer(asPython);
    writer.container('}');
    writer.newText("segments");
    writer.container(']');
    writer.raw("e");
    writer.newText("device_traces");
    writer.container(']');
    writer.container(']');
    std::vector<std::uint32_t> keys;
    for (const char* key :
        {"action", "alloc", "addr", "size", "stream", "time_us", "compile_context", "N/A"}) {
        keys.push_back(writer.newText(key));
        writer.raw("0");
    }
    for (std::uint64_t i = 0; i < events; ++i) {
        writer.container('}');
        writer.recall(keys[0]);
        writer.recall(keys[1]);
        writer.recall(keys[2]);
        writer.number(0x7f0000000000 + 512 * i);
        writer.recall(keys[3]);
        writer.number(262144 + i % 4096);
        writer.recall(keys[4]);
        writer.raw(std::string_view("K\0", 2));
        writer.recall(keys[5]);
        writer.number(1'700'000'000'000'000 + i);
        writer.recall(keys[6]);
        if (asPython)
            writer.newText("N/A");
        else
            writer.recall(keys[7]);
        writer.raw("u");
        if (asPython && i % 1000 == 999)
            writer.raw("e(");
    }
    writer.raw("eeu.");
    return writer.take();
}

void readAll(benchmark::State& state, const std::string& file)
{
    std::uint64_t events = 0;
    for (auto _ : state) {
        const auto recording = readSnapshot(bytesOf(file));
        if (!recording) {
            state.SkipWithError(recording.error().message.c_str());
            return;
        }
        events = 0;
        for (const Device& device : recording->devices)
            events += device.events.size();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(file.size()) * state.iterations());
    state.counters["events"] = static_cast<double>(events);
}

void snapshotOfPython(benchmark::State& state)
{
    readAll(state, madeSnapshot(true, static_cast<std::uint64_t>(state.range(0))));
}

void snapshotOfTorch(benchmark::State& state)
{
    readAll(state, madeSnapshot(false, static_cast<std::uint64_t>(state.range(0))));
}

void snapshotFile(benchmark::State& state)
{
    const char* path = std::getenv("TIDEMARK_BENCH_SNAPSHOT");
    if (path == nullptr)
        return state.SkipWithError("TIDEMARK_BENCH_SNAPSHOT names no file");
    std::ifstream file(path, std::ios::binary);
    readAll(state, std::string(std::istreambuf_iterator<char>(file), {}));
}

// What no reader can be faster than.
void everyByteOnce(benchmark::State& state)
{
    const std::string file = madeSnapshot(true, static_cast<std::uint64_t>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(std::accumulate(file.begin(), file.end(), std::uint64_t(0)));
    state.SetBytesProcessed(static_cast<std::int64_t>(file.size()) * state.iterations());
}

BENCHMARK(everyByteOnce)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(snapshotOfPython)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(snapshotOfTorch)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(snapshotFile)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
