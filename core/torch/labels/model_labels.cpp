// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/labels/model_labels.h"

#include <fmt/format.h>
#include <sstream>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace {

// States are found by the parameter's address, which LibTorch 1.13 writes as text (c10::guts::to_string).
template <class Key>
Key keyOf(const torch::Tensor& parameter)
{
    if constexpr (std::is_same_v<Key, std::string>) {
        std::ostringstream text;
        text << parameter.unsafeGetTensorImpl();
        return text.str();
    } else {
        return parameter.unsafeGetTensorImpl();
    }
}

template <class States>
torch::optim::OptimizerParamState* stateOf(States& states, const torch::Tensor& parameter)
{
    const auto found = states.find(keyOf<typename States::key_type>(parameter));
    return found == states.end() ? nullptr : found->second.get();
}

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

template <class AdamState>
NamedTensors adamTensors(std::string_view optimizer, AdamState& state)
{
    return {{fmt::format("{}.exp_avg", optimizer), state.exp_avg()},
        {fmt::format("{}.exp_avg_sq", optimizer), state.exp_avg_sq()},
        {fmt::format("{}.max_exp_avg_sq", optimizer), state.max_exp_avg_sq()}};
}

NamedTensors tensorsOf(torch::optim::OptimizerParamState& state)
{
    if (auto* sgd = dynamic_cast<torch::optim::SGDParamState*>(&state))
        return {{"SGD.momentum_buffer", sgd->momentum_buffer()}};
    if (auto* adamW = dynamic_cast<torch::optim::AdamWParamState*>(&state))
        return adamTensors("AdamW", *adamW);
    if (auto* adam = dynamic_cast<torch::optim::AdamParamState*>(&state))
        return adamTensors("Adam", *adam);
    return {};
}

} // namespace

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
    torch::optim::OptimizerParamState* const state = stateOf(m_optimizer.state(), parameter);
    if (state == nullptr)
        return false;
    for (const auto& [prefix, tensor] : tensorsOf(*state))
        m_labels.label(tensor, MemoryCategory::OptimizerState, prefix + '.' + name);
    return true;
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
