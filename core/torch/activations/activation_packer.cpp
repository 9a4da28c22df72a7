// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/activation_packer.h"

#include "core/torch/activations/packed_kinds.h"
#include "core/torch/activations/parameter_origin.h"

#include <ATen/record_function.h>
#include <algorithm>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/util/Exception.h>
#include <iterator>
#include <utility>

namespace tidemark {

namespace {

constexpr std::int64_t fewestBytes = 1024; // to pack: memory is handed out 512 bytes at a time
constexpr const char* packing = "pack activation";
constexpr int levelsOfByte = 256;
constexpr int levelsOfHalfByte = 16;

bool isQuantizable(const torch::Tensor& tensor)
{
    const c10::ScalarType type = tensor.scalar_type();
    const bool isReal =
        type == torch::kFloat || type == torch::kHalf || type == torch::kBFloat16 || type == torch::kDouble;
    return isReal && tensor.layout() == torch::kStrided && tensor.has_storage();
}

// Packing takes no part in what the workload computes: no gradients, and no casts by autocast.
struct Apart {
    at::NoGradGuard noGradients;
    c10::impl::ExcludeDispatchKeyGuard noAutocast{c10::autocast_dispatch_keyset};
};

} // namespace

// What an operator keeps: a tensor as it is, or what became of it and how it was laid out.
class ActivationPacker::KeptTensor final : public torch::autograd::SavedVariableHooks {
public:
    explicit KeptTensor(ActivationPacker& packer)
        : m_packer(&packer)
    { }

    void call_pack_hook(const at::Tensor& tensor) override
    {
        ActivationPacker& packer = *std::exchange(m_packer, nullptr);
        const RunningOperators::Operator running = packer.m_running->current();
        const OperatorRule rule = packer.ruleFor(running);
        if (mayPack(tensor, rule)) {
            m_layout = packer.m_plan.kind == ActivationKind::Offload ? ElementLayout::withGaps(tensor)
                                                                     : ElementLayout(tensor);
            if (m_layout->count() * static_cast<std::int64_t>(tensor.element_size()) >= fewestBytes) {
                m_packed = packer.pack(tensor, *m_layout, rule);
                m_goesOnceUnpacked = packer.m_plan.runsBackwardOnce;
                return;
            }
            m_layout.reset();
        }
        m_asItIs = tensor.detach(); // no cycle where it is the operator's own result
        m_version = tensor._version();
        packer.tellKept(m_asItIs, MemoryCategory::Activation);
    }

    at::Tensor call_unpack_hook() override
    {
        if (m_layout)
            return unpacked();
        TORCH_CHECK(m_asItIs._version() == m_version,
            "A tensor that the backward pass needs was changed in place after it had been kept.");
        return m_asItIs;
    }

private:
    at::Tensor unpacked()
    {
        TORCH_CHECK(
            m_packed != nullptr, "What was packed for this backward pass has gone with an earlier one.");
        RECORD_USER_SCOPE("unpack activation");
        const Apart apart;
        const at::Tensor tensor = m_layout->rebuild(m_packed->unpack());
        if (m_goesOnceUnpacked)
            m_packed.reset();
        return tensor;
    }

