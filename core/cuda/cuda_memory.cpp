// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cuda/cuda_memory.h"

#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

CUdeviceptr pointerOf(std::uint64_t address)
{
    return static_cast<CUdeviceptr>(address);
}

CUmemLocation placeOf(int device)
{
    CUmemLocation location = {};
    location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    location.id = device;
    return location;
}

} // namespace

// The device's primary context as the calling thread's own, and no objection to calls that a capture would
// forbid, as long as this lives. cudaSetDevice() would not do: setting the old device again makes a context
// on a device that has none, half a gigabyte of it.
class CudaMemory::Context {
public:
    explicit Context(const CudaMemory& memory)
        : m_calls(memory.m_calls)
    {
        CUcontext current = nullptr;
        if (m_calls.contextGetCurrent(&current) != CUDA_SUCCESS || current != memory.m_place.context)
            m_isPushed =
                memory.isFine(m_calls.contextPushCurrent(memory.m_place.context), "cuCtxPushCurrent");
        m_calls.exchangeCaptureMode(&m_captureMode);
    }
    ~Context()
    {
        m_calls.exchangeCaptureMode(&m_captureMode);
        CUcontext popped = nullptr;
        if (m_isPushed)
            m_calls.contextPopCurrent(&popped);
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

private:
    const CudaCalls& m_calls;
    bool m_isPushed = false;
    cudaStreamCaptureMode m_captureMode = cudaStreamCaptureModeRelaxed;
};

Expected<std::unique_ptr<CudaMemory>> CudaMemory::open(
    int device, std::span<const int> readers, const CudaCalls& calls)
{
    Place place;
    CUresult result = calls.init(0);
    if (result == CUDA_SUCCESS)
        result = calls.deviceGet(&place.device, device);
    if (result == CUDA_SUCCESS)
        result = calls.primaryContextRetain(&place.context, place.device);
    if (result == CUDA_SUCCESS)
        return std::unique_ptr<CudaMemory>(new CudaMemory(device, readers, calls, place));
    return fail(fmt::format(
        "cuda:{} cannot be used: {}.", device, calls.getErrorString(static_cast<cudaError_t>(result))));
}

CudaMemory::CudaMemory(int device, std::span<const int> readers, const CudaCalls& calls, Place place)
    : m_device(device)
    , m_calls(calls)
    , m_place(place)
{
    m_pages.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    m_pages.location = placeOf(device);
    m_access.push_back({m_pages.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE});
    for (const int reader : readers) {
        if (reader != device)
            m_access.push_back({placeOf(reader), CU_MEM_ACCESS_FLAGS_PROT_READWRITE});
    }
}

CudaMemory::~CudaMemory()
{
    {
        const Context context(*this);
        for (cudaEvent_t const event : m_events)
            m_calls.eventDestroy(event);
    }
    m_calls.primaryContextRelease(m_place.device);
}

std::optional<std::uint64_t> CudaMemory::allocate(std::uint64_t size)
{
    const Context context(*this);
    void* memory = nullptr;
    const cudaError_t error = m_calls.malloc(&memory, size);
    if (error == cudaErrorMemoryAllocation) {
        m_calls.getLastError(); // the next that asks must not find it
        return std::nullopt;
    }
    if (!isFine(error, "cudaMalloc"))
        return std::nullopt;
    return reinterpret_cast<std::uintptr_t>(memory);
}

void CudaMemory::release(std::uint64_t address, std::uint64_t)
{
    const Context context(*this);
    isFine(m_calls.free(reinterpret_cast<void*>(address)), "cudaFree");
}

std::optional<std::uint64_t> CudaMemory::reserve(std::uint64_t size, std::uint64_t page)
{
    const Context context(*this);
    std::size_t unit = 0;
    if (!isFine(m_calls.memGetAllocationGranularity(&unit, &m_pages, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
            "cuMemGetAllocationGranularity"))
        return std::nullopt;
    if (unit == 0 || page % unit != 0) {
        const std::lock_guard lock(m_mutex);
        if (m_fault.empty())
            m_fault = fmt::format("Expandable segments of cuda:{} grow by {} with these settings, but this "
                                  "device hands out memory in units of {}: choose large_segment_size_mb so "
                                  "that it is a multiple of that.",
                m_device, formatBytes(static_cast<std::int64_t>(page)),
                formatBytes(static_cast<std::int64_t>(unit)));
        return std::nullopt;
    }
    CUdeviceptr address = 0;
    const CUresult result = m_calls.memAddressReserve(&address, size, 0, 0, 0);
    if (result == CUDA_ERROR_OUT_OF_MEMORY || !isFine(result, "cuMemAddressReserve"))
        return std::nullopt;
    return std::uint64_t(address);
}

void CudaMemory::unreserve(std::uint64_t address, std::uint64_t size)
{
    const Context context(*this);
    isFine(m_calls.memAddressFree(pointerOf(address), size), "cuMemAddressFree");
}

bool CudaMemory::map(std::uint64_t address, std::uint64_t size, std::uint64_t page)
{
    const Context context(*this);
    std::uint64_t done = 0;
    while (done < size && mapPage(address + done, page))
        done += page;
    if (done == size
        && isFine(m_calls.memSetAccess(pointerOf(address), size, m_access.data(), m_access.size()),
            "cuMemSetAccess"))
        return true;
    unmapPages(address, done, page);
    return false;
}

// The mapping keeps the memory alive, and is its only owner from here on: what is unmapped is free.
bool CudaMemory::mapPage(std::uint64_t address, std::uint64_t page)
{
    CUmemGenericAllocationHandle handle = 0;
    const CUresult created = m_calls.memCreate(&handle, page, &m_pages, 0);
    if (created == CUDA_ERROR_OUT_OF_MEMORY || !isFine(created, "cuMemCreate"))
        return false;
    const bool isMapped = isFine(m_calls.memMap(pointerOf(address), page, 0, handle, 0), "cuMemMap");
    isFine(m_calls.memRelease(handle), "cuMemRelease");
    return isMapped;
}

void CudaMemory::unmap(std::uint64_t address, std::uint64_t size, std::uint64_t page)
{
    const Context context(*this);
    unmapPages(address, size, page);
}

void CudaMemory::unmapPages(std::uint64_t address, std::uint64_t size, std::uint64_t page)
{
    for (std::uint64_t done = 0; done < size; done += page)
        isFine(m_calls.memUnmap(pointerOf(address + done), page), "cuMemUnmap");
}

DeviceMemory::Room CudaMemory::room() const
{
    const Context context(*this);
    std::size_t free = 0;
    std::size_t total = 0;
    if (!isFine(m_calls.memGetInfo(&free, &total), "cudaMemGetInfo"))
        return {};
    return {total, free};
}

DeviceMemory::EventId CudaMemory::recordEvent(StreamHandle stream)
{
    const Context context(*this);
    cudaEvent_t const event = takeEvent();
    if (event == nullptr)
        return 0;
    if (!isFine(m_calls.eventRecord(event, reinterpret_cast<cudaStream_t>(stream)), "cudaEventRecord")) {
        putEvent(event);
        return 0;
    }
    return reinterpret_cast<std::uintptr_t>(event);
}

bool CudaMemory::isDone(EventId id)
{
    if (id == 0)
        return true;
    const Context context(*this);
    auto* const event = reinterpret_cast<cudaEvent_t>(id);
    const cudaError_t error = m_calls.eventQuery(event);
    if (error == cudaErrorNotReady) {
        m_calls.getLastError();
        return false;
    }
    isFine(error, "cudaEventQuery");
    putEvent(event);
    return true;
}

void CudaMemory::wait(EventId id)
{
    if (id == 0)
        return;
    const Context context(*this);
    auto* const event = reinterpret_cast<cudaEvent_t>(id);
    isFine(m_calls.eventSynchronize(event), "cudaEventSynchronize");
    putEvent(event);
}

// Making an event can wait for the device, so those that are done are kept: PyTorch's EventPool.
cudaEvent_t CudaMemory::takeEvent()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_events.empty()) {
            cudaEvent_t const event = m_events.back();
            m_events.pop_back();
            return event;
        }
    }
    cudaEvent_t event = nullptr;
    const cudaError_t error = m_calls.eventCreateWithFlags(&event, cudaEventDisableTiming);
    return isFine(error, "cudaEventCreateWithFlags") ? event : nullptr;
}

void CudaMemory::putEvent(cudaEvent_t event)
{
    const std::lock_guard lock(m_mutex);
    m_events.push_back(event);
}

std::string CudaMemory::fault() const
{
    const std::lock_guard lock(m_mutex);
    return m_fault;
}

// The driver's numbers of errors are the runtime's. That the process ends and CUDA with it is no fault: what
// frees memory then comes too late, and it is free anyway.
bool CudaMemory::isFine(CUresult result, const char* call) const
{
    if (result == CUDA_SUCCESS)
        return true;
    if (result == CUDA_ERROR_DEINITIALIZED)
        return false;
    const std::lock_guard lock(m_mutex);
    if (m_fault.empty())
        m_fault = fmt::format("{} failed on cuda:{}: {}.", call, m_device,
            m_calls.getErrorString(static_cast<cudaError_t>(result)));
    return false;
}

bool CudaMemory::isFine(cudaError_t error, const char* call) const
{
    static_assert(int(cudaErrorCudartUnloading) == int(CUDA_ERROR_DEINITIALIZED));
    if (error != cudaSuccess)
        m_calls.getLastError();
    return isFine(static_cast<CUresult>(error), call);
}

} // namespace tidemark
