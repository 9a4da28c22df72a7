// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/labels/kept_tensor_labels.h"

#include <c10/util/Exception.h>
#include <torch/types.h>

namespace tidemark {

namespace {

class LabelledTensor final : public torch::autograd::SavedVariableHooks {
public:
    explicit LabelledTensor(KeptTensorListener& listener)
        : m_listener(listener)
    { }

    void call_pack_hook(const at::Tensor& tensor) override
    {
        m_tensor = tensor.tensor_data(); // as autograd: the same memory and version, and no cycle where it is
                                         // the operator's own result
        m_version = tensor._version();
        m_listener.kept(m_tensor, MemoryCategory::Activation, {});
    }

    // Autograd leaves the check of versions to the hooks.
    at::Tensor call_unpack_hook() override
    {
        TORCH_CHECK(m_tensor._version() == m_version,
            "A tensor that the backward pass needs was changed in place after it had been kept.");
        return m_tensor;
    }

private:
    KeptTensorListener& m_listener; // while packing
    at::Tensor m_tensor;
    std::int64_t m_version = 0;
};

} // namespace

std::unique_ptr<torch::autograd::SavedVariableHooks> KeptTensorLabels::hooksForNext()
{
    return std::make_unique<LabelledTensor>(m_listener);
}

} // namespace tidemark
