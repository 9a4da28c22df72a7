// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/notes.h"
#include "core/files/snapshot/object_table.h"
#include "core/files/snapshot/trace_list.h"
#include "core/trace/recording_builder.h"

#include <boost/unordered/unordered_flat_set.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark {

// PyTorch's allocator_settings.
struct SettingsRecord {
    std::vector<Setting> settings;
    std::string conf;
    std::vector<bool> overflowed; // one flag for all devices or one for each; empty: the file does not say
    std::vector<std::int64_t> maxEntries; // likewise: how many events the ring buffer holds
};

// The top of a snapshot: what stands under each of its keys.
struct TopRecord {
    Value segments;
    Value deviceTraces;
    Value hostSegments;
    Value hostTraces;
    Value annotations;
};

// Everything that was read from a snapshot so far.
struct SnapshotTables {
    FileStrings strings;
    RecordingBuilder builder;
    Notes notes;
    ObjectTable objects;

    ChunkedArray<EventRecord> events; // waiting for the list that they belong to
    std::size_t waitingEvents = 0;
    std::vector<std::unique_ptr<TraceList>> traces;
    ChunkedArray<SegmentRecord> segments;
    ChunkedArray<BlockRecord> blocks;
    ChunkedArray<TenantRecord> tenants;
    ChunkedArray<EdgeRecord> edges;
    SlotMap<PoolId, std::uint32_t, PoolIdHash> pairs;

    ChunkedArray<Value> listValues;
    std::vector<ValueRange> lists = {ValueRange{}}; // place 0: the empty list
    boost::unordered_flat_set<std::uint32_t> takenBlockLists; // places of lists that are a segment's blocks

    SettingsRecord settings;
    std::optional<TopRecord> top;
};

} // namespace tidemark
