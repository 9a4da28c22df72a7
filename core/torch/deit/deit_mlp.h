// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/deit/deit_linear.h"
#include "core/torch/deit/deit_sizes.h"
#include "core/torch/scoped_module.h"

namespace tidemark {

// The perceptron of a block: a wide layer, GELU, and back.
class DeitMlpImpl : public torch::nn::Module {
public:
    DeitMlpImpl(Recorder& recorder, const std::string& path, const DeitSizes& sizes, const DeitRules& rules);
    torch::Tensor forward(torch::Tensor hidden); // let go of once used

private:
    torch::Tensor activate(const torch::Tensor& input) const;

    Recorder& m_recorder;
    std::string m_path;
    std::string m_activationPath;
    DeitRules m_rules;
    ScopedModule<DeitLinear> m_fc1;
    ScopedModule<DeitLinear> m_fc2;
};
TORCH_MODULE(DeitMlp);

} // namespace tidemark