    ActivationPacker* m_packer; // until something is packed
    at::Tensor m_asItIs;
    std::int64_t m_version = 0;
    std::shared_ptr<const PackedTensor> m_packed;
    std::optional<ElementLayout> m_layout; // of what is packed
    bool m_goesOnceUnpacked = false;
};

ActivationPacker::ForwardPass::ForwardPass(ActivationPacker& packer)
    : m_packer(packer)
    , m_scope(&packer)
{
    packer.m_nextRange = 0;
    packer.m_calls = {};
    packer.m_running.emplace();
}

ActivationPacker::ForwardPass::~ForwardPass()
{
    m_packer.m_running.reset();
    m_packer.m_packed.forgetAll();
}

ActivationPacker::ActivationPacker(
    ActivationPlan plan, std::int64_t groups, std::uint64_t seed, KeptTensorListener* listener)
    : m_plan(std::move(plan))
    , m_groups(groups)
    , m_noise(seed)
    , m_listener(listener)
{
    if (listener != nullptr)
        m_listening.emplace(*listener);
}

std::unique_ptr<torch::autograd::SavedVariableHooks> ActivationPacker::hooksForNext()
{
    return std::make_unique<KeptTensor>(*this);
}

std::vector<torch::Tensor> ActivationPacker::runningRanges() const
{
    std::vector<torch::Tensor> ranges;
    std::transform(m_ranges.begin(), m_ranges.end(), std::back_inserter(ranges),
        [](const RunningRange& running) { return running.state(); });
    return ranges;
}

void ActivationPacker::tellRunningRanges() const
{
    for (const torch::Tensor& ranges : runningRanges()) {
        if (m_listener != nullptr)
            m_listener->keptForPacking(ranges, packing);
    }
}

OperatorRule ActivationPacker::ruleFor(const RunningOperators::Operator& running)
{
    Calls& calls = m_calls[placeOf(running.kind)];
    if (calls.index < 0 || calls.call != running.call) {
        ++calls.index;
        calls.call = running.call;
    }
    OperatorRule rule;
    rule.levels = m_plan.kind == ActivationKind::Int4 ? levelsOfHalfByte : levelsOfByte;
    rule.isEnabled = m_plan.kind != ActivationKind::None
        && (m_plan.kind != ActivationKind::Int8 || running.kind != OperatorKind::Other);
    if (!rule.isEnabled)
        return rule;
    return m_plan.rules.applied(rule, running.kind, calls.index);
}

bool ActivationPacker::mayPack(const torch::Tensor& tensor, const OperatorRule& rule)
{
    return rule.isEnabled && isQuantizable(tensor) && tensor.requires_grad() && !comesFromParameter(tensor)
        && !isStatisticOfNormalisation(tensor);
}

RangeGrouping ActivationPacker::groupingOf(const torch::Tensor& tensor, OperatorKind kind) const
{
    if (m_groups <= 1 || tensor.dim() < 2)
        return {};
    if (kind == OperatorKind::MatMul && tensor.dim() == 3) // batch × heads, length, width of a head
        return {0, m_groups, true};
    constexpr std::int64_t channels = 1; // of images; the heads of scores
    return {tensor.dim() == 4 ? channels : tensor.dim() - 1, m_groups, false};
}

PackingRecipe::Form ActivationPacker::formFor(OperatorKind kind) const
{
    if (m_plan.kind == ActivationKind::Offload)
        return PackingRecipe::Form::Host;
    if (m_plan.kind != ActivationKind::Int8)
        return PackingRecipe::Form::Runs;
    return kind == OperatorKind::Relu ? PackingRecipe::Form::Mask : PackingRecipe::Form::Groups;
}

std::shared_ptr<const PackedTensor> ActivationPacker::pack(
    const torch::Tensor& tensor, const ElementLayout& layout, const OperatorRule& rule)
{
    const OperatorKind kind = m_running->current().kind;
    const RangeGrouping grouping = groupingOf(tensor, kind);
    PackingRecipe recipe;
    recipe.form = formFor(kind);
    if (recipe.form == PackingRecipe::Form::Groups || recipe.form == PackingRecipe::Form::Runs)
        recipe.levels = rule.levels;
    if (recipe.form == PackingRecipe::Form::Groups)
        recipe.split = layout.split(grouping);
    auto packed = m_packed.find(tensor, layout, recipe);
    if (packed != nullptr)
        return packed;
    packed = packAnew(tensor, layout, recipe, grouping, rule);
    m_packed.remember(tensor, layout, recipe, packed);
    for (const torch::Tensor& part : packed->parts())
        tellKept(part, MemoryCategory::PackedActivation);
    return packed;
}

std::shared_ptr<const PackedTensor> ActivationPacker::packAnew(const torch::Tensor& tensor,
    const ElementLayout& layout, const PackingRecipe& recipe, const RangeGrouping& grouping,
    const OperatorRule& rule)
{
    RECORD_USER_SCOPE(packing);
    const Apart apart;
    const torch::Tensor plain = tensor.detach();
    RoundingNoise* const noise = rule.isStochastic ? &m_noise : nullptr;
    switch (recipe.form) {
    case PackingRecipe::Form::Mask:
        return std::make_shared<PositiveMask>(plain, layout);
    case PackingRecipe::Form::Host:
        return std::make_shared<OffloadedTensor>(plain, layout);
    case PackingRecipe::Form::Runs:
        return std::make_shared<QuantizedRuns>(
            plain, layout, CodeLevels{rule.levels, rule.levels <= levelsOfHalfByte}, noise);
    case PackingRecipe::Form::Groups:
        break;
    }
    torch::Tensor ranges = nextRanges(layout.grouped(plain, grouping), rule.decay);
    return std::make_shared<QuantizedTensor>(
        plain, layout, grouping, std::move(ranges), CodeLevels{rule.levels, false}, noise);
}

torch::Tensor ActivationPacker::nextRanges(const GroupedElements& elements, double decay)
{
    if (m_nextRange == m_ranges.size())
        m_ranges.emplace_back();
    RunningRange& running = m_ranges[m_nextRange++];
    const torch::Tensor before = running.state();
    torch::Tensor ranges = running.update(measureRanges(elements), decay);
    if (m_listener != nullptr && !running.state().is_same(before))
        m_listener->keptForPacking(running.state(), packing);
    return ranges;
}

void ActivationPacker::tellKept(const torch::Tensor& tensor, MemoryCategory category) const
{
    if (m_listener != nullptr)
        m_listener->kept(tensor, category, m_running->current().name);
}

} // namespace tidemark
