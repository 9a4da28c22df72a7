// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cuda/fake_cuda.h"

#include <utility>

namespace tidemark::tests {

namespace {

constexpr std::uint64_t granularity = 2 * 1024 * 1024;

FakeCuda* fake = nullptr;

CUcontext ownContext()
{
    return reinterpret_cast<CUcontext>(std::uintptr_t(1));
}

std::uint64_t keyOf(cudaEvent_t event)
{
    return reinterpret_cast<std::uintptr_t>(event);
}

std::uint64_t takeAddresses(std::uint64_t size)
{
    return std::exchange(
        fake->nextAddress, fake->nextAddress + (size + granularity - 1) / granularity * granularity);
}

cudaError_t runtimeError(int error)
{
    if (error != 0)
        fake->lastError = static_cast<cudaError_t>(error);
    return static_cast<cudaError_t>(error);
}

cudaError_t doMalloc(void** memory, std::size_t size)
{
    if (const int error = fake->enter("cudaMalloc"))
        return runtimeError(error);
    if (!fake->hasRoom(size))
        return runtimeError(cudaErrorMemoryAllocation);
    const std::uint64_t address = takeAddresses(size);
    fake->segments.emplace(address, size);
    fake->used += size;
    *memory = reinterpret_cast<void*>(address);
    return cudaSuccess;
}

cudaError_t doFree(void* memory)
{
    if (const int error = fake->enter("cudaFree"))
        return runtimeError(error);
    const auto found = fake->segments.find(reinterpret_cast<std::uintptr_t>(memory));
    if (found == fake->segments.end())
        return runtimeError(cudaErrorInvalidValue);
    fake->used -= found->second;
    fake->segments.erase(found);
    return cudaSuccess;
}

cudaError_t doMemGetInfo(std::size_t* free, std::size_t* total)
{
    if (const int error = fake->enter("cudaMemGetInfo"))
        return runtimeError(error);
    *total = fake->capacity;
    *free = fake->capacity - fake->used;
    return cudaSuccess;
}

cudaError_t doEventCreate(cudaEvent_t* event, unsigned flags)
{
    if (const int error = fake->enter("cudaEventCreateWithFlags"))
        return runtimeError(error);
    if (flags != cudaEventDisableTiming)
        fake->faults.emplace_back("an event that takes the time");
    *event = reinterpret_cast<cudaEvent_t>(std::uintptr_t(++fake->eventsMade));
    fake->events.emplace(keyOf(*event), true);
    return cudaSuccess;
}

cudaError_t doEventRecord(cudaEvent_t event, cudaStream_t)
{
    if (const int error = fake->enter("cudaEventRecord"))
        return runtimeError(error);
    if (!fake->events.at(keyOf(event)))
        fake->faults.emplace_back("an event recorded again before it was done");
    fake->events.at(keyOf(event)) = !fake->isBusy;
    return cudaSuccess;
}

cudaError_t doEventQuery(cudaEvent_t event)
{
    if (const int error = fake->enter("cudaEventQuery"))
        return runtimeError(error);
    return fake->events.at(keyOf(event)) ? cudaSuccess : runtimeError(cudaErrorNotReady);
}

cudaError_t doEventSynchronize(cudaEvent_t event)
{
    if (const int error = fake->enter("cudaEventSynchronize"))
        return runtimeError(error);
    fake->events.at(keyOf(event)) = true;
    return cudaSuccess;
}

cudaError_t doEventDestroy(cudaEvent_t event)
{
    fake->events.erase(keyOf(event));
    return cudaSuccess;
}

cudaError_t doExchangeCaptureMode(cudaStreamCaptureMode* mode)
{
    std::swap(*mode, fake->captureMode);
    return cudaSuccess;
}

cudaError_t doGetLastError()
{
    return std::exchange(fake->lastError, cudaSuccess);
}

const char* doGetErrorString(cudaError_t error)
{
    return error == cudaErrorIllegalAddress ? "an illegal memory access was encountered" : "some error";
}

CUresult doRetain(CUcontext* context, CUdevice)
{
    ++fake->contextsRetained;
    *context = ownContext();
    return CUDA_SUCCESS;
}

CUresult doRelease(CUdevice)
{
    --fake->contextsRetained;
    return CUDA_SUCCESS;
}

CUresult doGetCurrent(CUcontext* context)
{
    *context = fake->contexts.empty() ? nullptr : fake->contexts.back();
    return CUDA_SUCCESS;
}

CUresult doPush(CUcontext context)
{
    fake->contexts.push_back(context);
    return CUDA_SUCCESS;
}

CUresult doPop(CUcontext* context)
{
    *context = fake->contexts.back();
    fake->contexts.pop_back();
    return CUDA_SUCCESS;
}

CUresult doGranularity(std::size_t* size, const CUmemAllocationProp*, CUmemAllocationGranularity_flags)
{
    *size = granularity;
    return static_cast<CUresult>(fake->enter("cuMemGetAllocationGranularity"));
}

CUresult doReserve(CUdeviceptr* address, std::size_t size, std::size_t, CUdeviceptr, unsigned long long)
{
    if (const int error = fake->enter("cuMemAddressReserve"))
        return static_cast<CUresult>(error);
    *address = takeAddresses(size);
    fake->reservations.emplace(*address, size);
    return CUDA_SUCCESS;
}

CUresult doUnreserve(CUdeviceptr address, std::size_t size)
{
    const auto found = fake->reservations.find(address);
    if (found == fake->reservations.end() || found->second != size)
        return CUDA_ERROR_INVALID_VALUE;
    const auto page = fake->pages.lower_bound(address);
    if (page != fake->pages.end() && page->first < address + size)
        fake->faults.emplace_back("addresses given back with memory behind them");
    fake->reservations.erase(found);
    return CUDA_SUCCESS;
}

CUresult doCreate(
    CUmemGenericAllocationHandle* handle, std::size_t size, const CUmemAllocationProp*, unsigned long long)
{
    if (const int error = fake->enter("cuMemCreate"))
        return static_cast<CUresult>(error);
    if (size % granularity != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (!fake->hasRoom(size))
        return CUDA_ERROR_OUT_OF_MEMORY;
    fake->used += size;
    *handle = fake->nextHandle++;
    fake->memories[*handle] = {size, true, false};
    return CUDA_SUCCESS;
}

CUresult doReleaseMemory(CUmemGenericAllocationHandle handle)
{
    fake->memories.at(handle).isHeld = false;
    fake->dropMemory(handle);
    return CUDA_SUCCESS;
}

CUresult doMap(CUdeviceptr address, std::size_t size, std::size_t, CUmemGenericAllocationHandle handle,
    unsigned long long)
{
    if (const int error = fake->enter("cuMemMap"))
        return static_cast<CUresult>(error);
    if (fake->pages.contains(address))
        return CUDA_ERROR_INVALID_VALUE;
    fake->memories.at(handle).isMapped = true;
    fake->pages[address] = {handle, size, {}};
    return CUDA_SUCCESS;
}

CUresult doUnmap(CUdeviceptr address, std::size_t size)
{
    const auto found = fake->pages.find(address);
    if (found == fake->pages.end() || found->second.size != size)
        return CUDA_ERROR_INVALID_VALUE;
    const auto handle = found->second.handle;
    fake->pages.erase(found);
    fake->memories.at(handle).isMapped = false;
    fake->dropMemory(handle);
    return CUDA_SUCCESS;
}

CUresult doSetAccess(CUdeviceptr address, std::size_t size, const CUmemAccessDesc* access, std::size_t count)
{
    if (const int error = fake->enter("cuMemSetAccess"))
        return static_cast<CUresult>(error);
    for (std::uint64_t at = address; at < address + size; at += fake->pages.at(at).size)
        for (std::size_t i = 0; i < count; ++i)
            fake->pages.at(at).readers.push_back(access[i].location.id);
    return CUDA_SUCCESS;
}

} // namespace

FakeCuda::FakeCuda(std::uint64_t size)
    : capacity(size)
{
    fake = this;
}

FakeCuda::~FakeCuda()
{
    fake = nullptr;
}

void FakeCuda::finish()
{
    isBusy = false;
    for (auto& [event, isDone] : events)
        isDone = true;
}

int FakeCuda::enter(const char* call)
{
    if (contexts.empty() || contexts.back() != ownContext())
        faults.push_back(std::string(call) + " in another context");
    if (captureMode != cudaStreamCaptureModeRelaxed)
        faults.push_back(std::string(call) + " would break a capture");
    return std::exchange(nextErrors[call], 0);
}

// Gone when nothing holds it and nothing maps it.
void FakeCuda::dropMemory(CUmemGenericAllocationHandle handle)
{
    const Memory& memory = memories.at(handle);
    if (memory.isHeld || memory.isMapped)
        return;
    used -= memory.size;
    memories.erase(handle);
}

CudaCalls FakeCuda::calls()
{
    CudaCalls calls;
    calls.free = &doFree;
    calls.malloc = &doMalloc;
    calls.memGetInfo = &doMemGetInfo;
    calls.eventCreateWithFlags = &doEventCreate;
    calls.eventRecord = &doEventRecord;
    calls.eventQuery = &doEventQuery;
    calls.eventSynchronize = &doEventSynchronize;
    calls.eventDestroy = &doEventDestroy;
    calls.exchangeCaptureMode = &doExchangeCaptureMode;
    calls.getLastError = &doGetLastError;
    calls.getErrorString = &doGetErrorString;
    calls.init = [](unsigned) { return CUDA_SUCCESS; };
    calls.deviceGet = [](CUdevice* device, int ordinal) {
        *device = ordinal;
        return ordinal < 2 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
    };
    calls.primaryContextRetain = &doRetain;
    calls.primaryContextRelease = &doRelease;
    calls.contextGetCurrent = &doGetCurrent;
    calls.contextPushCurrent = &doPush;
    calls.contextPopCurrent = &doPop;
    calls.memGetAllocationGranularity = &doGranularity;
    calls.memAddressReserve = &doReserve;
    calls.memAddressFree = &doUnreserve;
    calls.memCreate = &doCreate;
    calls.memRelease = &doReleaseMemory;
    calls.memMap = &doMap;
    calls.memUnmap = &doUnmap;
    calls.memSetAccess = &doSetAccess;
    return calls;
}

} // namespace tidemark::tests
