// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recordings.h"

#include "core/base/one_line.h"
#include "core/files/natural_order.h"
#include "core/files/open_recording.h"
#include "core/trace/recording_merger.h"

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <thread>

namespace tidemark {

namespace {

namespace fs = std::filesystem;

// One of the files to open.
struct Input {
    fs::path path;
    std::string name; // how it is called in the recording
    std::uint64_t size = 0;
    bool isFromFolder = false;
};

// A file that was left out, and why.
struct Failure {
    std::string name;
    std::string reason;
    bool isFromFolder = false;
};

std::uint64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    return error ? 0 : size;
}

// The window keeps notes on a recording in a file beside it.
constexpr std::string_view sessionEnding = ".session.json";

// The ordinary files in a folder; hidden ones and folders inside are not meant.
Expected<std::vector<Input>> filesIn(const fs::path& folder)
{
    std::error_code error;
    std::vector<Input> inputs;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code unknown;
        const std::string name = entry->path().filename().string();
        if (entry->is_regular_file(unknown) && !name.starts_with('.') && !name.ends_with(sessionEnding))
            inputs.push_back({entry->path(), name, sizeOf(entry->path()), true});
    }
    if (error)
        return fail(
            fmt::format("{}: the folder cannot be read: {}.", oneLine(folder.string()), error.message()));
    if (inputs.empty())
        return fail(fmt::format("{}: there is no file in this folder. Open the folder that holds the "
                                "recordings themselves.",
            oneLine(folder.string())));
    std::sort(inputs.begin(), inputs.end(),
        [](const Input& left, const Input& right) { return comesBefore(left.name, right.name); });
    return inputs;
}

// Files of one name from several folders are called by their paths.
void tellApart(std::vector<Input>& inputs)
{
    std::map<std::string, int> count;
    for (const Input& input : inputs)
        ++count[input.name];
    for (Input& input : inputs)
        if (count[input.name] > 1)
            input.name = input.path.string();
}

Expected<std::vector<Input>> inputsOf(std::span<const fs::path> paths)
{
    std::vector<Input> inputs;
    for (const fs::path& path : paths) {
        std::error_code unknown;
        if (!fs::is_directory(path, unknown)) {
            inputs.push_back({path, path.filename().string(), sizeOf(path), false});
            continue;
        }
        auto inside = filesIn(path);
        if (!inside)
            return tl::unexpected(inside.error());
        std::move(inside->begin(), inside->end(), std::back_inserter(inputs));
    }
    if (inputs.empty())
        return fail("there is no file to open.");
    tellApart(inputs);
    return inputs;
}

// Adds the progress of one file to that of all, while the file is being read.
class ProgressRelay {
public:
    explicit ProgressRelay(Progress* all)
        : m_all(all)
        , m_before(all != nullptr ? all->done.load() : 0)
    {
        if (all != nullptr)
            m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

    Progress* ofFile() { return m_all != nullptr ? &m_file : nullptr; }

private:
    void run(const std::stop_token& stop)
    {
        constexpr auto interval = std::chrono::milliseconds(20);
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any wake;
        while (!stop.stop_requested()) {
            m_all->done.store(m_before + m_file.done.load());
            wake.wait_for(lock, stop, interval, [] { return false; });
        }
    }

    Progress* m_all;
    std::uint64_t m_before;
    Progress m_file;
    std::jthread m_thread; // last: it ends before what it uses
};

// The sentence without the path that openRecording() puts in front.
std::string reasonOf(const Error& error, const fs::path& path)
{
    const std::string prefix = oneLine(path.string()) + ": ";
    return error.message.starts_with(prefix) ? error.message.substr(prefix.size()) : error.message;
}

// Names the first few; a folder may hold thousands of other things.
std::vector<std::string> sentencesOf(const std::vector<Failure>& failures)
{
    constexpr std::size_t most = 10;
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < std::min(most, failures.size()); ++i)
        sentences.push_back(fmt::format("{} {}: {}", oneLine(failures[i].name),
            failures[i].isFromFolder ? "was passed over" : "could not be opened", failures[i].reason));
    if (failures.size() > most)
        sentences.push_back(
            fmt::format("{} more files could not be opened, either.", failures.size() - most));
    return sentences;
}

tl::unexpected<Error> noneOf(const std::vector<Failure>& failures)
{
    const Failure& first = failures.front();
    return fail(fmt::format(
        "none of {} files could be opened; the first, {}: {}", failures.size(), first.name, first.reason));
}

// Each recording in a file, such as a zip of several, is a part of its own.
void addPacked(std::vector<PackedRecording> packed, const std::string& file, RecordingMerger& merger)
{
    for (PackedRecording& part : packed)
        merger.add(part.name.empty() ? file
                : file.empty()       ? part.name
                                     : fmt::format("{}/{}", file, part.name),
            std::move(part.recording));
}

Expected<Recording> openOne(const fs::path& path, const Reading& reading)
{
    auto packed = openPacked(path, reading);
    if (!packed)
        return tl::unexpected(packed.error());
    if (packed->size() == 1)
        return std::move(packed->front().recording);
    RecordingMerger merger;
    addPacked(std::move(*packed), {}, merger);
    return merger.merged();
}

Expected<Recording> openAll(const std::vector<Input>& inputs, const Reading& reading)
{
    RecordingMerger merger;
    std::vector<Failure> failures;
    std::uint64_t done = 0;
    for (const Input& input : inputs) {
        auto packed = [&] {
            ProgressRelay relay(reading.progress);
            return openPacked(input.path, {relay.ofFile(), reading.stop, nullptr});
        }();
        if (reading.stop.stop_requested())
            return fail("opening was cancelled.");
        done += input.size;
        if (reading.progress != nullptr)
            reading.progress->done.store(done);
        if (!packed) {
            failures.push_back({input.name, reasonOf(packed.error(), input.path), input.isFromFolder});
            continue;
        }
        addPacked(std::move(*packed), input.name, merger);
        if (reading.preview && &input != &inputs.back())
            reading.preview(merger.merged());
    }
    if (merger.partCount() == 0)
        return noneOf(failures);
    for (std::string& sentence : sentencesOf(failures))
        merger.warn(std::move(sentence));
    return merger.merged();
}

} // namespace

Expected<Recording> openRecordings(std::span<const fs::path> paths, const Reading& reading)
{
    const auto inputs = inputsOf(paths);
    if (!inputs)
        return tl::unexpected(inputs.error());
    if (inputs->size() == 1)
        return openOne(inputs->front().path, reading);
    if (reading.progress != nullptr) {
        for (const Input& input : *inputs)
            reading.progress->total += input.size;
    }
    return openAll(*inputs, reading);
}

} // namespace tidemark
