// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/parallel/gradient_average.h"

#include <algorithm>
#include <c10/util/Exception.h>
#include <torch/utils.h>

namespace tidemark {

namespace {

void averageGradient(std::span<const std::vector<torch::Tensor>> copies, std::size_t parameter)
{
    torch::Tensor mean = copies[0][parameter].grad();
    for (const auto& copy : copies.subspan(1))
        TORCH_CHECK(copy[parameter].grad().defined() == mean.defined(), "Gradient ", parameter,
            " is missing in some copies of the model");
    if (!mean.defined())
        return;
    for (const auto& copy : copies.subspan(1))
        mean.add_(copy[parameter].grad().to(mean.device()));
    mean.div_(static_cast<double>(copies.size()));
    for (const auto& copy : copies.subspan(1))
        copy[parameter].grad().copy_(mean);
}

} // namespace

void averageGradients(std::span<const std::vector<torch::Tensor>> copies)
{
    if (copies.size() < 2)
        return;
    const torch::NoGradGuard noGradients;
    const std::size_t parameters = copies[0].size();
    TORCH_CHECK(std::all_of(copies.begin(), copies.end(),
                    [&](const auto& copy) { return copy.size() == parameters; }),
        "The copies of the model differ in their number of parameters");
    for (std::size_t parameter = 0; parameter < parameters; ++parameter)
        averageGradient(copies, parameter);
}

} // namespace tidemark
