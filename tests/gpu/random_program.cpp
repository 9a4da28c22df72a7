// SPDX-License-Identifier: GPL-3.0-or-later
// The same random program on PyTorch's own CUDA allocator and on Tidemark's: allocations of all sizes on
// several streams, frees, record_stream with work queued, empty_cache. Each runs in a process of its own, so
// that the driver finds both the same. random_program [SEED [OPERATIONS]] prints a line for each
// configuration and ends with 1 when anything differs: sizes of segments, their order, or a block's offset.
#include "tests/gpu/random_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace tidemark {

namespace {

constexpr std::uint64_t defaultSeed = 20261130;
constexpr std::uint64_t defaultOperations = 10'000;
constexpr std::uint64_t leastCompared = 1'000; // operations, else it says too little

struct Configuration {
    const char* conf;
    double share; // of the device that may be reserved
};

constexpr Configuration configurations[] = {
    {"", 1},
    {"expandable_segments:True", 1},
    {"max_split_size_mb:64", 1},
    {"roundup_power2_divisions:4", 1},
    {"garbage_collection_threshold:0.6", 0.03},
    {"expandable_segments:True,garbage_collection_threshold:0.6", 0.03},
    {"max_split_size_mb:64,roundup_power2_divisions:[256:1,512:2,>:4]", 0.02},
};

// What one of the two did. Lines that begin with # are remarks, not to be compared.
struct Story {
    std::vector<std::string> lines; // the last says how it ended
    std::vector<std::string> places; // remarks on the order in which the driver placed segments
    std::size_t booksChecked = 0;
    std::size_t booksEqual = 0;
    std::string firstOff; // the first remark that its books and the driver's are not equal

    bool isWhole() const { return !lines.empty() && lines.back() == "end\n"; }
    void add(std::string line);
};

void Story::add(std::string line)
{
    if (!line.starts_with('#')) {
        lines.push_back(std::move(line));
        return;
    }
    if (line.find(" place ") != std::string::npos)
        places.push_back(line);
    if (line.find(" books") == std::string::npos)
        return;
    ++booksChecked;
    if (line.find(" books equal") != std::string::npos)
        ++booksEqual;
    else if (firstOff.empty())
        firstOff = line;
}

Story storyOf(const std::string& command)
{
    Story story;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
    char* text = nullptr;
    std::size_t room = 0;
    while (pipe && getline(&text, &room, pipe.get()) > 0)
        story.add(text);
    std::free(text);
    return story;
}

Story run(
    const std::string& self, const char* which, const Configuration& configuration, const RandomPlan& plan)
{
    const std::string conf = configuration.conf[0] == '\0'
        ? std::string()
        : fmt::format("PYTORCH_CUDA_ALLOC_CONF='{}'", configuration.conf);
    return storyOf(
        fmt::format("env -u PYTORCH_ALLOC_CONF -u PYTORCH_CUDA_ALLOC_CONF {} '{}' --run {} {} {} {}", conf,
            self, which, plan.seed, plan.operations, configuration.share));
}

std::size_t count(const Story& story, std::string_view word)
{
    std::size_t found = 0;
    for (const std::string& line : story.lines)
        found += line.find(word) != std::string::npos ? 1 : 0;
    return found;
}

std::uint64_t operationOf(std::string_view line)
{
    line.remove_prefix(line.starts_with("# ") ? 2 : 0);
    std::uint64_t operation = UINT64_MAX; // of the line at the end
    std::from_chars(line.data(), line.data() + line.size(), operation);
    return operation;
}

struct Difference {
    std::size_t lines = 0;
    std::size_t first = 0;
    // With the first, if the driver had placed a segment in another order before: then decisions that go by
    // the lowest address are others as well, and nothing more can be compared.
    std::optional<std::string> placedOtherwise;

