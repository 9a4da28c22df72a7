// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/random_program.h"

#include "core/base/bytes.h"

#include <QString>
#include <QtGlobal>

namespace tidemark::tests {

unsigned randomSeed()
{
    return qEnvironmentVariableIsSet("TIDEMARK_SEED") ? qEnvironmentVariable("TIDEMARK_SEED").toUInt()
                                                      : 20250611;
}

RandomProgram::RandomProgram(CachingAllocator& allocator, Options options)
    : m_allocator(allocator)
    , m_options(std::move(options))
    , m_random(m_options.seed)
{
    if (m_options.settings.empty())
        m_options.settings.emplace_back();
    for (int i = 0; m_options.usesPools && i < 3; ++i)
        m_pools.push_back(m_allocator.createPool());
}

void RandomProgram::step()
{
    const unsigned choice = pick(1000);
    if (choice < 2) {
        m_allocator.emptyCache();
    } else if (choice < 4) {
        m_allocator.setMemoryLimit(pick(2) ? m_options.limit : m_options.limit / 2);
    } else if (choice < 8) {
        m_settings = pick(m_options.settings.size());
        m_allocator.setSettings(settings());
    } else if (choice < 30 && m_options.streams) {
        m_options.streams->finish(pick(streamCount));
    } else if (choice < 40 && !m_freed.empty()) {
        m_allocator.completeFree(m_freed[pick(m_freed.size())]);
    } else if (choice < 80 && !m_live.empty()) {
        m_allocator.recordStream(m_live[pick(m_live.size())], pick(streamCount));
    } else if (choice < 120 && m_options.usesPools) {
        poolStep();
    } else if (choice < (m_isGrowing ? 470u : 720u) && !m_live.empty()) {
        freeOne();
    } else {
        allocateOne();
    }
    if (pick(400) == 0)
        m_isGrowing = !m_isGrowing;
}

void RandomProgram::poolStep()
{
    switch (pick(10)) {
    case 0:
    case 1:
        return begin();
    case 2:
    case 3:
        return end();
    case 4:
        return replacePool();
    case 5:
        m_allocator.emptyCache(pool());
        return;
    case 6:
        m_allocator.setUseOnOom(pool(), m_options.borrowsOnOom && pick(2));
        return;
    case 7:
        if (pick(20) == 0) {
            const PoolId chosen = pool();
            m_allocator.setNoSplit(chosen);
            m_neverSplit.insert(chosen.second);
        }
        return;
    default: {
        const auto during = pick(3) ? CachingAllocator::During::Nothing : CachingAllocator::During::Capture;
        const PoolId chosen = pool();
        const std::uint64_t bytes = size();
        keep(m_allocator.allocateFrom(chosen, bytes, pick(streamCount), during));
    }
    }
}

void RandomProgram::begin()
{
    if (m_begun.size() >= 2)
        return;
    const PoolId chosen = pool();
    const unsigned streams = pick(8); // a bit for each
    m_allocator.beginAllocateToPool(
        chosen, [streams](StreamHandle stream) { return (streams >> stream & 1u) != 0; });
    m_begun.push_back(chosen);
}

void RandomProgram::end()
{
    if (m_begun.empty())
        return;
    const std::size_t i = pick(m_begun.size());
    m_allocator.endAllocateToPool(m_begun[i]);
    m_allocator.releasePool(m_begun[i]);
    m_begun.erase(m_begun.begin() + static_cast<std::ptrdiff_t>(i));
}

void RandomProgram::replacePool()
{
    PoolId& chosen = m_pools[pick(m_pools.size())];
    const PoolId old = chosen;
    m_allocator.releasePool(old);
    if (pick(2))
        m_allocator.emptyCache(old);
    chosen = m_allocator.createPool();
}

std::uint64_t RandomProgram::size()
{
    constexpr auto mib = static_cast<unsigned>(mebibyte);
    switch (pick(8)) {
    case 0:
    case 1:
        return 1 + pick(4096);
    case 2:
    case 3:
        return 1 + pick(mib);
    case 4:
        return (1 + pick(4)) * 256 * 1024;
    case 5:
        return mib + 1 + pick(9 * mib);
    case 6:
        return 9 * mib + pick(3 * mib);
    default:
        return 1 + pick(64 * mib);
    }
}

void RandomProgram::allocateOne()
{
    const std::uint64_t bytes = size();
    keep(m_allocator.allocate(bytes, pick(8) ? 0 : pick(streamCount)));
}

void RandomProgram::keep(const tl::expected<std::uint64_t, OutOfMemory>& address)
{
    if (address)
        m_live.push_back(*address);
}

void RandomProgram::freeOne()
{
    const std::size_t i = pick(m_live.size());
    const std::uint64_t address = m_live[i];
    m_allocator.free(address);
    m_live[i] = m_live.back();
    m_live.pop_back();
    if (m_freed.size() == 8)
        m_freed.erase(m_freed.begin());
    m_freed.push_back(address);
}

} // namespace tidemark::tests
