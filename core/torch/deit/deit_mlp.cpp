// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/deit_mlp.h"

namespace tidemark {

DeitMlpImpl::DeitMlpImpl(
    Recorder& recorder, const std::string& path, const DeitSizes& sizes, const DeitRules& rules)
    : m_recorder(recorder)
    , m_path(path)
    , m_activationPath(path + ".act")
    , m_rules(rules)
    , m_fc1(recorder, path + ".fc1",
          register_module("fc1", DeitLinear(sizes.width, DeitSizes::hiddenRatio * sizes.width)))
    , m_fc2(recorder, path + ".fc2",
          register_module("fc2", DeitLinear(DeitSizes::hiddenRatio * sizes.width, sizes.width)))
{ }

torch::Tensor DeitMlpImpl::activate(const torch::Tensor& input) const
{
    const ModuleScope scope(m_recorder, m_activationPath);
    return torch::gelu(m_rules.hasWideGelu ? input.to(torch::kFloat) : input);
}

torch::Tensor DeitMlpImpl::forward(torch::Tensor hidden)
{
    const ModuleScope scope(m_recorder, m_path);
    hidden = m_fc1(hidden); // what it was given is gone by now, unless the backward pass needs it
    hidden = activate(hidden);
    return m_fc2(hidden);
}

} // namespace tidemark
