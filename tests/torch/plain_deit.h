// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/deit/deit_sizes.h"

#include <map>
#include <string>
#include <torch/ordered_dict.h>
#include <torch/types.h>

namespace tidemark::tests {

// The mathematics of DeiT in double precision, from elementary operators, one image and one head at a time:
// to compare with, not to train.
class PlainDeit {
public:
    PlainDeit(const DeitSizes& sizes, const torch::OrderedDict<std::string, torch::Tensor>& parameters);

    // Of images and shares in double precision.
    torch::Tensor loss(const torch::Tensor& images, const torch::Tensor& shares) const;
    torch::Tensor gradient(const std::string& parameter) const { return m_parameters.at(parameter).grad(); }

private:
    const torch::Tensor& at(const std::string& name) const { return m_parameters.at(name); }
    torch::Tensor linear(const torch::Tensor& input, const std::string& name) const;
    torch::Tensor norm(const torch::Tensor& input, const std::string& name) const;
    torch::Tensor attention(const torch::Tensor& tokens, const std::string& name) const;
    torch::Tensor scores(const torch::Tensor& image) const;

    DeitSizes m_sizes;
    std::map<std::string, torch::Tensor> m_parameters;
};

} // namespace tidemark::tests
