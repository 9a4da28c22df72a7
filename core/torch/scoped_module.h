// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/module_scope.h"

#include <string>
#include <torch/nn/module.h>
#include <torch/nn/modules/container/any.h>
#include <utility>
#include <vector>

namespace tidemark {

// A module together with its path in the model ("encoder.0.attention"): calling it tells the recorder where
// the workload is. C++ modules know neither their path nor hooks.
template <class ModuleHolder>
class ScopedModule {
public:
    ScopedModule(Recorder& recorder, std::string path, ModuleHolder module)
        : m_recorder(&recorder)
        , m_path(std::move(path))
        , m_module(std::move(module))
    { }

    torch::Tensor operator()(const torch::Tensor& input)
    {
        const ModuleScope scope(*m_recorder, m_path);
        return m_module->forward(input);
    }

    const ModuleHolder& module() const { return m_module; }

private:
    Recorder* m_recorder;
    std::string m_path;
    ModuleHolder m_module;
};

// torch::nn::Sequential with paths: the modules one after the other, each under "PATH.NUMBER".
class ScopedSequenceImpl : public torch::nn::Module {
public:
    ScopedSequenceImpl(Recorder& recorder, std::string path);

    template <class ModuleHolder>
    void append(ModuleHolder module)
    {
        const std::string number = std::to_string(m_layers.size());
        register_module(number, module);
        m_layers.push_back({m_path + '.' + number, torch::nn::AnyModule(std::move(module))});
    }

    torch::Tensor forward(torch::Tensor input) { return forwardRange(std::move(input), 0, m_layers.size()); }
    // Through the layers from `begin` up to, and without, `end`.
    torch::Tensor forwardRange(torch::Tensor input, std::size_t begin, std::size_t end);
    std::size_t size() const { return m_layers.size(); }

private:
    struct Layer {
        std::string path;
        torch::nn::AnyModule module;
    };

    Recorder& m_recorder;
    std::string m_path;
    std::vector<Layer> m_layers;
};
TORCH_MODULE(ScopedSequence);

} // namespace tidemark
