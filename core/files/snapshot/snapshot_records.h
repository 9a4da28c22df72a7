// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/action.h"
#include "core/files/snapshot/file_strings.h"
#include "core/files/snapshot/value.h"
#include "core/trace/segment_list.h"

#include <boost/container_hash/hash.hpp>
#include <vector>

namespace tidemark {

// No allocation and no segment is larger than 256 TiB; what says so is damaged. The sizes of a whole trace
// can then be added without overflow.
inline constexpr std::uint64_t largestSize = std::uint64_t(1) << 48;

// What the dicts of a snapshot become as soon as they are complete.

// Items of a list that was completed: values [first, first + count) of SnapshotTables::listValues.
struct ValueRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool cut = false; // the file ended inside this list
};

// A trace entry on its way into the columns of its device.
struct EventRecord {
    std::int64_t timeUs = 0;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t stream = 0;
    PoolId pool;
    ContextIndex context;
    Action action = Action::Unknown;
};

struct SegmentRecord {
    std::int64_t device = 0;
    std::uint64_t address = 0;
    std::uint64_t totalSize = 0; // 0: not said, add up the blocks
    std::uint64_t stream = 0;
    PoolId pool;
    ContextIndex context;
    std::uint32_t blocks = 0; // place in SnapshotTables::lists
    bool isLarge = false;
    bool isExpandable = false;
};

struct BlockRecord {
    BlockInfo info;
    bool hasAddress = false; // not before PyTorch 2.1
};

// Who had a block, before PyTorch 2.1; the newest first.
struct TenantRecord {
    std::uint64_t realSize = 0;
    StackIndex stack;
    TextId json = 0; // the whole dict, to be kept with its block
};

// One end of an external annotation.
struct EdgeRecord {
    std::int64_t device = 0;
    std::int64_t timeUs = 0;
    TextId name = 0;
    bool isStart = false;
};

struct PoolIdHash {
    std::size_t operator()(const PoolId& id) const
    {
        std::size_t seed = 0;
        boost::hash_combine(seed, id.first);
        boost::hash_combine(seed, id.second);
        return seed;
    }
};

} // namespace tidemark
