// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/deit.h"

#include "core/torch/deit/soft_targets.h"

#include <array>
#include <fmt/format.h>
#include <torch/version.h>
#include <utility>

namespace tidemark {

namespace {

enum class DeitPrecision { Single, Mixed, Mixed2021 };

constexpr std::array<std::string_view, 3> modelWords = {"tiny", "small", "base"};
constexpr std::array<std::int64_t, 3> modelHeads = {3, 6, 12};
constexpr std::int64_t headWidth = 64;
constexpr std::array<std::string_view, 3> precisionWords = {"fp32", "amp", "amp_2021"};
constexpr std::array<std::string_view, 2> attentionWords = {"plain", "fused"};
constexpr std::array<std::string_view, 3> checkpointWords = {"none", "reentrant", "non_reentrant"};
constexpr double weightDecay = 0.05;

DeitPrecision precisionOf(const OptionValues& options)
{
    return static_cast<DeitPrecision>(options.integer("precision"));
}

bool isFused(const OptionValues& options)
{
    return options.integer("attention") != 0;
}

DeitSizes sizesOf(const OptionValues& options)
{
    DeitSizes sizes;
    sizes.heads = modelHeads[static_cast<std::size_t>(options.integer("model"))];
    sizes.width = sizes.heads * headWidth;
    sizes.depth = options.integer("depth");
    sizes.image = options.integer("image");
    sizes.classes = options.integer("classes");
    sizes.dropPath = options.real("drop_path");
    return sizes;
}

DeitRules rulesOf(const OptionValues& options)
{
    const bool is2021 = precisionOf(options) == DeitPrecision::Mixed2021;
    return {is2021, is2021, isFused(options)};
}

// The CPU's autocast knows bfloat16 alone.
TrainingPrecision trainingPrecision(const OptionValues& options, c10::Device device)
{
    if (precisionOf(options) == DeitPrecision::Single)
        return {};
    const c10::ScalarType type = device.is_cuda() ? torch::kHalf : torch::kBFloat16;
    return {AutocastState{device.type(), true, type, true}, options.isOn("loss_scaling")};
}

} // namespace

std::span<const WorkloadOption> Deit::options()
{
    static const std::array table = {
        WorkloadOption{
            "model", OptionKind::Word, 0, 0, 0, {}, "tokens of 192, 384 or 768 numbers", modelWords},
        WorkloadOption{"depth", OptionKind::Integer, 12, 1, 64, {}, "blocks of attention and perceptron"},
        WorkloadOption{"batch", OptionKind::Integer, 8, 1, 4096, {}, "images a step; the authors' is 128"},
        WorkloadOption{"image", OptionKind::Integer, 112, 16, 1024, {},
            "height and width of an image, whole patches of 16; the authors' is 224"},
        WorkloadOption{"classes", OptionKind::Integer, 1000, 2, 100000, {}, "classes to tell apart"},
        WorkloadOption{"precision", OptionKind::Word, 1, 0, 0, {},
            "single, or mixed by the rules of today or of 2021: GELU in single precision, softmax keeps what "
            "it was given",
            precisionWords},
        WorkloadOption{"attention", OptionKind::Word, 0, 0, 0, {},
            "written out, or one operator that keeps no map (LibTorch 2.0 or newer)", attentionWords},
        WorkloadOption{"checkpoint", OptionKind::Word, 0, 0, 0, {},
            "run each block again in the backward pass, instead of keeping what it needs", checkpointWords},
        WorkloadOption{"drop_path", OptionKind::Real, 0.1, 0, 0.9, {},
            "share of images that skip the last block; the first skips none"},
        WorkloadOption{"learning_rate", OptionKind::Real, 0.0005, 0, 10, {}, "of the optimizer"},
        WorkloadOption{"loss_scaling", OptionKind::Switch, 1, 0, 1, {},
            "with mixed precision: multiply the loss so that small gradients survive"},
        setToNoneOption(),
        accumulateOption(),
        optimizerOption(OptimizerKind::AdamW),
    };
    return table;
}

Expected<void> Deit::objection(const OptionValues& options)
{
    const std::int64_t image = options.integer("image");
    if (image % DeitSizes::patch != 0)
        return fail(fmt::format("image ({}) is no multiple of a patch's side, {}.", image, DeitSizes::patch));
    if (!isFused(options))
        return {};
    if (!hasFusedAttention())
        return fail(
            fmt::format("attention=fused needs LibTorch 2.0 or newer, and this is {}.", TORCH_VERSION));
    if (precisionOf(options) == DeitPrecision::Mixed2021)
        return fail("attention=fused has no softmax of its own that precision=amp_2021 could change: choose "
                    "amp, or attention=plain.");
    return {};
}

Deit::Deit(const WorkloadPlace& place, const OptionValues& options)
    : TrainingWorkload(place, options, trainingPrecision(options, place.device))
    , m_optimizerKind(optimizerKind(options))
    , m_learningRate(options.real("learning_rate"))
    , m_batch(options.integer("batch"))
    , m_sizes(sizesOf(options))
    , m_rules(rulesOf(options))
    , m_checkpoint(static_cast<CheckpointKind>(options.integer("checkpoint")))
{ }

std::vector<torch::Tensor> Deit::buildModel()
{
    m_model = DeitModel(place(), m_sizes, m_rules, m_checkpoint);
    m_images.emplace(m_sizes.classes, m_sizes.image);
    return m_model->parameters();
}

std::vector<std::string> Deit::namesOfParameters() const
{
    return parameterNames(*m_model);
}

std::vector<TrainingWorkload::NamedTensor> Deit::otherTensors() const
{
    return {{"patterns", m_images->patterns()}};
}

std::unique_ptr<torch::optim::Optimizer> Deit::makeOptimizer(std::vector<torch::Tensor> parameters)
{
    return tidemark::makeOptimizer(
        m_optimizerKind, {m_learningRate, m_learningRate, weightDecay}, std::move(parameters));
}

TrainingWorkload::Batch Deit::nextBatch()
{
    auto [images, classes] = m_images->next(m_batch);
    const double share = torch::rand({1}).item<double>();
    SoftBatch mixed = mixUp(std::move(images), classes, m_sizes.classes, share);
    return {std::move(mixed.images), std::move(mixed.shares)};
}

torch::Tensor Deit::scores(const torch::Tensor& input)
{
    return m_model->forward(input);
}

torch::Tensor Deit::loss(const torch::Tensor& scores, const torch::Tensor& target)
{
    return softTargetCrossEntropy(scores, target);
}

} // namespace tidemark
