// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/program_run.h"

#include <utility>

namespace tidemark {

namespace {

// Room for any program: addresses cost nothing.
constexpr std::uint64_t amplyOf(std::uint64_t capacity)
{
    return capacity > 0 ? capacity : std::uint64_t(1) << 44;
}

// A free that comes back late waits for a stream; which one is not told.
constexpr StreamHandle lateStream = StreamHandle(1) << 63;

} // namespace

ProgramRun::ProgramRun(const Device& device, const Program& program, const RunSettings& settings)
    : m_device(device)
    , m_program(program)
    , m_memory(amplyOf(settings.capacity))
    , m_allocator(m_memory, settings.version.heard(settings.settings), this, settings.version)
    , m_addresses(program.allocationCount)
{
    if (settings.limit > 0)
        m_allocator.setMemoryLimit(settings.limit);
}

void ProgramRun::useRecordedAddresses(const Step& step)
{
    m_memory.beginCall();
    const EventColumns& events = m_device.events;
    for (std::uint64_t i = step.firstEvent; i < step.endEvent(); ++i) {
        const Action action = events.action()[i];
        if (action == Action::SegmentAlloc)
            m_memory.expectSegment(events.address()[i], events.sizes()[i]);
        else if (action == Action::SegmentMap)
            m_memory.expectMap(events.address()[i], events.sizes()[i]);
    }
}

void ProgramRun::reach(std::uint64_t end)
{
    const auto& late = m_program.lateFrees;
    for (; m_nextLate < late.size() && late[m_nextLate].event < end; ++m_nextLate) {
        const std::uint32_t allocation = late[m_nextLate].allocation;
        const std::uint64_t address = std::exchange(m_addresses[allocation], 0);
        const auto waiting = m_waiting.find(address);
        if (waiting != m_waiting.end() && waiting->second == allocation)
            m_allocator.completeFree(address);
    }
}

void ProgramRun::make(const Step& step)
{
    switch (step.kind) {
    case StepKind::Alloc:
    case StepKind::Oom:
        return allocate(step);
    case StepKind::Free:
        return free(step);
    case StepKind::EmptyCache:
        return emptyCache();
    case StepKind::Complete:
    case StepKind::Release:
        return;
    }
}

void ProgramRun::allocate(const Step& step)
{
    m_failure.reset();
    // A pool is filled while it has begun, see CachingAllocator::beginAllocateToPool.
    using During = CachingAllocator::During;
    const StreamHandle stream = m_device.streams[step.stream];
    const auto address = step.pool == 0
        ? m_allocator.allocate(step.size, stream)
        : m_allocator.allocateFrom(m_device.pools[step.pool], step.size, stream, During::Capture);
    if (!address)
        m_failure = address.error();
    else if (step.kind == StepKind::Alloc)
        m_addresses[step.allocation] = *address;
    else
        m_allocator.free(*address); // how long it would have lived nobody knows
}

void ProgramRun::free(const Step& step)
{
    std::uint64_t& address = m_addresses[step.allocation];
    if (step.isLate && address != 0) {
        m_waiting.insert_or_assign(address, step.allocation);
        m_allocator.recordStream(address, lateStream);
        m_allocator.free(address);
        return;
    }
    m_allocator.free(address);
    address = 0;
}

void ProgramRun::onEvent(const AllocatorEvent& event) noexcept
{
    m_emitted.push_back(event);
    if (event.action == Action::FreeCompleted && !m_waiting.empty())
        m_waiting.erase(event.address);
}

} // namespace tidemark
