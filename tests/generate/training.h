// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"

#include <random>
#include <vector>

namespace tidemark::tests {

// The allocations of a transformer that trains with another sequence length each step: activations that wait
// for the backward pass, short-lived workspaces, gradients, an optimizer, and an empty_cache() now and then.
class Training {
public:
    // Which code asks: the writer turns it into a stack.
    struct Place {
        unsigned layer = 0;
        unsigned operation = 0;
        bool isBackward = false;
    };

    Training(CachingAllocator& allocator, std::uint64_t seed);

    void step();
    const Place& place() const { return m_place; } // of the allocation that is under way

private:
    std::uint64_t allocate(std::uint64_t size);
    void workspace(std::uint64_t size);
    void forward(unsigned layer, std::uint64_t tokens);
    void backward(unsigned layer, std::uint64_t tokens);
    void optimize();

    CachingAllocator& m_allocator;
    std::mt19937_64 m_chance;
    std::vector<std::uint64_t> m_activations;
    std::vector<std::uint64_t> m_gradients;
    Place m_place;
    unsigned m_steps = 0;
};

} // namespace tidemark::tests