    bool isFault() const { return lines > 0 && !placedOtherwise; }
};

std::size_t firstUnlike(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    return std::size_t(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

Difference differenceOf(const Story& a, const Story& b)
{
    Difference difference = {0, firstUnlike(a.lines, b.lines), {}};
    const std::size_t longest = std::max(a.lines.size(), b.lines.size());
    for (std::size_t i = difference.first; i < longest; ++i)
        difference.lines += i >= a.lines.size() || i >= b.lines.size() || a.lines[i] != b.lines[i] ? 1 : 0;
    const std::size_t place = firstUnlike(a.places, b.places);
    if (difference.first < a.lines.size() && place < a.places.size()
        && operationOf(a.places[place]) <= operationOf(a.lines[difference.first]))
        difference.placedOtherwise = a.places[place];
    return difference;
}

constexpr std::string_view rowFormat = "{:<60} {:>10} {:>8} {:>6} {:>7} {:>5} {:>9} {:>15}\n";

void tellDifference(const Difference& difference, const Story& native, const Story& own)
{
    const auto lineOf = [&](const Story& story) {
        return difference.first < story.lines.size() ? story.lines[difference.first] : "nothing\n";
    };
    if (difference.placedOtherwise)
        fmt::print("  compared up to operation {}: the driver had placed a segment in another order {}",
            operationOf(native.lines[difference.first]), *difference.placedOtherwise);
    else if (difference.lines > 0)
        fmt::print("  first at line {}:\n  PyTorch:  {}  Tidemark: {}", difference.first + 1, lineOf(native),
            lineOf(own));
}

void tellEnds(const Story& native, const Story& own)
{
    const auto lastOf = [](const Story& story) {
        return story.lines.empty() ? "nothing\n" : story.lines.back();
    };
    if (!native.isWhole() || !own.isWhole())
        fmt::print("  a run ended early. The last of PyTorch: {}  The last of Tidemark: {}", lastOf(native),
            lastOf(own));
    if (!own.firstOff.empty())
        fmt::print("  Tidemark's books:  {}  PyTorch's, equal at {} of {}: {}", own.firstOff,
            native.booksEqual, native.booksChecked, native.firstOff.empty() ? "\n" : native.firstOff);
}

// Whether both did the same.
bool compare(const std::string& self, const Configuration& configuration, const RandomPlan& plan)
{
    const Story native = run(self, "native", configuration, plan);
    const Story own = run(self, "tidemark", configuration, plan);
    const Difference difference = differenceOf(native, own);
    const std::uint64_t compared = difference.placedOtherwise
        ? std::min(operationOf(native.lines[difference.first]) - 1, plan.operations)
        : plan.operations;
    fmt::print(rowFormat, configuration.conf[0] == '\0' ? "(defaults)" : configuration.conf, compared,
        count(own, " segment_alloc ") + count(own, " segment_map "),
        count(own, " segment_free ") + count(own, " segment_unmap "), count(own, " alloc "),
        count(own, " oom "), difference.isFault() ? difference.lines : 0,
        fmt::format("{} of {}", own.booksEqual, own.booksChecked));
    tellDifference(difference, native, own);
    tellEnds(native, own);
    std::fflush(stdout);
    return native.isWhole() && own.isWhole() && !difference.isFault() && own.booksEqual == own.booksChecked
        && compared >= std::min(plan.operations, leastCompared);
}

int compareAll(const RandomPlan& plan)
{
    std::array<char, 4096> self = {};
    if (readlink("/proc/self/exe", self.data(), self.size() - 1) < 0)
        return EXIT_FAILURE;
    fmt::print("seed {}\n", plan.seed);
    fmt::print(rowFormat, "settings", "operations", "segments", "freed", "allocs", "ooms", "differing",
        "books = driver");
    bool isEqual = true;
    for (const Configuration& configuration : configurations)
        isEqual = compare(self.data(), configuration, plan) && isEqual;
    return isEqual ? EXIT_SUCCESS : EXIT_FAILURE;
}

std::uint64_t numberOr(std::uint64_t otherwise, int count, char** arguments, int at)
{
    return at < count ? std::strtoull(arguments[at], nullptr, 10) : otherwise;
}

int runProgram(int count, char** arguments)
{
    RandomPlan plan;
    if (count == 6 && std::string_view(arguments[1]) == "--run") {
        plan.seed = numberOr(0, count, arguments, 3);
        plan.operations = numberOr(0, count, arguments, 4);
        plan.share = std::strtod(arguments[5], nullptr);
        return runRandomProgram(plan, std::string_view(arguments[2]) == "native");
    }
    plan.seed = numberOr(defaultSeed, count, arguments, 1);
    plan.operations = numberOr(defaultOperations, count, arguments, 2);
    return compareAll(plan);
}

} // namespace

} // namespace tidemark

int main(int argc, char** argv)
{
    return tidemark::runProgram(argc, argv);
}
