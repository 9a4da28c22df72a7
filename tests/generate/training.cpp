// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/training.h"

namespace tidemark::tests {

namespace {
constexpr unsigned layers = 12;
constexpr std::uint64_t width = 768;
constexpr std::uint64_t halfFloat = 2;
constexpr unsigned operations = 10; // of a layer that keep their result
constexpr std::uint64_t parameters = 4 * width * width; // of one matrix of a layer
constexpr unsigned stepsBetweenEmptying = 250;
} // namespace

Training::Training(CachingAllocator& allocator, std::uint64_t seed)
    : m_allocator(allocator)
    , m_chance(seed)
{
    for (unsigned layer = 0; layer < layers; ++layer) {
        m_place = {layer, 0, false};
        for (const std::uint64_t size : {parameters, parameters, 3 * width * width, width, width})
            allocate(size * halfFloat); // stays to the end
    }
}

std::uint64_t Training::allocate(std::uint64_t size)
{
    return m_allocator.allocate(size, 0).value_or(0);
}

void Training::workspace(std::uint64_t size)
{
    m_allocator.free(allocate(size));
}

void Training::forward(unsigned layer, std::uint64_t tokens)
{
    for (unsigned operation = 0; operation < operations; ++operation) {
        m_place = {layer, operation, false};
        const std::uint64_t size = tokens * width * halfFloat * (operation % 5 == 3 ? 4 : 1);
        if (operation % 2 == 0)
            workspace(size / 2 + m_chance() % 4096);
        m_activations.push_back(allocate(size));
        if (operation % 3 == 0)
            workspace(32 + m_chance() % 100'000);
    }
}

void Training::backward(unsigned layer, std::uint64_t tokens)
{
    for (unsigned operation = operations; operation-- > 0;) {
        m_place = {layer, operation, true};
        const std::uint64_t gradient = allocate(tokens * width * halfFloat);
        if (operation % 2 == 1)
            m_gradients.push_back(allocate(parameters * halfFloat));
        workspace(512 + m_chance() % 2'000'000);
        m_allocator.free(m_activations.back());
        m_activations.pop_back();
        m_allocator.free(gradient);
    }
}

void Training::optimize()
{
    m_place = {0, operations, false};
    while (!m_gradients.empty()) {
        workspace(parameters * halfFloat);
        m_allocator.free(m_gradients.back());
        m_gradients.pop_back();
    }
}

void Training::step()
{
    const std::uint64_t tokens = 16 * (64 + m_chance() % 448);
    for (unsigned layer = 0; layer < layers; ++layer)
        forward(layer, tokens);
    for (unsigned layer = layers; layer-- > 0;)
        backward(layer, tokens);
    optimize();
    if (++m_steps % stepsBetweenEmptying == 0)
        m_allocator.emptyCache();
}

} // namespace tidemark::tests
