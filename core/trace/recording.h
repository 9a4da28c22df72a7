// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/context.h"
#include "core/trace/driver_sample.h"
#include "core/trace/event_columns.h"
#include "core/trace/segment_list.h"
#include "core/trace/tensor_label.h"

#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// How much of a device's past the events tell.
enum class History : std::uint8_t {
    None, // segments only, no events
    Partial, // events are missing at the beginning or were dropped on the way
    Whole, // the events begin with an empty allocator
};

// What the allocator itself said at one moment: memory_stats() by PyTorch's flat names.
struct StatsSample {
    std::uint64_t event = 0; // holds before this event
    std::string name;
    std::vector<std::pair<std::string, std::int64_t>> values;
};

struct Setting {
    std::string name;
    std::string value;
};

// A curve that a file gives as it is, where it has no events to follow.
struct SampledCurve {
    std::string name; // "allocated", "reserved", or a category such as "activation"
    Column<std::int64_t> timeUs; // never decreasing
    Column<std::int64_t> bytes; // holds from its time on
};

struct Device {
    int ordinal = 0; // negative: pinned host memory, which is no device's
    std::string name; // "cpu", "NVIDIA H200"; empty when the file does not say
    std::string source; // the file it came from, where several were opened as one recording
    std::uint64_t capacity = 0; // bytes of memory; 0 when unknown
    History history = History::None;
    std::uint64_t lostEvents = 0; // dropped while recording, counted by the recorder
    std::vector<std::uint64_t> streams = {0}; // handle by StreamSlot; slot 0 is the default stream
    std::vector<PoolId> pools = {
        PoolId{}}; // id by PoolSlot; slot 0 is the default pool, or unknown in events
    EventColumns events;
    std::optional<SegmentList> before; // state before the first event, where known
    std::optional<SegmentList> after; // state after the last event as the allocator itself reported it
    std::vector<StatsSample> statistics; // by event
    std::vector<SampledCurve> curves;
    Column<DriverSample> driver; // by time, about ten a second and one at each mark
    Column<TensorLabel> tensors; // by event: what the recorded program said its memory holds
    // Where several files were opened as one and differ in theirs; empty: the recording's hold.
    std::string allocatorConf;
    std::vector<Setting> settings;
};

enum class MarkKind : std::uint8_t {
    Named, // put by the user, the workload or a file
    EmptyCache,
    ResetPeak,
    Paused,
    Resumed,
    EventsLost, // value: how many
};

// A moment. Numbers are written to .tide files: never renumber MarkKind.
struct Mark {
    std::int64_t timeUs = 0;
    std::uint64_t event = 0; // holds before this event of `device`
    std::int64_t value = 0; // EmptyCache: bytes returned; EventsLost: events
    StringIndex name;
    std::uint16_t device = 0; // place in Recording::devices
    MarkKind kind = MarkKind::Named;
};

enum class AnnotationKind : std::uint8_t {
    Range, // a record_function range
    Step, // one training step
    Phase, // forward, backward, optimizer
};

// A named span of time on one device's events; spans nest.
struct Annotation {
    static constexpr std::int64_t open = INT64_MAX; // has not ended (yet)

    std::int64_t startUs = 0;
    std::int64_t endUs = open;
    std::uint64_t startEvent = 0; // first event inside
    std::uint64_t endEvent = UINT64_MAX; // first event behind
    StringIndex name;
    std::uint16_t device = 0; // place in Recording::devices
    AnnotationKind kind = AnnotationKind::Range;
};

// Everything one file or one live run tells. A plain value: copies are cheap (columns and tables share their
// chunks), so a reader publishes snapshots of it while it grows.
struct Recording {
    std::string format; // "PyTorch snapshot (pickle)", "Tidemark recording"
    std::string producer; // program and version, where known
    std::string workload; // what ran, where known
    std::string allocatorConf; // the settings string, PYTORCH_ALLOC_CONF syntax
    std::vector<Setting>
        settings; // PyTorch's allocator_settings, or the recorder's options, in the file's order
    std::vector<Device> devices;
    std::vector<Annotation> annotations; // by start
    std::vector<Mark> marks; // by time
    StringTable strings;
    FrameTable frames;
    StackTable stacks;
    ContextTable contexts;
    std::vector<std::string> warnings; // sentences for people
    bool complete = true; // false: the file ends in the middle
};

} // namespace tidemark
