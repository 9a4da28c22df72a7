// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/stream_gate.h"

#include <c10/cuda/CUDAException.h>

namespace tidemark {

namespace {

constexpr std::chrono::milliseconds patience(40); // no call takes as long unless it waits
constexpr std::chrono::milliseconds glance(2);

} // namespace

StreamGate::StreamGate(std::vector<cudaStream_t> streams)
    : m_streams(std::move(streams))
{
    C10_CUDA_CHECK(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking));
    C10_CUDA_CHECK(cudaEventCreateWithFlags(&m_event, cudaEventDisableTiming));
    m_watcher = std::thread([this] { watch(); });
}

StreamGate::~StreamGate()
{
    open();
    m_isEnding = true;
    m_watcher.join();
    cudaEventDestroy(m_event);
    cudaStreamDestroy(m_stream);
}

std::int64_t StreamGate::now()
{
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

void CUDART_CB StreamGate::waitAtGate(void* gate)
{
    auto* const self = static_cast<StreamGate*>(gate);
    std::unique_lock lock(self->m_mutex);
    self->m_changed.wait(lock, [self] { return self->m_isOpen; });
}

void StreamGate::close()
{
    if (m_isClosed)
        return;
    settle();
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = false;
    }
    m_isClosed = true;
    C10_CUDA_CHECK(cudaLaunchHostFunc(m_stream, &StreamGate::waitAtGate, this));
    C10_CUDA_CHECK(cudaEventRecord(m_event, m_stream));
    for (cudaStream_t const stream : m_streams)
        C10_CUDA_CHECK(cudaStreamWaitEvent(stream, m_event, 0));
}

void StreamGate::open()
{
    letThrough();
    m_isClosed = false;
    C10_CUDA_CHECK(cudaDeviceSynchronize());
}

void StreamGate::settle()
{
    if (!m_isClosed)
        C10_CUDA_CHECK(cudaDeviceSynchronize());
}

void StreamGate::letThrough()
{
    const std::lock_guard lock(m_mutex);
    m_isOpen = true;
    m_changed.notify_all();
}

void StreamGate::endCall()
{
    m_callSince = 0;
    if (!m_wasForced.exchange(false))
        return;
    ++m_forced;
    open();
}

void StreamGate::watch()
{
    while (!m_isEnding) {
        std::this_thread::sleep_for(glance);
        const std::int64_t since = m_callSince;
        const bool isStuck = since != 0 && std::chrono::nanoseconds(now() - since) > patience;
        if (!isStuck)
            continue;
        {
            const std::lock_guard lock(m_mutex);
            if (m_isOpen)
                continue; // it is slow for another reason
        }
        m_wasForced = true;
        letThrough();
    }
}

} // namespace tidemark
