// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/cuda_tensor_allocator.h"

#include "core/torch/tensor_allocator.h"

#include <algorithm>
#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <utility>

namespace tidemark {

namespace {

namespace pluggable = torch::cuda::CUDAPluggableAllocator;

StreamHandle handleOf(cudaStream_t stream)
{
    return reinterpret_cast<std::uintptr_t>(stream);
}

PoolId poolOf(const c10::cuda::MempoolId_t& pool)
{
    return {pool.first, pool.second};
}

std::uint64_t largestFree(const std::vector<AllocatorSegment>& segments)
{
    std::uint64_t largest = 0;
    for (const AllocatorSegment& segment : segments)
        for (const AllocatorBlock& block : segment.blocks)
            largest = std::max(largest, block.isActive ? 0 : block.size);
    return largest;
}

// A deleter is a plain function: LibTorch itself says which allocator is installed.
void release(void* memory)
{
    c10::cuda::CUDACachingAllocator::get()->raw_delete(memory);
}

} // namespace

CudaTensorAllocator& CudaTensorAllocator::installed(const RunControl& control)
{
    if (auto* const installed = dynamic_cast<CudaTensorAllocator*>(pluggable::getCurrentAllocator().get()))
        return *installed;
    // Never deleted: LibTorch lets go of it while statics that hold tensors are still to come.
    auto* const made = new CudaTensorAllocator(control);
    pluggable::changeCurrentAllocator({made, [](auto*) {}});
    return *made;
}

CudaTensorAllocator::CudaTensorAllocator(const RunControl& control)
    : CUDAPluggableAllocator(
        [this](std::size_t size, int index, cudaStream_t stream) { return provide(size, index, stream); },
        [this](void* memory, std::size_t, int index, cudaStream_t) {
            at(index).heap->free(reinterpret_cast<std::uintptr_t>(memory));
        })
    , m_control(control)
{
    set_reset_fn([this] {
        for (const auto& [index, device] : m_devices)
            device.heap->releaseCached();
    });
    set_memory_fraction_fn(
        [this](double fraction, int index) { at(index).allocator->setMemoryFraction(fraction); });
    forwardPools();
}

// The pools of CUDA graphs.
void CudaTensorAllocator::forwardPools()
{
    using Filter = std::function<bool(cudaStream_t)>;
    set_begin_allocate_to_pool([this](int index, c10::cuda::MempoolId_t pool, Filter filter) {
        at(index).allocator->beginAllocateToPool(
            poolOf(pool), [filter = std::move(filter)](StreamHandle stream) {
                return filter(reinterpret_cast<cudaStream_t>(stream));
            });
    });
    set_end_allocate_to_pool_fn([this](int index, c10::cuda::MempoolId_t pool) {
        at(index).allocator->endAllocateToPool(poolOf(pool));
    });
    set_release_pool(
        [this](int index, c10::cuda::MempoolId_t pool) { at(index).allocator->releasePool(poolOf(pool)); });
}

void CudaTensorAllocator::serve(int index, Device device)
{
    m_devices.insert_or_assign(index, device);
}

CudaTensorAllocator::Device& CudaTensorAllocator::at(int index)
{
    const auto found = m_devices.find(index);
    TORCH_CHECK(found != m_devices.end(), "Something asks for memory of cuda:", index,
        ", which Tidemark's allocator does not serve in this run: name that device with --device too.");
    return found->second;
}

void* CudaTensorAllocator::provide(std::size_t size, int index, cudaStream_t stream)
{
    if (m_control.isStopping())
        throw RunStopped();
    const Device& device = at(index);
    const auto address = device.heap->allocate(size, handleOf(stream));
    if (address)
        return reinterpret_cast<void*>(*address);
    const std::string fault = device.memory->fault();
    TORCH_CHECK(fault.empty(), fault);
    C10_THROW_ERROR(OutOfMemoryError, address.error().message());
}

c10::DeleterFnPtr CudaTensorAllocator::raw_deleter() const
{
    return &release;
}

void CudaTensorAllocator::raw_delete(void* memory)
{
    if (memory != nullptr)
        CUDAPluggableAllocator::raw_delete(memory);
}

void CudaTensorAllocator::recordStream(const c10::DataPtr& data, c10::cuda::CUDAStream stream)
{
    if (data.get() == nullptr || data.get_deleter() != raw_deleter())
        return; // nothing of ours
    TORCH_CHECK(data.device().index() == stream.device_index(), "record_stream(): the tensor is on ",
        data.device(), " and the stream on cuda:", int(stream.device_index()),
        "; Tidemark's allocator follows streams of the tensor's own device only.");
    at(stream.device_index())
        .heap->recordStream(reinterpret_cast<std::uintptr_t>(data.get()), handleOf(stream.stream()));
}

void CudaTensorAllocator::cacheInfo(c10::DeviceIndex index, std::size_t* largest)
{
    const Device& device = at(index);
    *largest = std::max(device.memory->room().free, largestFree(device.heap->segments()));
}

// Memory of cuMemMap can be copied between devices that do not see each other's, but only like this.
cudaError_t CudaTensorAllocator::memcpyAsync(void* to, int toDevice, const void* from, int fromDevice,
    std::size_t size, cudaStream_t stream, bool hasPeerAccess)
{
    if (toDevice == fromDevice || hasPeerAccess)
        return cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, stream);
    return cudaMemcpyPeerAsync(to, toDevice, from, fromDevice, size, stream);
}

} // namespace tidemark
