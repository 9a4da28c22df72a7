// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot_writer.h"

#include "core/base/bytes.h"
#include "core/files/output_file.h"
#include "core/files/pickle_writer/snapshot_pickler.h"

#include <fmt/format.h>
#include <set>

namespace tidemark {

namespace {

// PyTorch numbers the lists of events by device: each number can be there once, and none is far out.
constexpr int lastOrdinal = 1023;

Expected<void> checkOrdinals(const Recording& recording)
{
    std::set<int> seen;
    for (const Device& device : recording.devices) {
        if (!seen.insert(device.ordinal).second)
            return fail(fmt::format("The recording cannot be written as a snapshot: several of its devices "
                                    "have the number {}, as "
                                    "when several files were opened as one. Convert each file by itself.",
                device.ordinal));
        if (device.ordinal > lastOrdinal || device.ordinal < -1 - lastOrdinal)
            return fail(fmt::format("The recording cannot be written as a snapshot: it has a device with the "
                                    "number {}, and {} is "
                                    "the last that there can be.",
                device.ordinal, lastOrdinal));
    }
    return {};
}

} // namespace

Expected<void> writeSnapshot(const Recording& recording, const std::filesystem::path& path,
    Progress* progress, const std::stop_token& stop)
{
    if (const Expected<void> checked = checkOrdinals(recording); !checked)
        return checked;
    if (progress != nullptr) {
        for (const Device& device : recording.devices)
            progress->total += device.events.size();
    }
    Expected<OutputFile> file = OutputFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    PickleOutput out(*file);
    const Expected<void> written = SnapshotPickler(recording, out, progress, stop).write();
    return written ? file->commit() : written;
}

std::vector<std::string> leftOutOfSnapshot(const Recording& recording)
{
    std::vector<std::string> sentences;
    const auto add = [&sentences](std::uint64_t count, std::string_view one, std::string_view many) {
        if (count > 0)
            sentences.push_back(fmt::format("A snapshot has no place for {} {}: left out.",
                formatExact(static_cast<std::int64_t>(count)), count == 1 ? one : many));
    };
    std::uint64_t samples = 0;
    std::uint64_t curves = 0;
    std::uint64_t driver = 0;
    std::uint64_t labels = 0;
    std::uint64_t settings = 0;
    std::uint64_t lost = 0;
    for (const Device& device : recording.devices) {
        samples += device.statistics.size();
        curves += device.curves.size();
        driver += device.driver.size();
        labels += device.tensors.size();
        settings += device.settings.empty() ? 0U : 1U;
        lost += device.lostEvents;
    }
    std::set<StringIndex> threads;
    for (std::uint32_t i = 0; i < recording.contexts.size(); ++i)
        threads.insert(recording.contexts[ContextIndex{i}].thread);
    threads.erase(StringIndex{});
    add(samples, "sample of the allocator's statistics", "samples of the allocator's statistics");
    add(driver, "sample of the driver's figures", "samples of the driver's figures");
    add(labels, "label of a tensor", "labels of tensors");
    add(threads.size(), "name of a thread", "names of threads");
    if (wasRecorded(recording))
        add(recording.settings.size(), "option of the run", "options of the run");
    add(curves, "sampled curve", "sampled curves");
    add(settings, "device's own settings", "devices' own settings");
    add(lost, "count of a lost event", "lost events that were counted");
    return sentences;
}

} // namespace tidemark
