// SPDX-License-Identifier: GPL-3.0-or-later

// A recorder without LibTorch: the real allocator over simulated addresses, the real stream, the real command
// words, and whatever misbehaviour its workload's name asks for. What tidemark-record does, small.

#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/record/command.h"
#include "core/record/recorder.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <map>
#include <poll.h>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace tidemark;
using namespace std::chrono_literals;

namespace {

struct Options {
    std::string workload = "train";
    std::string conf;
    std::int64_t steps = 0;
    bool hold = false;
    bool list = false;
    int rank = 0; // by the environment
    int misbehaves = -1; // the only rank that does, by "--set misbehaves=1"; -1: every one
    int slow = -1; // a rank whose steps take longer
};

int numberBehind(const std::string& word, std::string_view name, int otherwise)
{
    return word.starts_with(name) ? std::stoi(word.substr(name.size())) : otherwise;
}

Options readOptions(int argc, char** argv)
{
    Options options;
    if (const char* rank = std::getenv("RANK"))
        options.rank = std::stoi(rank);
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto next = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
        if (word == "--workload")
            options.workload = next();
        else if (word == "--conf")
            options.conf = next();
        else if (word == "--steps")
            options.steps = std::stoll(next());
        else if (word == "--hold")
            options.hold = true;
        else if (word == "--list")
            options.list = true;
        else if (word == "--set") {
            const std::string setting = next();
            options.misbehaves = numberBehind(setting, "misbehaves=", options.misbehaves);
            options.slow = numberBehind(setting, "slow=", options.slow);
        }
    }
    return options;
}

// Command lines from standard input, without waiting longer than `patience`.
class CommandLines {
public:
    std::vector<std::string> take(std::chrono::milliseconds patience)
    {
        pollfd source{STDIN_FILENO, POLLIN, 0};
        if (m_open && ::poll(&source, 1, static_cast<int>(patience.count())) > 0)
            readMore();
        std::vector<std::string> lines;
        for (std::size_t end = 0; (end = m_text.find('\n')) != std::string::npos; m_text.erase(0, end + 1))
            lines.push_back(m_text.substr(0, end));
        return lines;
    }
    bool isOpen() const { return m_open; }

private:
    void readMore()
    {
        char piece[512];
        const ssize_t got = ::read(STDIN_FILENO, piece, sizeof piece);
        if (got <= 0)
            m_open = false;
        else
            m_text.append(piece, static_cast<std::size_t>(got));
    }

    std::string m_text;
    bool m_open = true;
};

class FakeRun {
public:
    FakeRun(const Options& options, Recorder& recorder)
        : m_options(options)
        , m_recorder(recorder)
        , m_allocator(m_memory, AllocatorSettings::parse(options.conf).value_or(AllocatorSettings{}),
              &recorder.device())
    { }

    void run()
    {
        const bool isPlayground = m_options.workload == "playground";
        tell(RecorderState::Running);
        while (!m_stopping && !isPlayground && (m_options.steps == 0 || m_step < m_options.steps)) {
            misbehave();
            if (!m_paused)
                trainStep();
            obey(m_paused ? 20ms : 2ms);
        }
        if (m_options.hold && !isPlayground)
            tell(RecorderState::Holding);
        while ((m_options.hold || isPlayground) && !m_stopping)
            obey(20ms);
        tell(RecorderState::Finished);
    }

private:
    void tell(RecorderState state, std::string text = {})
    {
        m_recorder.status({state, m_step, m_options.steps, std::move(text)});
    }

    std::uint64_t take(std::uint64_t size) { return m_allocator.allocate(size, 0).value_or(0); }

    void trainStep()
    {
        m_recorder.beginAnnotation(AnnotationKind::Step, "step " + std::to_string(m_step));
        std::uniform_int_distribution<std::uint64_t> size(1, 48 * 1024 * 1024);
        std::vector<std::uint64_t> activations;
        for (int i = 0; i < 12; ++i)
            activations.push_back(take(size(m_random)));
        m_kept.push_back(take(256 * 1024));
        for (const std::uint64_t address : activations)
            m_allocator.free(address);
        if (m_kept.size() > 40) {
            m_allocator.free(m_kept.front());
            m_kept.pop_front();
        }
        m_recorder.endAnnotation(AnnotationKind::Step, "step " + std::to_string(m_step));
        ++m_step;
        if (m_stepOnly) {
            m_stepOnly = false;
            m_paused = true;
        }
        tell(m_paused ? RecorderState::Paused : RecorderState::Running);
    }

    void misbehave()
    {
        if (m_options.slow == m_options.rank)
            std::this_thread::sleep_for(20ms);
        if (m_step < 5 || (m_options.misbehaves >= 0 && m_options.misbehaves != m_options.rank))
            return;
        if (m_options.workload == "crash") {
            std::fputs("about to touch memory that is not mine\n", stderr);
            std::signal(SIGSEGV, SIG_DFL);
            std::raise(SIGSEGV);
        } else if (m_options.workload == "oom") {
            tell(RecorderState::Failed, "Out of memory: tried to allocate 64.0 MiB.");
            (void)m_recorder.finish();
            std::_Exit(1);
        } else if (m_options.workload == "quit") {
            std::fputs("the disk of the data set is gone\n", stderr);
            std::_Exit(3);
        } else if (m_options.workload == "garbage") {
            const std::string noise(64 * 1024, '\xA5');
            for (int i = 0; i < 64 && ::write(STDOUT_FILENO, noise.data(), noise.size()) > 0; ++i) { }
            ::pause();
        } else if (m_options.workload == "hang") {
            std::signal(SIGTERM, SIG_IGN);
            for (;;)
                ::pause();
        }
    }

