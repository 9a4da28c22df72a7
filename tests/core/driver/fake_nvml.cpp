// SPDX-License-Identifier: GPL-3.0-or-later
// A library with NVML's names that answers what a test chose. Built three times: whole, FAKE_OLD without what
// came with newer drivers, and FAKE_BARE without what every driver has.
#include "fake_nvml.h"

#include <cstring>

using tidemark::tests::FakeNvml;

namespace {

constexpr int success = 0;
constexpr int invalidArgument = 2;
constexpr int notFound = 6;
constexpr int insufficientSize = 7;
constexpr int versionMismatch = 25;

using Handle = FakeNvml::Device*;

struct Memory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

struct Memory2 {
    unsigned version;
    unsigned long long total;
    unsigned long long reserved;
    unsigned long long free;
    unsigned long long used;
};

struct ProcessInfo {
    unsigned pid;
    unsigned long long usedGpuMemory;
    unsigned gpuInstanceId;
    unsigned computeInstanceId;
};

template <class Matches>
int find(Handle* device, Matches matches);

} // namespace

extern "C" {

FakeNvml* fakeNvml()
{
    static FakeNvml fake;
    return &fake;
}

int nvmlInit_v2()
{
    ++fakeNvml()->inits;
    return fakeNvml()->initResult;
}

int nvmlShutdown()
{
    ++fakeNvml()->shutdowns;
    return success;
}

int nvmlDeviceGetCount_v2(unsigned* count)
{
    *count = static_cast<unsigned>(fakeNvml()->devices.size());
    return success;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, Handle* device)
{
    if (index >= fakeNvml()->devices.size() || fakeNvml()->devices[index].isForbidden)
        return invalidArgument;
    *device = &fakeNvml()->devices[index];
    return success;
}

int nvmlDeviceGetHandleByUUID(const char* uuid, Handle* device)
{
    return find(device, [&](const FakeNvml::Device& candidate) { return candidate.uuid == uuid; });
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* busId, Handle* device)
{
    return find(device, [&](const FakeNvml::Device& candidate) { return candidate.busId == busId; });
}

#ifndef FAKE_BARE
int nvmlDeviceGetUUID(Handle device, char* uuid, unsigned length)
{
    if (device->uuid.size() >= length)
        return insufficientSize;
    std::memcpy(uuid, device->uuid.c_str(), device->uuid.size() + 1);
    return success;
}
#endif

int nvmlDeviceGetMemoryInfo(Handle device, Memory* memory)
{
    if (device->memoryResult == success)
        *memory = {device->total, device->free, device->total - device->free};
    return device->memoryResult;
}

#ifndef FAKE_OLD
int nvmlDeviceGetMemoryInfo_v2(Handle device, Memory2* memory)
{
    if (memory->version != (sizeof(Memory2) | 2U << 24U))
        return versionMismatch;
    if (device->memoryResult != success || device->memory2Result != success)
        return device->memoryResult != success ? device->memoryResult : device->memory2Result;
    *memory = {memory->version, device->total, device->reserved, device->free,
        device->total - device->free - device->reserved};
    return success;
}
#endif

#ifdef FAKE_OLD
int nvmlDeviceGetComputeRunningProcesses_v2(Handle device, unsigned* count, ProcessInfo* processes)
#else
int nvmlDeviceGetComputeRunningProcesses_v3(Handle device, unsigned* count, ProcessInfo* processes)
#endif
{
    ++fakeNvml()->processQuestions;
    const std::size_t room = *count;
    *count = static_cast<unsigned>(device->processes.size());
    if (device->processes.size() > room) {
        for (unsigned i = 0; i < device->newcomers; ++i)
            device->processes.push_back({1000 + i, 1});
        return insufficientSize;
    }
    for (std::size_t i = 0; i < device->processes.size(); ++i)
        processes[i] = {device->processes[i].pid, device->processes[i].bytes, ~0U, ~0U};
    return device->processResult;
}

} // extern "C"

namespace {

template <class Matches>
int find(Handle* device, Matches matches)
{
    for (FakeNvml::Device& candidate : fakeNvml()->devices) {
        if (!matches(candidate))
            continue;
        *device = &candidate;
        return success;
    }
    return notFound;
}

} // namespace
