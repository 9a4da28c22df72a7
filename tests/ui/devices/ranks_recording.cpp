// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/devices/ranks_recording.h"

#include "core/files/open_recordings.h"
#include "core/trace/recording_merger.h"
#include "tests/support/test_data.h"
#include "tests/ui/timeline/training_recording.h"

#include <algorithm>
#include <filesystem>
#include <string>

namespace tidemark::tests {

namespace {

constexpr std::uint64_t farAway = 0x7e0000000000;

std::int64_t slower(std::int64_t timeUs, std::int64_t first, int rank, const Ranks& ranks)
{
    const double length = static_cast<double>(timeUs - first) * (1 + ranks.slowdown * rank);
    return first + 3000 * rank + static_cast<std::int64_t>(length);
}

// The same training on another clock, with one more block from the beginning on.
Recording rankOfTraining(const Recording& training, int rank, const Ranks& ranks)
{
    Recording recording = training;
    Device& device = recording.devices[0];
    device.ordinal = rank;
    const EventColumns events = device.events;
    const std::int64_t first = events.timeUs()[0];
    device.events = {};
    std::uint64_t more = 0;
    if (rank == ranks.larger) {
        const std::int64_t at = slower(first, first, rank, ranks);
        device.events.append({at, farAway, ranks.surplus, {}, 0, 0, Action::SegmentAlloc});
        device.events.append({at, farAway, ranks.surplus, {}, 0, 0, Action::Alloc});
        more = 2;
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        Event event = events[i];
        event.timeUs = slower(event.timeUs, first, rank, ranks);
        device.events.append(event);
    }
    for (Annotation& annotation : recording.annotations) {
        annotation.startUs = slower(annotation.startUs, first, rank, ranks);
        annotation.endUs = slower(annotation.endUs, first, rank, ranks);
        annotation.startEvent += more;
        annotation.endEvent += more;
    }
    for (Mark& mark : recording.marks) {
        mark.timeUs = slower(mark.timeUs, first, rank, ranks);
        mark.event += more;
    }
    return recording;
}

} // namespace

Recording ranksRecording(const Ranks& ranks)
{
    const Recording training = trainingRecording(ranks.steps);
    RecordingMerger merger;
    for (int rank = 0; rank < ranks.count; ++rank)
        merger.add("rank" + std::to_string(rank) + ".tide", rankOfTraining(training, rank, ranks));
    return merger.merged();
}

Recording realRanks()
{
    const std::vector<std::filesystem::path> files = {
        testDataFile(QStringLiteral("ddp_rank0.pickle")).toStdString(),
        testDataFile(QStringLiteral("ddp_rank1.pickle")).toStdString()};
    return openRecordings(files).value();
}

Recording untilTime(const Recording& recording, std::int64_t timeUs)
{
    Recording early = recording;
    early.complete = false;
    for (Device& device : early.devices) {
        const EventColumns events = device.events;
        device.events = {};
        for (std::size_t i = 0; i < events.size() && events.timeUs()[i] <= timeUs; ++i)
            device.events.append(events[i]);
    }
    std::erase_if(early.annotations, [timeUs](const Annotation& each) { return each.startUs > timeUs; });
    for (Annotation& annotation : early.annotations) {
        if (annotation.endUs > timeUs) {
            annotation.endUs = Annotation::open;
            annotation.endEvent = UINT64_MAX;
        }
    }
    std::erase_if(early.marks, [timeUs](const Mark& mark) { return mark.timeUs > timeUs; });
    return early;
}

std::int64_t firstTime(const Recording& recording)
{
    std::int64_t first = INT64_MAX;
    for (const Device& device : recording.devices)
        first = std::min(first, device.events.timeUs()[0]);
    return first;
}

std::int64_t lastTime(const Recording& recording)
{
    std::int64_t last = 0;
    for (const Device& device : recording.devices)
        last = std::max(last, device.events.timeUs().back());
    return last;
}

} // namespace tidemark::tests
