// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/kept_tensor_listener.h"
#include "core/torch/saved/saved_tensor_policy.h"

namespace tidemark {

// Keeps every tensor as it is, as autograd does by itself, and tells which one and which operator it is for.
class KeptTensorLabels final : public SavedTensorPolicy {
public:
    explicit KeptTensorLabels(KeptTensorListener& listener) // outlives this
        : m_listener(listener)
    { }

    std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() override;
    SavedTensorPolicy* whenRunAgain() override { return this; }

private:
    KeptTensorListener& m_listener;
};

} // namespace tidemark
