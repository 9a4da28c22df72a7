// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/activation_plan.h"
#include "core/torch/activations/kept_tensor_listener.h"
#include "core/torch/activations/packed_once.h"
#include "core/torch/activations/rounding_noise.h"
#include "core/torch/activations/running_operators.h"
#include "core/torch/activations/running_range.h"
#include "core/torch/labels/kept_tensor_labels.h"
#include "core/torch/saved/saved_tensor_policy.h"

#include <array>
#include <deque>
#include <optional>

namespace tidemark {

// Packs what operators keep for their backward pass by an ActivationPlan. One mechanism for all ways: hooks
// on saved tensors that know which operator keeps. The forward pass is the operators' own, equal to the bit,
// and no layer is replaced: what Mesa's modules keep, autograd's own nodes keep here, byte for byte.
//
// Kept as it is, whatever the plan says: a parameter or a view or cast of one, what requires no gradient (the
// batch, masks), integers and booleans, mean and spread of normalisations, and anything under 1 KiB. A tensor
// that was packed already, in whatever view, is not packed twice. What is packed goes when the node that kept
// it has run backward, or at once where graphs run backward once. In the backward pass each use of it makes
// its elements again, for as long as the node runs. quantizer.h and bit_mask.h say what memory packing and
// unpacking need besides.
class ActivationPacker final : public SavedTensorPolicy {
public:
    // `groups`: heads, as Mesa's quant_groups; each has a range of its own where a tensor can be cut so.
    // `seed` is that of rounding. `listener`: null, or outlives this; with it and ActivationKind::None it is
    // told of what is kept and nothing else happens.
    ActivationPacker(
        ActivationPlan plan, std::int64_t groups, std::uint64_t seed, KeptTensorListener* listener = nullptr);

    // A forward pass, on the calling thread, as long as this lives. One after the other: calls of operators
    // are told apart by their order, which must be the same in each.
    class ForwardPass {
    public:
        explicit ForwardPass(ActivationPacker& packer);
        ~ForwardPass();
        ForwardPass(const ForwardPass&) = delete;
        ForwardPass& operator=(const ForwardPass&) = delete;

    private:
        ActivationPacker& m_packer;
        SavedTensorScope m_scope;
    };

    std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() override;
    // Nothing is packed then: it goes soon.
    SavedTensorPolicy* whenRunAgain() override { return m_listening ? &*m_listening : nullptr; }

    // What lives on between forward passes.
    std::vector<torch::Tensor> runningRanges() const;
    void tellRunningRanges() const; // to the listener, once more

private:
    class KeptTensor;

    OperatorRule ruleFor(const RunningOperators::Operator& running);
    static bool mayPack(const torch::Tensor& tensor, const OperatorRule& rule);
    std::shared_ptr<const PackedTensor> pack(
        const torch::Tensor& tensor, const ElementLayout& layout, const OperatorRule& rule);
    std::shared_ptr<const PackedTensor> packAnew(const torch::Tensor& tensor, const ElementLayout& layout,
        const PackingRecipe& recipe, const RangeGrouping& grouping, const OperatorRule& rule);
    torch::Tensor nextRanges(const GroupedElements& elements, double decay);
    RangeGrouping groupingOf(const torch::Tensor& tensor, OperatorKind kind) const;
    PackingRecipe::Form formFor(OperatorKind kind) const;
    void tellKept(const torch::Tensor& tensor, MemoryCategory category) const;

    // Of one kind of operator in the present forward pass.
    struct Calls {
        std::int64_t index = -1; // of the newest that keeps something
        std::uint64_t call = 0; // its number
    };

    ActivationPlan m_plan;
    std::int64_t m_groups;
    RoundingNoise m_noise;
    KeptTensorListener* m_listener;
    std::optional<KeptTensorLabels> m_listening; // where there is a listener
    std::deque<RunningRange> m_ranges; // by the order of what is packed in a forward pass
    std::size_t m_nextRange = 0;
    std::array<Calls, operatorKindCount> m_calls = {};
    PackedOnce m_packed;
    std::optional<RunningOperators> m_running; // during a forward pass
};

} // namespace tidemark
