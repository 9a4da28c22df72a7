// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/checkpoint/nonreentrant_checkpoint.h"

#include "core/torch/saved/saved_tensor_policy.h"

#include <mutex>
#include <utility>
#include <vector>

namespace tidemark {

namespace {

// Thrown out of a segment that has made all that was wanted again: PyTorch's early stop.
struct RecomputedEnough { };

// What one run of a segment would have kept, by the order in which it was kept.
class KeptTensors {
public:
    KeptTensors(torch::Tensor input, std::unique_ptr<Recomputation> recomputation)
        : m_input(std::move(input))
        , m_recomputation(std::move(recomputation))
    {
        tell(m_input);
    }

    // The forward pass: a tensor is dropped, but for its shape.
    std::size_t drop(const torch::Tensor& tensor)
    {
        m_slots.push_back({{}, tensor.sizes().vec(), tensor.scalar_type()});
        return m_slots.size() - 1;
    }

    // The backward pass: the tensor again. It is not kept here any longer.
    torch::Tensor take(std::size_t number)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_slots[number].tensor.defined())
            recompute();
        return std::exchange(m_slots[number].tensor, {});
    }

    void fill(const torch::Tensor& tensor)
    {
        Slot& slot = m_slots[m_filled];
        TORCH_CHECK(slot.sizes == tensor.sizes().vec() && slot.type == tensor.scalar_type(),
            "A checkpointed segment kept tensors of other shapes or types when it ran again.");
        slot.tensor = tensor.detach();
        tell(slot.tensor);
        if (++m_filled == m_slots.size())
            throw RecomputedEnough();
    }

private:
    struct Slot {
        torch::Tensor tensor;
        std::vector<std::int64_t> sizes;
        c10::ScalarType type;
    };

    void recompute();
    // Lets the policy around the segment know what is kept here. Its hooks have nothing else to do.
    void tell(const torch::Tensor& tensor) const
    {
        if (SavedTensorPolicy* const policy = m_recomputation->keeping())
            policy->hooksForNext()->call_pack_hook(tensor);
    }

    torch::Tensor m_input;
    std::unique_ptr<Recomputation> m_recomputation;
    std::mutex m_mutex;
    std::vector<Slot> m_slots;
    std::size_t m_filled = 0; // of the run that is under way
};

class DroppedTensor final : public torch::autograd::SavedVariableHooks {
public:
    explicit DroppedTensor(std::shared_ptr<KeptTensors> kept)
        : m_kept(std::move(kept))
    { }
    void call_pack_hook(const at::Tensor& tensor) override { m_number = m_kept->drop(tensor); }
    at::Tensor call_unpack_hook() override { return m_kept->take(m_number); }

private:
    std::shared_ptr<KeptTensors> m_kept;
    std::size_t m_number = 0;
};

class DropPolicy final : public SavedTensorPolicy {
public:
    explicit DropPolicy(std::shared_ptr<KeptTensors> kept)
        : m_kept(std::move(kept))
    { }
    std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() override
    {
        return std::make_unique<DroppedTensor>(m_kept);
    }

private:
    std::shared_ptr<KeptTensors> m_kept;
};

// The graph of a segment that runs again is never gone through: it only hands its tensors over.
class HandOver final : public torch::autograd::SavedVariableHooks {
public:
    explicit HandOver(KeptTensors& kept)
        : m_kept(kept)
    { }
    void call_pack_hook(const at::Tensor& tensor) override { m_kept.fill(tensor); }
    at::Tensor call_unpack_hook() override { return {}; }

private:
    KeptTensors& m_kept;
};

class HandOverPolicy final : public SavedTensorPolicy {
public:
    explicit HandOverPolicy(KeptTensors& kept)
        : m_kept(kept)
    { }
    std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() override
    {
        return std::make_unique<HandOver>(m_kept);
    }

private:
    KeptTensors& m_kept;
};

void KeptTensors::recompute()
{
    m_filled = 0;
    HandOverPolicy policy(*this);
    try {
        const SavedTensorScope scope(&policy);
        m_recomputation->run(m_input.detach().set_requires_grad(m_input.requires_grad()));
    } catch (const RecomputedEnough&) {
        return;
    }
    TORCH_CHECK(false, "A checkpointed segment kept fewer tensors when it ran again.");
}

} // namespace

torch::Tensor nonReentrantCheckpoint(
    const torch::Tensor& input, const ModelSegment& segment, std::unique_ptr<Recomputation> recomputation)
{
    DropPolicy policy(std::make_shared<KeptTensors>(input, std::move(recomputation)));
    const SavedTensorScope scope(&policy);
    return segment(input);
}

} // namespace tidemark
