// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/rounding_noise.h"

#include <ATen/Context.h>
#include <mutex>

namespace tidemark {

namespace {

// A generator of the same kind as the device's own, whichever that is.
at::Generator generatorLike(c10::Device device, std::uint64_t seed)
{
    at::Generator usual = at::globalContext().defaultGenerator(device);
    at::Generator own = [&usual] {
        const std::lock_guard lock(usual.mutex());
        return usual.clone();
    }();
    own.set_current_seed(seed);
    return own;
}

} // namespace

RoundingNoise::RoundingNoise(std::uint64_t seed)
    : m_seed(seed)
{ }

void RoundingNoise::fill(const torch::Tensor& noise)
{
    if (!m_generator.defined())
        m_generator = generatorLike(noise.device(), m_seed);
    noise.uniform_(-0.5, 0.5, m_generator);
}

} // namespace tidemark
