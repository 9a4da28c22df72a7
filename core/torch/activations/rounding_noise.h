// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Generator.h>
#include <cstdint>
#include <torch/types.h>

namespace tidemark {

// Random numbers of its own for stochastic rounding: those that the workload draws stay the same.
class RoundingNoise {
public:
    explicit RoundingNoise(std::uint64_t seed);

    // Fills `noise` evenly from -½ to ½. All tensors must be of one device.
    void fill(const torch::Tensor& noise);

private:
    std::uint64_t m_seed;
    at::Generator m_generator; // of the tensors' device; made when that is known
};

} // namespace tidemark
