// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tidemark {

// Every word that a snapshot's structure is made of: keys, actions, states. FileStrings gives each the id
// that is its place here, so that telling them apart costs no comparison of texts. Source:
// torch/csrc/cuda/memory_snapshot.cpp and torch/csrc/cuda/Module.cpp.
enum class Word : std::uint32_t {
    Empty,
    // keys of a trace entry
    KeyAction,
    KeyAddr,
    KeyDeviceFree,
    KeySize,
    KeyStream,
    KeyTimeUs,
    KeyFrames,
    KeyForwardFrames,
    KeyCompileContext,
    KeyUserMetadata,
    KeyPoolId,
    KeyCategory,
    KeyVersion, // written by viewers
    KeyIdx,
    // keys of a segment
    KeyDevice,
    KeyAddress,
    KeyTotalSize,
    KeyAllocatedSize,
    KeyActiveSize,
    KeyRequestedSize,
    KeySegmentType,
    KeySegmentPoolId,
    KeyIsExpandable,
    KeyBlocks,
    // keys of a block, and of a tenant of a block (before PyTorch 2.1)
    KeyState,
    KeyHistory,
    KeyRealSize,
    KeyCppFrames,
    // keys of a frame
    KeyName,
    KeyFilename,
    KeyLine,
    // key of an annotation
    KeyStage,
    // keys of the whole
    KeySegments,
    KeyDeviceTraces,
    KeyAllocatorSettings,
    KeyExternalAnnotations,
    KeyHostSegments,
    KeyHostTraces,
    KeyOverflowed,
    KeyMaxEntries,
    // values
    NotAvailable,
    Start,
    End,
    Large,
    // actions, in the order of Action's numbers
    FirstAction,
    Count = FirstAction + 11,
};

inline constexpr std::uint32_t keyCount = static_cast<std::uint32_t>(Word::NotAvailable);
inline constexpr std::uint32_t wordCount = static_cast<std::uint32_t>(Word::Count);

inline constexpr std::array<std::string_view, wordCount> wordTexts = {"", "action", "addr", "device_free",
    "size", "stream", "time_us", "frames", "forward_frames", "compile_context", "user_metadata", "pool_id",
    "category", "version", "idx", "device", "address", "total_size", "allocated_size", "active_size",
    "requested_size", "segment_type", "segment_pool_id", "is_expandable", "blocks", "state", "history",
    "real_size", "cpp_frames", "name", "filename", "line", "stage", "segments", "device_traces",
    "allocator_settings", "external_annotations", "host_segments", "host_traces", "trace_alloc_overflowed",
    "trace_alloc_max_entries", "N/A", "START", "END", "large", "alloc", "free_requested", "free_completed",
    "segment_alloc", "segment_free", "segment_map", "segment_unmap", "snapshot", "oom", "annotate",
    "user_defined"};

static_assert(keyCount <= 64, "DictFields keeps one bit for each key");

} // namespace tidemark
