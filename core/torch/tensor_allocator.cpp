// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/tensor_allocator.h"

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

#include <cstdint>

namespace tidemark {

namespace {

constexpr std::uint8_t highestPriority = 255; // no other allocator replaces this one
constexpr StreamHandle cpuStream = 0;

} // namespace

TensorAllocator::TensorAllocator(RecordedHeap& heap, const RunControl& control)
    : m_heap(heap)
    , m_control(control)
{ }

void TensorAllocator::install()
{
    c10::SetCPUAllocator(this, highestPriority);
}

c10::DataPtr TensorAllocator::provide(std::size_t bytes) const
{
    if (m_control.isStopping())
        throw RunStopped();
    const auto address = m_heap.allocate(bytes, cpuStream);
    if (!address)
        C10_THROW_ERROR(OutOfMemoryError, address.error().message());
    void* data = reinterpret_cast<void*>(*address);
    return {data, data, &TensorAllocator::release, c10::Device(c10::DeviceType::CPU)};
}

c10::DeleterFnPtr TensorAllocator::raw_deleter() const
{
    return &TensorAllocator::release;
}

// A deleter is a plain function: LibTorch itself says which allocator is installed.
void TensorAllocator::release(void* address)
{
    const auto* self = static_cast<TensorAllocator*>(c10::GetCPUAllocator());
    self->m_heap.free(reinterpret_cast<std::uintptr_t>(address));
}

} // namespace tidemark
