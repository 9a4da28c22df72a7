// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/vgg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <torch/nn/init.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/pooling.h>

namespace tidemark {

namespace {

constexpr std::array depths = {11, 13, 16, 19};
constexpr std::array<std::int64_t, 5> stageChannels = {64, 128, 256, 512, 512};
constexpr std::array<std::string_view, 3> checkpointKinds = {"none", "reentrant", "non_reentrant"};
constexpr std::int64_t pooled = 7; // the features' side behind the adaptive pooling
constexpr std::int64_t classifierWidth = 4096;

// Convolutions in each stage: torchvision's configurations A, B, D and E.
std::array<int, 5> stageDepths(std::int64_t depth)
{
    switch (depth) {
    case 13:
        return {2, 2, 2, 2, 2};
    case 16:
        return {2, 2, 3, 3, 3};
    case 19:
        return {2, 2, 4, 4, 4};
    default:
        return {1, 1, 2, 2, 2};
    }
}

} // namespace

std::span<const WorkloadOption> Vgg::options()
{
    static const std::array table = {
        WorkloadOption{"depth", OptionKind::Integer, 11, 11, 19, depths, "layers with weights"},
        WorkloadOption{"batch", OptionKind::Integer, 8, 1, 4096, {}, "images a step"},
        WorkloadOption{"image", OptionKind::Integer, 64, 32, 1024, {}, "height and width of an image"},
        WorkloadOption{"classes", OptionKind::Integer, 10, 2, 100000, {}, "classes to tell apart"},
        WorkloadOption{
            "width", OptionKind::Real, 0.25, 0.015625, 4, {}, "channels, as a share of the original's"},
        WorkloadOption{"checkpoint", OptionKind::Word, 0, 0, 0, {},
            "run parts of the features again in the backward pass, instead of keeping what they need",
            checkpointKinds},
        WorkloadOption{"segments", OptionKind::Integer, 0, 0, 40, {},
            "equal parts to checkpoint, all but the last; 0: one a pooling stage"},
        WorkloadOption{"input_gradient", OptionKind::Switch, 1, 0, 1, {},
            "with reentrant checkpoints let the images require a gradient; without, no weight of the first "
            "part gets one"},
        setToNoneOption(),
        accumulateOption(),
        optimizerOption(OptimizerKind::SgdMomentum),
    };
    return table;
}

Vgg::Vgg(const WorkloadPlace& place, const OptionValues& options)
    : TrainingWorkload(place, options)
    , m_optimizerKind(optimizerKind(options))
    , m_depth(options.integer("depth"))
    , m_batch(options.integer("batch"))
    , m_image(options.integer("image"))
    , m_classes(options.integer("classes"))
    , m_width(options.real("width"))
    , m_checkpoint(static_cast<CheckpointKind>(options.integer("checkpoint")))
    , m_segmentCount(options.integer("segments"))
    , m_inputGradient(m_checkpoint == CheckpointKind::Reentrant && options.isOn("input_gradient"))
    , m_pool(place.recorder, "avgpool", torch::nn::AdaptiveAvgPool2d(pooled))
{ }

std::int64_t Vgg::scaled(std::int64_t channels) const
{
    return std::max<std::int64_t>(1, std::llround(static_cast<double>(channels) * m_width));
}

std::int64_t Vgg::appendFeatures()
{
    std::int64_t channels = 3;
    const auto convolutions = stageDepths(m_depth);
    for (std::size_t stage = 0; stage < stageChannels.size(); ++stage) {
        for (int i = 0; i < convolutions[stage]; ++i) {
            const std::int64_t out = scaled(stageChannels[stage]);
            torch::nn::Conv2d convolution(torch::nn::Conv2dOptions(channels, out, 3).padding(1));
            torch::nn::init::kaiming_normal_(convolution->weight, 0, torch::kFanOut, torch::kReLU);
            torch::nn::init::zeros_(convolution->bias);
            m_features->append(std::move(convolution));
            m_activations.push_back(m_features->size());
            m_features->append(torch::nn::ReLU(torch::nn::ReLUOptions(true)));
            channels = out;
        }
        m_features->append(torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2).stride(2)));
        m_stageEnds.push_back(m_features->size());
    }
    return channels;
}

