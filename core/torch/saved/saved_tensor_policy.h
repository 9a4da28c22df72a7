// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <torch/csrc/autograd/saved_variable_hooks.h>

namespace tidemark {

// What becomes of the tensors that operators keep for their backward pass: the counterpart of
// torch.autograd.graph.saved_tensors_hooks.
class SavedTensorPolicy {
public:
    virtual ~SavedTensorPolicy() = default;
    // For one tensor that is about to be kept; null: it is kept as it is. The hooks may outlive the policy,
    // and unpack on another thread, one of the autograd engine's.
    virtual std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() = 0;
    // In force while a checkpointed segment that first ran under this policy runs again, in the backward
    // pass; null: tensors are kept as they are.
    virtual SavedTensorPolicy* whenRunAgain() { return nullptr; }
};

// Operators of the calling thread keep their tensors by `policy` as long as this lives: the innermost scope
// alone decides, as in PyTorch. The first scope of a process puts an engine of ours in autograd's place,
// which asks the policy in force (through the virtual Engine::get_default_saved_variable_hooks(), as Python's
// does).
class SavedTensorScope {
public:
    explicit SavedTensorScope(SavedTensorPolicy* policy); // null: they are kept as they are
    ~SavedTensorScope();
    SavedTensorScope(const SavedTensorScope&) = delete;
    SavedTensorScope& operator=(const SavedTensorScope&) = delete;

    static SavedTensorPolicy* current(); // of the calling thread; null: none

private:
    SavedTensorPolicy* m_outer;
};

} // namespace tidemark
