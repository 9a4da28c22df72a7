// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/cuda_calls.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

// The signatures that this was compiled with: those of CUDA 12.
constexpr unsigned driverVersion = 12000;

cudaError_t askForEntryPoint(const char* name, void** function, cudaDriverEntryPointQueryResult* found)
{
#if CUDART_VERSION >= 12050
    return cudaGetDriverEntryPointByVersion(name, function, driverVersion, cudaEnableDefault, found);
#else
    static_assert(CUDART_VERSION >= driverVersion);
    return cudaGetDriverEntryPoint(name, function, cudaEnableDefault, found);
#endif
}

// Looks up one function after the other, and remembers why the first was not found.
class DriverLookup {
public:
    template <class Function>
    void find(const char* name, Function& function)
    {
        void* address = nullptr;
        cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
        const cudaError_t error = askForEntryPoint(name, &address, &found);
        if (error == cudaSuccess && found == cudaDriverEntryPointSuccess) {
            function = reinterpret_cast<Function>(address);
            return;
        }
        if (error != cudaSuccess)
            cudaGetLastError(); // so that nobody else finds it there
        if (m_fault.empty())
            m_fault = fmt::format("CUDA's driver has no {} ({}): Tidemark's own allocator needs a driver for "
                                  "CUDA 12 or newer.",
                name, error == cudaSuccess ? "not of this version" : cudaGetErrorString(error));
    }

    const std::string& fault() const { return m_fault; }

private:
    std::string m_fault;
};

void fillRuntime(CudaCalls& calls)
{
    calls.free = &::cudaFree;
    calls.malloc = &::cudaMalloc;
    calls.memGetInfo = &::cudaMemGetInfo;
    calls.eventCreateWithFlags = &::cudaEventCreateWithFlags;
    calls.eventRecord = &::cudaEventRecord;
    calls.eventQuery = &::cudaEventQuery;
    calls.eventSynchronize = &::cudaEventSynchronize;
    calls.eventDestroy = &::cudaEventDestroy;
    calls.exchangeCaptureMode = &::cudaThreadExchangeStreamCaptureMode;
    calls.getLastError = &::cudaGetLastError;
    calls.getErrorString = &::cudaGetErrorString;
}

} // namespace

Expected<CudaCalls> CudaCalls::find()
{
    CudaCalls calls;
    fillRuntime(calls);
    DriverLookup driver;
    driver.find("cuInit", calls.init);
    driver.find("cuDeviceGet", calls.deviceGet);
    driver.find("cuDevicePrimaryCtxRetain", calls.primaryContextRetain);
    driver.find("cuDevicePrimaryCtxRelease", calls.primaryContextRelease);
    driver.find("cuCtxGetCurrent", calls.contextGetCurrent);
    driver.find("cuCtxPushCurrent", calls.contextPushCurrent);
    driver.find("cuCtxPopCurrent", calls.contextPopCurrent);
    driver.find("cuMemGetAllocationGranularity", calls.memGetAllocationGranularity);
    driver.find("cuMemAddressReserve", calls.memAddressReserve);
    driver.find("cuMemAddressFree", calls.memAddressFree);
    driver.find("cuMemCreate", calls.memCreate);
    driver.find("cuMemRelease", calls.memRelease);
    driver.find("cuMemMap", calls.memMap);
    driver.find("cuMemUnmap", calls.memUnmap);
    driver.find("cuMemSetAccess", calls.memSetAccess);
    if (!driver.fault().empty())
        return fail(driver.fault());
    return calls;
}

} // namespace tidemark
