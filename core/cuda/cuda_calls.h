// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace tidemark {

// The functions of CUDA that CudaMemory calls, as pointers: those of the driver are only found while the
// program runs, so that nothing links against libcuda, which build machines do not have. Tests put in their
// own.
struct CudaCalls {
    // Runtime.
    decltype(&::cudaFree) free = nullptr;
    cudaError_t (*malloc)(void** memory, std::size_t size) = nullptr;
    decltype(&::cudaMemGetInfo) memGetInfo = nullptr;
    cudaError_t (*eventCreateWithFlags)(cudaEvent_t* event, unsigned flags) = nullptr;
    cudaError_t (*eventRecord)(cudaEvent_t event, cudaStream_t stream) = nullptr;
    decltype(&::cudaEventQuery) eventQuery = nullptr;
    decltype(&::cudaEventSynchronize) eventSynchronize = nullptr;
    decltype(&::cudaEventDestroy) eventDestroy = nullptr;
    decltype(&::cudaThreadExchangeStreamCaptureMode) exchangeCaptureMode = nullptr;
    decltype(&::cudaGetLastError) getLastError = nullptr;
    decltype(&::cudaGetErrorString) getErrorString = nullptr;

    // Driver.
    decltype(&::cuInit) init = nullptr;
    decltype(&::cuDeviceGet) deviceGet = nullptr;
    decltype(&::cuDevicePrimaryCtxRetain) primaryContextRetain = nullptr;
    decltype(&::cuDevicePrimaryCtxRelease) primaryContextRelease = nullptr;
    decltype(&::cuCtxGetCurrent) contextGetCurrent = nullptr;
    decltype(&::cuCtxPushCurrent) contextPushCurrent = nullptr;
    decltype(&::cuCtxPopCurrent) contextPopCurrent = nullptr;
    decltype(&::cuMemGetAllocationGranularity) memGetAllocationGranularity = nullptr;
    decltype(&::cuMemAddressReserve) memAddressReserve = nullptr;
    decltype(&::cuMemAddressFree) memAddressFree = nullptr;
    decltype(&::cuMemCreate) memCreate = nullptr;
    decltype(&::cuMemRelease) memRelease = nullptr;
    decltype(&::cuMemMap) memMap = nullptr;
    decltype(&::cuMemUnmap) memUnmap = nullptr;
    decltype(&::cuMemSetAccess) memSetAccess = nullptr;

    // CUDA's own. The error says what the installed driver does not have.
    static Expected<CudaCalls> find();
};

} // namespace tidemark
