// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/checkpoint/reentrant_checkpoint.h"

#include "core/torch/saved/saved_tensor_policy.h"

#include <torch/autograd.h>
#include <utility>

namespace tidemark {

namespace {

// Carries the recomputation from the forward to the backward pass.
struct Capsule : torch::CustomClassHolder {
    explicit Capsule(std::unique_ptr<Recomputation> given)
        : recomputation(std::move(given))
    { }
    std::unique_ptr<Recomputation> recomputation;
};

constexpr const char* capsuleKey = "recomputation";

class Checkpoint : public torch::autograd::Function<Checkpoint> {
public:
    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& input,
        const ModelSegment& segment, const c10::intrusive_ptr<Capsule>& capsule)
    {
        context->save_for_backward({input});
        context->saved_data[capsuleKey] = c10::IValue::make_capsule(capsule);
        return segment(input); // without a graph: Function::apply() sees to that
    }

    static torch::autograd::tensor_list backward(
        torch::autograd::AutogradContext* context, torch::autograd::tensor_list gradients)
    {
        const c10::intrusive_ptr<Capsule> capsule = takeCapsule(*context);
        const torch::Tensor saved = context->get_saved_variables().front();
        const torch::Tensor input = saved.detach().set_requires_grad(saved.requires_grad());
        {
            const SavedTensorScope keeping(capsule->recomputation->keeping());
            const torch::Tensor output = capsule->recomputation->run(input);
            torch::autograd::backward({output}, {gradients.front()});
        }
        return {input.grad(), torch::Tensor(), torch::Tensor()};
    }

private:
    // Once: a second backward pass over the same graph has nothing to run again, as in PyTorch.
    static c10::intrusive_ptr<Capsule> takeCapsule(torch::autograd::AutogradContext& context)
    {
        const auto found = context.saved_data.find(capsuleKey);
        TORCH_CHECK(found != context.saved_data.end(),
            "A checkpointed segment cannot go backward twice: its input is gone.");
        auto capsule = c10::static_intrusive_pointer_cast<Capsule>(found->second.toCapsule());
        context.saved_data.erase(capsuleKey);
        return capsule;
    }
};

} // namespace

torch::Tensor reentrantCheckpoint(
    const torch::Tensor& input, const ModelSegment& segment, std::unique_ptr<Recomputation> recomputation)
{
    return Checkpoint::apply(input, segment, c10::make_intrusive<Capsule>(std::move(recomputation)));
}

} // namespace tidemark
