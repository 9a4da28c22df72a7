// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/loss_scaler.h"

#include <ATen/ops/_amp_foreach_non_finite_check_and_unscale.h>
#include <ATen/ops/aminmax.h>
#include <cmath>
#include <limits>
#include <vector>

namespace tidemark {

namespace {

std::vector<torch::Tensor> gradientsOf(torch::optim::Optimizer& optimizer)
{
    std::vector<torch::Tensor> gradients;
    for (const auto& group : optimizer.param_groups()) {
        for (const torch::Tensor& parameter : group.params()) {
            if (parameter.grad().defined())
                gradients.push_back(parameter.grad());
        }
    }
    return gradients;
}

// One kernel for all of them, which leaves a mark where it met an infinity or a NaN.
bool unscaleOnCuda(const std::vector<torch::Tensor>& gradients, double factor)
{
    const auto options = gradients.front().options().dtype(torch::kFloat);
    torch::Tensor isBad = torch::zeros({1}, options);
    at::_amp_foreach_non_finite_check_and_unscale_(gradients, isBad, torch::full({1}, factor, options));
    return isBad.item<float>() == 0;
}

// LibTorch has that kernel for CUDA alone before 2.3. The smallest and the largest value tell the same, since
// a NaN is both, and no tensor of the gradient's size is made.
bool unscaleOnCpu(const std::vector<torch::Tensor>& gradients, double factor)
{
    bool areFinite = true;
    for (torch::Tensor gradient : gradients) {
        const auto [smallest, largest] = at::aminmax(gradient);
        areFinite &= std::isfinite(smallest.item<double>()) && std::isfinite(largest.item<double>());
        gradient.mul_(factor);
    }
    return areFinite;
}

bool unscale(const std::vector<torch::Tensor>& gradients, double factor)
{
    const torch::NoGradGuard noGradients;
    if (gradients.empty())
        return true;
    return gradients.front().is_cuda() ? unscaleOnCuda(gradients, factor) : unscaleOnCpu(gradients, factor);
}

} // namespace

LossScaler::LossScaler()
    : LossScaler(Rules())
{ }

LossScaler::LossScaler(const Rules& rules)
    : m_rules(rules)
    , m_scale(rules.initialScale)
{ }

torch::Tensor LossScaler::scaled(const torch::Tensor& loss) const
{
    return loss * m_scale;
}

bool LossScaler::step(torch::optim::Optimizer& optimizer)
{
    const bool areFinite = unscale(gradientsOf(optimizer), 1 / m_scale);
    if (areFinite)
        optimizer.step();
    update(areFinite);
    return areFinite;
}

// As _amp_update_scale_ does it on the device. The host knows by now whether the gradients are finite, so it
// keeps the scale as well.
void LossScaler::update(bool areFinite)
{
    if (!areFinite) {
        m_scale = static_cast<float>(m_scale * m_rules.backoff);
        m_goodSteps = 0;
        return;
    }
    if (++m_goodSteps < m_rules.growthInterval)
        return;
    m_goodSteps = 0;
    const double grown = m_scale * m_rules.growth;
    if (grown <= std::numeric_limits<float>::max())
        m_scale = static_cast<float>(grown);
}

} // namespace tidemark
