// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Device.h>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// Where the random numbers of the CPU, and of one other device, stand: what preserve_rng_state keeps in
// torch/utils/checkpoint.py, so that dropout drops the same again.
class RandomState {
public:
    static RandomState now(c10::Device device);
    void restore() const;

private:
    struct Place {
        c10::Device device;
        torch::Tensor state; // on the CPU
    };
    std::vector<Place> m_places;
};

// Random numbers go on from `state` as long as this lives, and then from where they were.
class RandomStateScope {
public:
    RandomStateScope(const RandomState& state, c10::Device device)
        : m_before(RandomState::now(device))
    {
        state.restore();
    }
    ~RandomStateScope() { m_before.restore(); }
    RandomStateScope(const RandomStateScope&) = delete;
    RandomStateScope& operator=(const RandomStateScope&) = delete;

private:
    RandomState m_before;
};

} // namespace tidemark