void Vgg::appendClassifier(std::int64_t channels)
{
    const std::int64_t width = scaled(classifierWidth);
    m_classifier->append(torch::nn::Linear(channels * pooled * pooled, width));
    m_classifier->append(torch::nn::ReLU(torch::nn::ReLUOptions(true)));
    m_classifier->append(torch::nn::Dropout());
    m_classifier->append(torch::nn::Linear(width, width));
    m_classifier->append(torch::nn::ReLU(torch::nn::ReLUOptions(true)));
    m_classifier->append(torch::nn::Dropout());
    m_classifier->append(torch::nn::Linear(width, m_classes));
}

std::vector<torch::Tensor> Vgg::buildModel()
{
    m_features = ScopedSequence(recorder(), "features");
    m_classifier = ScopedSequence(recorder(), "classifier");
    appendClassifier(appendFeatures());
    m_segments = m_segmentCount == 0 ? stages() : equalSegments(static_cast<std::size_t>(m_segmentCount));
    m_images.emplace(m_classes, m_image);
    std::vector<torch::Tensor> parameters = m_features->parameters();
    const std::vector<torch::Tensor> rest = m_classifier->parameters();
    parameters.insert(parameters.end(), rest.begin(), rest.end());
    return parameters;
}

std::vector<std::string> Vgg::namesOfParameters() const
{
    std::vector<std::string> names = parameterNames(*m_features, "features");
    const std::vector<std::string> rest = parameterNames(*m_classifier, "classifier");
    names.insert(names.end(), rest.begin(), rest.end());
    return names;
}

std::vector<TrainingWorkload::NamedTensor> Vgg::otherTensors() const
{
    return {{"patterns", m_images->patterns()}};
}

std::unique_ptr<torch::optim::Optimizer> Vgg::makeOptimizer(std::vector<torch::Tensor> parameters)
{
    return tidemark::makeOptimizer(m_optimizerKind, {0.01, 1e-3, 5e-4}, std::move(parameters));
}

TrainingWorkload::Batch Vgg::nextBatch()
{
    auto [images, classes] = m_images->next(m_batch);
    return {std::move(images), std::move(classes)};
}

std::vector<Vgg::Segment> Vgg::stages() const
{
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < m_stageEnds.size(); ++i)
        segments.push_back({fmt::format("stage {}", i + 1), i == 0 ? 0 : m_stageEnds[i - 1], m_stageEnds[i]});
    return segments;
}

// The input of a segment that runs again is a leaf, and no leaf can be changed in place: an activation stays
// with the layer before it.
std::size_t Vgg::cutNear(std::size_t layer) const
{
    const bool isActivation =
        std::find(m_activations.begin(), m_activations.end(), layer) != m_activations.end();
    return isActivation ? layer + 1 : layer;
}

// As checkpoint_sequential() of torch/utils/checkpoint.py cuts, but see cutNear(): the last part takes the
// remainder, and is not checkpointed.
std::vector<Vgg::Segment> Vgg::equalSegments(std::size_t count) const
{
    count = std::min(count, m_features->size());
    const std::size_t length = m_features->size() / count;
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < count; ++i) {
        const bool isLast = i + 1 == count;
        const std::size_t begin = cutNear(i * length);
        const std::size_t end = isLast ? m_features->size() : cutNear((i + 1) * length);
        if (begin < end)
            segments.push_back({fmt::format("segment {}", segments.size() + 1), begin, end, !isLast});
    }
    return segments;
}

torch::Tensor Vgg::features(torch::Tensor input)
{
    if (m_checkpoint == CheckpointKind::None)
        return m_features->forward(std::move(input));
    for (const Segment& segment : m_segments) {
        const ModelSegment run = [this, &segment](const torch::Tensor& given) {
            return m_features->forwardRange(given, segment.begin, segment.end);
        };
        input =
            segment.isCheckpointed ? checkpoint(m_checkpoint, place(), segment.name, run, input) : run(input);
    }
    return input;
}

torch::Tensor Vgg::scores(const torch::Tensor& input)
{
    const torch::Tensor images = m_inputGradient ? input.detach().requires_grad_() : input;
    return m_classifier->forward(m_pool(features(images)).flatten(1));
}

} // namespace tidemark
