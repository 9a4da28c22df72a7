// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/native_event.h"

namespace tidemark {

namespace {

// By name: the numbers differ between releases.
Action actionOf(c10::CachingDeviceAllocator::TraceEntry::Action action)
{
    using Entry = c10::CachingDeviceAllocator::TraceEntry;
    switch (action) {
    case Entry::ALLOC:
        return Action::Alloc;
    case Entry::FREE_REQUESTED:
        return Action::FreeRequested;
    case Entry::FREE_COMPLETED:
        return Action::FreeCompleted;
    case Entry::SEGMENT_ALLOC:
        return Action::SegmentAlloc;
    case Entry::SEGMENT_FREE:
        return Action::SegmentFree;
    case Entry::SEGMENT_MAP:
        return Action::SegmentMap;
    case Entry::SEGMENT_UNMAP:
        return Action::SegmentUnmap;
    case Entry::SNAPSHOT:
        return Action::Snapshot;
    case Entry::OOM:
        return Action::Oom;
    default: // of a later release
        return Action::Unknown;
    }
}

} // namespace

AllocatorEvent nativeEvent(const c10::CachingDeviceAllocator::TraceEntry& entry)
{
    AllocatorEvent event;
    event.action = actionOf(entry.action_);
    event.address = entry.addr_;
    event.size = entry.size_;
    event.stream = reinterpret_cast<std::uintptr_t>(entry.stream_);
    event.pool = {entry.mempool_.first, entry.mempool_.second};
    return event;
}

} // namespace tidemark
