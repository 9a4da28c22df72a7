// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// The part of NVML's C interface (nvml.h of the CUDA Toolkit) that is used here. It is declared anew because
// the library is only found while the program runs, on machines that have no header.
namespace tidemark::nvml {

struct DeviceRecord;
using Device = DeviceRecord*; // nvmlDevice_t

using Result = int; // nvmlReturn_t
inline constexpr Result success = 0;
inline constexpr Result insufficientSize = 7;

// NVML_VALUE_NOT_AVAILABLE: the driver does not tell this process's bytes.
inline constexpr unsigned long long notAvailable = ~0ULL;

// nvmlMemory_t, of nvmlDeviceGetMemoryInfo(): `used` includes what the driver keeps for itself.
struct Memory {
    unsigned long long total = 0;
    unsigned long long free = 0;
    unsigned long long used = 0;
};

// nvmlMemory_v2_t, of nvmlDeviceGetMemoryInfo_v2(). Whether `used` includes `reserved` has differed between
// drivers; total less free includes it always.
struct Memory2 {
    unsigned version = 0;
    unsigned long long total = 0;
    unsigned long long reserved = 0; // by driver and firmware
    unsigned long long free = 0;
    unsigned long long used = 0;
};
// NVML_STRUCT_VERSION(Memory, 2).
inline constexpr unsigned memory2Version = static_cast<unsigned>(sizeof(Memory2)) | (2U << 24U);

// nvmlProcessInfo_t as nvmlDeviceGetComputeRunningProcesses_v2() and _v3() fill it in.
struct ProcessInfo {
    unsigned pid = 0; // in the namespace of the driver, which is the host's
    unsigned long long usedGpuMemory = 0; // bytes, the CUDA context included
    unsigned gpuInstanceId = 0;
    unsigned computeInstanceId = 0;
};

static_assert(sizeof(Memory) == 24 && sizeof(Memory2) == 40 && sizeof(ProcessInfo) == 24);

// The functions by their names in the library.
struct Calls {
    Result (*init)() = nullptr; // nvmlInit_v2
    Result (*shutdown)() = nullptr; // nvmlShutdown
    Result (*deviceCount)(unsigned* count) = nullptr; // nvmlDeviceGetCount_v2
    Result (*handleByIndex)(unsigned index, Device* device) = nullptr; // nvmlDeviceGetHandleByIndex_v2
    Result (*handleByUuid)(const char* uuid, Device* device) = nullptr; // nvmlDeviceGetHandleByUUID
    Result (*handleByBusId)(const char* busId, Device* device) = nullptr; // nvmlDeviceGetHandleByPciBusId_v2
    Result (*uuid)(Device device, char* uuid, unsigned length) = nullptr; // nvmlDeviceGetUUID

    // Null where the driver is too old for them.
    Result (*memoryInfo)(Device device, Memory* memory) = nullptr; // nvmlDeviceGetMemoryInfo
    Result (*memoryInfo2)(Device device, Memory2* memory) = nullptr; // nvmlDeviceGetMemoryInfo_v2
    // nvmlDeviceGetComputeRunningProcesses_v3, or _v2, which fills in the same records.
    Result (*computeProcesses)(Device device, unsigned* count, ProcessInfo* processes) = nullptr;
};

} // namespace tidemark::nvml
