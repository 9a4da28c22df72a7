// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/saved/saved_tensor_policy.h"

#include <mutex>
#include <torch/csrc/autograd/engine.h>
#include <utility>

namespace tidemark {

namespace {

thread_local SavedTensorPolicy* policyInForce = nullptr;

class PolicyEngine final : public torch::autograd::Engine {
public:
    // Lives until the process ends: the engine's own threads never stop.
    static torch::autograd::Engine& instance()
    {
        static auto* engine = new PolicyEngine;
        return *engine;
    }

    std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override
    {
        return policyInForce == nullptr ? nullptr : policyInForce->hooksForNext();
    }
};

void installEngine()
{
    static std::once_flag once;
    std::call_once(once, [] { torch::autograd::set_default_engine_stub(&PolicyEngine::instance); });
}

} // namespace

SavedTensorScope::SavedTensorScope(SavedTensorPolicy* policy)
    : m_outer(std::exchange(policyInForce, policy))
{
    installEngine();
}

SavedTensorPolicy* SavedTensorScope::current()
{
    return policyInForce;
}

SavedTensorScope::~SavedTensorScope()
{
    policyInForce = m_outer;
}

} // namespace tidemark
