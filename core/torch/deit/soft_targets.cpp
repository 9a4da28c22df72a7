// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/soft_targets.h"

#include <utility>

namespace tidemark {

namespace {

constexpr double smoothing = 0.1;

torch::Tensor smoothLabels(const torch::Tensor& classes, std::int64_t classCount)
{
    const double rest = smoothing / static_cast<double>(classCount);
    return torch::full({classes.size(0), classCount}, rest)
        .scatter_(1, classes.unsqueeze(1), 1 - smoothing + rest);
}

void mixWithOtherEnd(torch::Tensor& values, double share)
{
    const torch::Tensor others = values.flip(0);
    values.mul_(share).add_(others, 1 - share);
}

} // namespace

SoftBatch mixUp(torch::Tensor images, const torch::Tensor& classes, std::int64_t classCount, double share)
{
    torch::Tensor shares = smoothLabels(classes, classCount);
    mixWithOtherEnd(images, share);
    mixWithOtherEnd(shares, share);
    return {std::move(images), std::move(shares)};
}

torch::Tensor softTargetCrossEntropy(const torch::Tensor& scores, const torch::Tensor& shares)
{
    return (-shares * scores.log_softmax(-1, torch::kFloat)).sum(-1).mean();
}

} // namespace tidemark
