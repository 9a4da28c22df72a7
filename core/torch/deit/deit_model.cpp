// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/deit_model.h"

#include <string_view>
#include <torch/nn/init.h>

namespace tidemark {

namespace {

constexpr double initialDeviation = 0.02;

torch::nn::Conv2d makeProjection(const DeitSizes& sizes)
{
    return torch::nn::Conv2d(
        torch::nn::Conv2dOptions(3, sizes.width, DeitSizes::patch).stride(DeitSizes::patch));
}

} // namespace

DeitModelImpl::DeitModelImpl(
    const WorkloadPlace& place, const DeitSizes& sizes, const DeitRules& rules, CheckpointKind checkpoint)
    : m_place(place)
    , m_checkpoint(checkpoint)
    , m_classToken(register_parameter("cls_token", torch::zeros({1, 1, sizes.width})))
    , m_positions(register_parameter("pos_embed", torch::zeros({1, sizes.patches() + 1, sizes.width})))
    , m_projection(place.recorder, "patch_embed.proj", makeProjection(sizes))
    , m_norm(place.recorder, "norm", deitNorm(sizes.width))
    , m_head(place.recorder, "head", DeitLinear(sizes.width, sizes.classes))
{
    auto embedding = std::make_shared<torch::nn::Module>();
    embedding->register_module("proj", m_projection.module());
    register_module("patch_embed", std::move(embedding));
    appendBlocks(sizes, rules);
    register_module("norm", m_norm.module());
    register_module("head", m_head.module());
    initialise();
}

void DeitModelImpl::appendBlocks(const DeitSizes& sizes, const DeitRules& rules)
{
    auto blocks = std::make_shared<torch::nn::Module>();
    for (std::int64_t number = 0; number < sizes.depth; ++number) {
        const double share =
            sizes.depth == 1 ? 0 : static_cast<double>(number) / static_cast<double>(sizes.depth - 1);
        std::string path = "blocks." + std::to_string(number);
        DeitBlock block(m_place.recorder, path, sizes, rules, share * sizes.dropPath);
        blocks->register_module(std::to_string(number), block);
        m_blocks.push_back({std::move(path), std::move(block)});
    }
    register_module("blocks", std::move(blocks));
}

void DeitModelImpl::initialise()
{
    const torch::NoGradGuard noGradients;
    torch::nn::init::normal_(m_classToken, 0, initialDeviation);
    torch::nn::init::normal_(m_positions, 0, initialDeviation);
    for (const auto& module : modules(false)) {
        const auto* const linear = module->as<torch::nn::LinearImpl>();
        if (linear == nullptr)
            continue;
        torch::nn::init::normal_(linear->weight, 0, initialDeviation);
        torch::nn::init::zeros_(linear->bias);
    }
}

torch::Tensor DeitModelImpl::embed(const torch::Tensor& images)
{
    const ModuleScope scope(m_place.recorder, m_embeddingPath);
    const torch::Tensor patches = m_projection(images).flatten(2).transpose(1, 2);
    const torch::Tensor token = m_classToken.expand({images.size(0), -1, -1});
    return torch::cat({token, patches}, 1) + m_positions;
}

torch::Tensor DeitModelImpl::forward(const torch::Tensor& images)
{
    torch::Tensor tokens = embed(images);
    for (const NamedBlock& each : m_blocks) {
        const ModelSegment run = [block = each.block](
                                     const torch::Tensor& given) mutable { return block->forward(given); };
        tokens = checkpoint(m_checkpoint, m_place, each.path, run, tokens);
    }
    return m_head(m_norm(tokens).select(1, 0));
}

} // namespace tidemark
