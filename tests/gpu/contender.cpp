// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/contender.h"

#include "core/allocator/caching_allocator.h"
#include "core/cuda/cuda_memory.h"
#include "core/torch/cuda/native_event.h"
#include "core/torch/cuda/native_stats.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <unordered_map>

namespace tidemark {

namespace {

namespace native = c10::cuda::CUDACachingAllocator;

class Native final : public Contender {
public:
    Native(double share, AllocatorEventSink& sink)
    {
        native::setMemoryFraction(share, 0);
        native::get()->attachAllocatorTraceTracker(
            [&sink](const native::TraceEntry& entry) { sink.onEvent(nativeEvent(entry)); });
    }

    bool allocate(std::uint64_t id, std::uint64_t size, c10::cuda::CUDAStream stream) override
    {
        const c10::cuda::CUDAStreamGuard guard(stream);
        try {
            m_live.emplace(id, native::get()->allocate(size));
            return true;
        } catch (const c10::OutOfMemoryError&) {
            return false;
        }
    }

    void* address(std::uint64_t id) const override { return m_live.at(id).get(); }
    void recordStream(std::uint64_t id, c10::cuda::CUDAStream stream) override
    {
        native::recordStream(m_live.at(id), stream);
    }
    void free(std::uint64_t id) override { m_live.erase(id); }
    void emptyCache() override { native::emptyCache(); }
    std::uint64_t reserved() const override
    {
        return static_cast<std::uint64_t>(nativeStats(0).of(StatKind::ReservedBytes).current);
    }

private:
    std::unordered_map<std::uint64_t, c10::DataPtr> m_live;
};

class Own final : public Contender {
public:
    Own(double share, const AllocatorSettings& settings, AllocatorEventSink& sink)
        : m_memory(CudaMemory::open(0, {}, CudaCalls::find().value()).value())
        , m_allocator(*m_memory, settings, &sink)
    {
        m_allocator.setMemoryFraction(share);
    }

    bool allocate(std::uint64_t id, std::uint64_t size, c10::cuda::CUDAStream stream) override
    {
        const auto address = m_allocator.allocate(size, handleOf(stream));
        if (address)
            m_live.emplace(id, *address);
        return address.has_value();
    }

    void* address(std::uint64_t id) const override { return reinterpret_cast<void*>(m_live.at(id)); }
    void recordStream(std::uint64_t id, c10::cuda::CUDAStream stream) override
    {
        m_allocator.recordStream(m_live.at(id), handleOf(stream));
    }
    void free(std::uint64_t id) override
    {
        m_allocator.free(m_live.at(id));
        m_live.erase(id);
    }
    void emptyCache() override { m_allocator.emptyCache(); }
    std::uint64_t reserved() const override
    {
        return static_cast<std::uint64_t>(m_allocator.stats().of(StatKind::ReservedBytes).current);
    }
    std::string fault() const override { return m_memory->fault(); }

private:
    static StreamHandle handleOf(c10::cuda::CUDAStream stream)
    {
        return reinterpret_cast<std::uintptr_t>(stream.stream());
    }

    std::unique_ptr<CudaMemory> m_memory;
    CachingAllocator m_allocator;
    std::unordered_map<std::uint64_t, std::uint64_t> m_live;
};

} // namespace

std::unique_ptr<Contender> makeNative(double share, AllocatorEventSink& sink)
{
    return std::make_unique<Native>(share, sink);
}

std::unique_ptr<Contender> makeOwn(double share, const AllocatorSettings& settings, AllocatorEventSink& sink)
{
    return std::make_unique<Own>(share, settings, sink);
}

} // namespace tidemark
