// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/cuda_calls.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tidemark::tests {

// A CUDA device that only counts, as the functions of CudaCalls. One at a time: they are plain functions.
class FakeCuda {
public:
    explicit FakeCuda(std::uint64_t capacity);
    ~FakeCuda();
    FakeCuda(const FakeCuda&) = delete;
    FakeCuda& operator=(const FakeCuda&) = delete;

    static CudaCalls calls();

    // What is taken of the device.
    std::uint64_t used = 0;
    std::map<std::uint64_t, std::uint64_t> segments; // address -> size
    std::map<std::uint64_t, std::uint64_t> reservations;
    struct Page {
        CUmemGenericAllocationHandle handle = 0;
        std::uint64_t size = 0;
        std::vector<int> readers; // devices
    };
    std::map<std::uint64_t, Page> pages; // mapped, by address
    struct Memory {
        std::uint64_t size = 0;
        bool isHeld = true; // until cuMemRelease
        bool isMapped = false;
    };
    std::map<CUmemGenericAllocationHandle, Memory> memories;
    int contextsRetained = 0;

    // What the calling thread is in.
    std::vector<CUcontext> contexts;
    cudaStreamCaptureMode captureMode = cudaStreamCaptureModeGlobal;
    cudaError_t lastError = cudaSuccess;

    // Events by handle: whether they are done.
    std::map<std::uint64_t, bool> events;
    std::uint64_t eventsMade = 0;
    bool isBusy = false; // what is recorded now is not done until finish()
    void finish();

    // The next call of this name ends with this error, instead of doing anything.
    std::map<std::string, int> nextErrors;
    // Calls made outside of the device's context, or in an order that CUDA forbids.
    std::vector<std::string> faults;

    std::uint64_t capacity = 0;
    std::uint64_t nextAddress = 0x700000000000;
    std::uint64_t nextHandle = 1;

    int enter(const char* call); // the error that was ordered, or none; checks the context
    bool hasRoom(std::uint64_t size) const { return size <= capacity - used; }
    void dropMemory(CUmemGenericAllocationHandle handle);
};

inline CUcontext otherContext()
{
    return reinterpret_cast<CUcontext>(std::uintptr_t(2));
}

} // namespace tidemark::tests
