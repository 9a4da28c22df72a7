// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/trace/recording_builder.h"

#include <string>
#include <vector>

namespace tidemark::tests {

// A program that runs in scopes under the allocator itself, over simulated memory, and is recorded.
class ScopedRun : private AllocatorEventSink {
public:
    explicit ScopedRun(const char* conf = "");

    void enter(std::string_view name, FrameKind kind = FrameKind::Scope);
    void leave();
    // The program goes on in another thread; each is in scopes of its own.
    void switchTo(const char* thread);
    void begin(AnnotationKind kind, std::string_view name);
    void end();

    std::uint64_t allocate(std::uint64_t size, StreamHandle stream = 0);
    void free(std::uint64_t address) { m_allocator.free(address); }
    void emptyCache() { m_allocator.emptyCache(); }

    CachingAllocator& allocator() { return m_allocator; }
    Recording recording() const { return m_builder.snapshot(); }

private:
    struct Thread {
        std::string name;
        std::vector<StackIndex> stacks = {StackIndex()};
    };

    void onEvent(const AllocatorEvent& event) noexcept override;
    Device& device() { return m_builder.recording().devices.front(); }

    RecordingBuilder m_builder;
    SimulatedMemory m_memory{std::uint64_t(1) << 40};
    CachingAllocator m_allocator;
    std::vector<Thread> m_threads = {Thread{"main"}};
    std::size_t m_thread = 0;
    std::vector<std::size_t> m_open; // annotations, in the recording
    std::int64_t m_timeUs = 1'700'000'000'000'000;
};

} // namespace tidemark::tests
