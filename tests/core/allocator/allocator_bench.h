// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "tests/core/allocator/event_log.h"

#include <initializer_list>

namespace tidemark::tests {

inline constexpr std::uint64_t mib = mebibyte;
inline constexpr StreamHandle otherStream = 7;

// An allocator on a simulated device, with what a test asks of it.
struct Bench {
    explicit Bench(
        const char* conf = "", std::uint64_t capacity = 64 * gibibyte, const char* release = "2.11")
        : memory(capacity, SimulatedMemory::Streams::ByHand)
        , settings(*AllocatorSettings::parse(conf))
        , allocator(memory, settings, &log, *PolicyVersion::parse(release))
    { }

    // As torch.cuda.memory._set_allocator_settings().
    void set(const char* conf)
    {
        settings = *AllocatorSettings::parse(conf, settings);
        allocator.setSettings(settings);
    }

    std::uint64_t take(std::uint64_t size, StreamHandle stream = 0)
    {
        const auto address = allocator.allocate(size, stream);
        if (!address)
            qFatal("out of memory: %s", address.error().message().c_str());
        return *address;
    }
    std::vector<std::uint64_t> take(std::initializer_list<std::uint64_t> sizes)
    {
        std::vector<std::uint64_t> addresses;
        for (const std::uint64_t size : sizes)
            addresses.push_back(take(size));
        return addresses;
    }
    void free(const std::vector<std::uint64_t>& addresses)
    {
        for (const std::uint64_t address : addresses)
            allocator.free(address);
    }

    std::int64_t now(StatKind kind) const { return allocator.stats().of(kind).current; }
    std::uint64_t bytes(StatKind kind) const { return static_cast<std::uint64_t>(now(kind)); }
    std::uint64_t reserved() const { return bytes(StatKind::ReservedBytes); }
    std::uint64_t allocated() const { return bytes(StatKind::AllocatedBytes); }
    std::uint64_t active() const { return bytes(StatKind::ActiveBytes); }
    QStringList story() { return tests::story(log.take()); }

    SimulatedMemory memory;
    EventLog log;
    AllocatorSettings settings;
    CachingAllocator allocator;
};

inline QString line(const char* action, std::uint64_t size)
{
    return QStringLiteral("%1 %2").arg(QLatin1String(action)).arg(size);
}

} // namespace tidemark::tests
