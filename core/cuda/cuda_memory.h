// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/device_memory.h"
#include "core/base/error.h"
#include "core/cuda/cuda_calls.h"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

// The memory of one CUDA device: segments from cudaMalloc, expandable segments from cuMemCreate and cuMemMap,
// streams by events. Its calls leave the calling thread's device as it is, and may be made while a stream is
// captured. All members may be called from any thread.
//
// Out of memory is an answer. Anything else that CUDA reports is a fault: the call answers like one that
// found no memory, or nothing to wait for, and the first fault is kept.
class CudaMemory final : public DeviceMemory {
public:
    // `device` as CUDA counts them. `readers` are other devices that may read and write what map() makes;
    // for memory of allocate() that is cudaDeviceEnablePeerAccess()'s work. Takes the device's primary
    // context, which is made if there is none.
    static Expected<std::unique_ptr<CudaMemory>> open(
        int device, std::span<const int> readers, const CudaCalls& calls);
    // What is still allocated or mapped stays.
    ~CudaMemory() override;
    CudaMemory(const CudaMemory&) = delete;
    CudaMemory& operator=(const CudaMemory&) = delete;

    std::optional<std::uint64_t> allocate(std::uint64_t size) override;
    void release(std::uint64_t address, std::uint64_t size) override;

    // `page` must be a multiple of the device's own (2 MiB on all so far).
    std::optional<std::uint64_t> reserve(std::uint64_t size, std::uint64_t page) override;
    void unreserve(std::uint64_t address, std::uint64_t size) override;
    bool map(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;
    void unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page) override;

    Room room() const override;

    // The stream must be of this device.
    EventId recordEvent(StreamHandle stream) override;
    bool isDone(EventId event) override;
    void wait(EventId event) override;

    // The first fault as a sentence; empty while there was none.
    std::string fault() const;

private:
    class Context;

    struct Place {
        CUdevice device = 0; // as the driver names it
        CUcontext context = nullptr;
    };

    CudaMemory(int device, std::span<const int> readers, const CudaCalls& calls, Place place);

    bool mapPage(std::uint64_t address, std::uint64_t page);
    void unmapPages(std::uint64_t address, std::uint64_t size, std::uint64_t page);
    cudaEvent_t takeEvent();
    void putEvent(cudaEvent_t event);
    bool isFine(cudaError_t error, const char* call) const;
    bool isFine(CUresult result, const char* call) const;

    const int m_device;
    const CudaCalls m_calls;
    const Place m_place;
    CUmemAllocationProp m_pages = {}; // what map() asks for
    std::vector<CUmemAccessDesc> m_access; // and who may use it
    mutable std::mutex m_mutex; // of what follows
    std::vector<cudaEvent_t> m_events; // to be used again
    mutable std::string m_fault;
};

} // namespace tidemark