    void obey(std::chrono::milliseconds patience)
    {
        const auto lines = m_commands.take(patience);
        for (const std::string& line : lines)
            obey(line);
        if (!m_commands.isOpen())
            m_stopping = true;
    }

    void obey(const std::string& line)
    {
        const auto command = parseCommand(line);
        Answer answer = command ? execute(*command) : Answer{{}, false, command.error().message, {}};
        answer.command = line;
        m_recorder.answer(answer);
    }

    Answer execute(const Command& command)
    {
        switch (command.kind) {
        case CommandKind::EmptyCache:
            return emptyCache();
        case CommandKind::Pause:
            m_paused = true;
            tell(RecorderState::Paused);
            return {{}, true, "The workload halts.", {}};
        case CommandKind::Step:
            m_stepOnly = true;
            [[fallthrough]];
        case CommandKind::Resume:
            m_paused = false;
            tell(RecorderState::Running);
            return {{}, true, "The workload goes on.", {}};
        case CommandKind::Mark:
            m_recorder.mark(MarkKind::Named, command.name);
            return {{}, true, "Marked.", {}};
        case CommandKind::Alloc:
            m_blocks[++m_lastId] = take(command.number);
            return {{}, true, "Done.", {{"id", m_lastId}}};
        case CommandKind::Free:
            m_allocator.free(m_blocks[static_cast<std::int64_t>(command.number)]);
            return {{}, true, "Done.", {}};
        case CommandKind::Yield:
        case CommandKind::Restore:
            return exchangeMemory(command.kind == CommandKind::Yield);
        case CommandKind::Stop:
            m_stopping = true;
            return {{}, true, "The run ends.", {}};
        case CommandKind::ResetPeak:
        case CommandKind::Stats:
        case CommandKind::Help:
            break;
        }
        return {{}, true, "Done.", {}};
    }

    // What lives on between steps, given away and taken back.
    Answer exchangeMemory(bool isYielding)
    {
        if (isYielding && m_hasYielded)
            return {{}, false, "The memory is yielded already.", {}};
        const auto moved = static_cast<std::int64_t>(m_kept.size() * 256 * 1024);
        for (std::uint64_t& address : m_kept) {
            if (isYielding)
                m_allocator.free(address);
            else
                address = take(256 * 1024);
        }
        if (isYielding)
            emptyCache();
        m_paused = m_hasYielded = isYielding;
        tell(m_paused ? RecorderState::Paused : RecorderState::Running);
        return {{}, true, "Moved.",
            {{"moved_bytes", moved}, {"duration_us", 400},
                {"reserved_bytes", m_allocator.stats().of(StatKind::ReservedBytes).current}}};
    }

    Answer emptyCache()
    {
        const CacheRelease released = m_allocator.emptyCache();
        m_recorder.device().mark(MarkKind::EmptyCache, "", static_cast<std::int64_t>(released.bytes));
        const MemoryStats stats = m_allocator.stats();
        return {{}, true, "Returned.",
            {{"returned_bytes", static_cast<std::int64_t>(released.bytes)},
                {"returned_segments", static_cast<std::int64_t>(released.segments)},
                {"kept_free_bytes",
                    stats.of(StatKind::ReservedBytes).current - stats.of(StatKind::ActiveBytes).current},
                {"duration_us", 400}}};
    }

    Options m_options;
    Recorder& m_recorder;
    SimulatedMemory m_memory{16ULL << 30};
    CachingAllocator m_allocator;
    CommandLines m_commands;
    std::mt19937_64 m_random{7 + static_cast<unsigned>(m_options.rank)};
    std::deque<std::uint64_t> m_kept;
    std::map<std::int64_t, std::uint64_t> m_blocks;
    std::int64_t m_lastId = 0;
    std::int64_t m_step = 0;
    bool m_paused = false;
    bool m_stepOnly = false;
    bool m_hasYielded = false;
    bool m_stopping = false;
};

} // namespace

int main(int argc, char** argv)
{
    const Options options = readOptions(argc, argv);
    if (options.list) {
        std::puts(R"({"workloads": [{"name": "train", "description": "Trains.", "has_steps": true,
            "options": [{"name": "batch", "default": 8, "help": "samples a step"}]},
            {"name": "playground", "description": "Waits.", "has_steps": false, "options": []}],
            "devices": [{"name": "cpu", "description": "", "capacity": 17179869184},
            {"name": "cuda:0", "description": "Imagined GPU", "capacity": 85899345920}]})");
        return 0;
    }
    RunDescription run;
    run.producer = "fake recorder";
    run.workload = options.workload;
    run.allocatorConf = options.conf;
    // What arrived, for tests of how it gets here.
    for (int i = 1; i < argc; ++i)
        run.settings.push_back({"argument", argv[i]});
    for (const char* name : {"RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"})
        if (const char* value = std::getenv(name))
            run.settings.push_back({name, value});
    run.devices = {{0, "cpu", 0}};
    const auto recorder = Recorder::start(STDOUT_FILENO, run);
    if (!recorder)
        return 2;
    FakeRun(options, **recorder).run();
    return (*recorder)->finish() ? 0 : 2;
}
