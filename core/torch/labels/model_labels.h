// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/labels/tensor_labels.h"

#include <c10/core/StorageImpl.h>
#include <c10/util/intrusive_ptr.h>
#include <string>
#include <torch/nn/module.h>
#include <torch/optim/optimizer.h>
#include <vector>

namespace tidemark {

// The names of a module's parameters, in the order of parameters(): "features.0.weight" for a module at
// "features". One that is registered in several places has all its names there, joined with "+".
std::vector<std::string> parameterNames(const torch::nn::Module& module, const std::string& path = {});

// Labels what a training keeps from step to step: parameters, their gradients, and what the optimizer keeps
// of each, by the parameter's name: "head.weight", "head.weight.grad", "AdamW.exp_avg.head.weight".
class ModelLabels {
public:
    // `names` by parameter; where there are fewer, "parameter 3". All must outlive this.
    ModelLabels(TensorLabels& labels, const std::vector<torch::Tensor>& parameters,
        std::vector<std::string> names, torch::optim::Optimizer& optimizer);

    void labelParameters();
    // Each of these labels what is there and was not labelled before.
    void labelGradients();
    void labelOptimizerState();
    void labelAnew(); // everything, after it has moved to other memory

private:
    using KnownStorage = c10::weak_intrusive_ptr<c10::StorageImpl>;

    struct Known {
        explicit Known(std::string given);
        std::string name;
        KnownStorage gradient; // labelled; holds no memory
        bool hasState = false; // labelled
    };

    bool labelStateOf(const torch::Tensor& parameter, const std::string& name);

    TensorLabels& m_labels;
    const std::vector<torch::Tensor>& m_parameters;
    torch::optim::Optimizer& m_optimizer;
    std::vector<Known> m_known; // by parameter
};

} // namespace tidemark
