// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/cuda_memory.h"
#include "core/record/recorded_heap.h"
#include "core/record/run_control.h"

#include <map>
#include <memory>
#include <torch/csrc/cuda/CUDAPluggableAllocator.h>

namespace tidemark {

// LibTorch's CUDA allocator, served from heaps of ours: one for each device. Memory that it cannot get
// becomes c10::OutOfMemoryError, what CUDA reports otherwise c10::Error. Statistics, snapshots, history and
// checkpoints of this allocator cannot be asked for through LibTorch: PyTorch's base class refuses.
class CudaTensorAllocator final : public torch::cuda::CUDAPluggableAllocator::CUDAPluggableAllocator {
public:
    // What serves one device. All must live until the process ends: LibTorch may keep tensors in statics.
    struct Device {
        CudaMemory* memory = nullptr;
        CachingAllocator* allocator = nullptr;
        RecordedHeap* heap = nullptr;
    };

    // LibTorch's allocator from the first call on, which must come before anything of LibTorch touches CUDA.
    // `control` as for the devices.
    static CudaTensorAllocator& installed(const RunControl& control);

    // From now on tensors of this device come from `device`.
    void serve(int index, Device device);

    c10::DeleterFnPtr raw_deleter() const override;
    void raw_delete(void* memory) override;
    void recordStream(const c10::DataPtr& data, c10::cuda::CUDAStream stream) override;
    // The largest size that can be had without giving memory back.
    void cacheInfo(c10::DeviceIndex index, std::size_t* largest) override;
    cudaError_t memcpyAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t size,
        cudaStream_t stream, bool hasPeerAccess) override;
    std::string name() override { return "tidemark"; }

private:
    explicit CudaTensorAllocator(const RunControl& control);

    void forwardPools();
    void* provide(std::size_t size, int index, cudaStream_t stream);
    Device& at(int index);

    const RunControl& m_control;
    std::map<int, Device> m_devices;
};

} // namespace tidemark
