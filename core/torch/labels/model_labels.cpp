// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/labels/model_labels.h"

#include "core/torch/optimizer_state.h"

#include <fmt/format.h>
#include <utility>

namespace tidemark {

std::vector<std::string> parameterNames(const torch::nn::Module& module, const std::string& path)
{
    const std::string prefix = path.empty() ? path : path + '.';
    std::vector<std::string> names;
    const auto parameters = module.named_parameters();
    for (const auto& parameter : parameters) {
        std::string name;
        for (const auto& other : parameters) {
            if (other.value().is_same(parameter.value()))
                name += (name.empty() ? "" : "+") + prefix + other.key();
        }
        names.push_back(std::move(name));
    }
    return names;
}

ModelLabels::Known::Known(std::string given)
    : name(std::move(given))
    , gradient(c10::intrusive_ptr<c10::StorageImpl>())
{ }

ModelLabels::ModelLabels(TensorLabels& labels, const std::vector<torch::Tensor>& parameters,
    std::vector<std::string> names, torch::optim::Optimizer& optimizer)
    : m_labels(labels)
    , m_parameters(parameters)
    , m_optimizer(optimizer)
{
    for (std::size_t i = 0; i < parameters.size(); ++i)
        m_known.emplace_back(i < names.size() ? std::move(names[i]) : fmt::format("parameter {}", i));
}

void ModelLabels::labelParameters()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        m_labels.parameter(m_parameters[i], m_known[i].name);
}

void ModelLabels::labelGradients()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const torch::Tensor& gradient = m_parameters[i].grad();
        if (!gradient.defined() || !gradient.has_storage())
            continue;
        Known& known = m_known[i];
        c10::StorageImpl* const storage = gradient.storage().unsafeGetStorageImpl();
        if (known.gradient._unsafe_get_target() == storage)
            continue;
        known.gradient = gradient.storage().getWeakStorageImpl();
        m_labels.label(gradient, MemoryCategory::Gradient, known.name + ".grad");
    }
}

bool ModelLabels::labelStateOf(const torch::Tensor& parameter, const std::string& name)
{
    const std::vector<StateTensor> state = stateOf(m_optimizer, parameter);
    for (const StateTensor& each : state)
        m_labels.label(each.tensor, MemoryCategory::OptimizerState, each.name + '.' + name);
    return !state.empty();
}

void ModelLabels::labelOptimizerState()
{
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        if (!m_known[i].hasState)
            m_known[i].hasState = labelStateOf(m_parameters[i], m_known[i].name);
    }
}

void ModelLabels::labelAnew()
{
    m_labels.forgetParameters();
    labelParameters();
    for (Known& known : m_known)
        known = Known(std::move(known.name));
    labelGradients();
    labelOptimizerState();
}

} // namespace tidemark
