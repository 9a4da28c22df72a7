// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/checkpoint/checkpoint.h"
#include "core/torch/optimizer_kind.h"
#include "core/torch/pattern_images.h"
#include "core/torch/scoped_module.h"
#include "core/torch/training_workload.h"

#include <optional>
#include <torch/nn/modules/pooling.h>

namespace tidemark {

// VGG in torchvision's layout, without batch normalisation: few and large tensors, most of the parameters in
// one layer of the classifier. The images are noise with a pattern for each class. Its features can be
// checkpointed, a pooling stage or a number of layers at a time; the classifier never is.
class Vgg final : public TrainingWorkload {
public:
    static std::span<const WorkloadOption> options();
    Vgg(const WorkloadPlace& place, const OptionValues& options);

private:
    std::vector<torch::Tensor> buildModel() override;
    std::vector<std::string> namesOfParameters() const override;
    std::vector<NamedTensor> otherTensors() const override;
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) override;
    Batch nextBatch() override;
    torch::Tensor scores(const torch::Tensor& input) override;

    // Layers of the features that run together.
    struct Segment {
        std::string name;
        std::size_t begin = 0;
        std::size_t end = 0;
        bool isCheckpointed = true;
    };

    std::vector<Segment> stages() const; // each up to its pooling
    std::vector<Segment> equalSegments(std::size_t count) const;
    std::size_t cutNear(std::size_t layer) const;
    torch::Tensor features(torch::Tensor input);
    std::int64_t scaled(std::int64_t channels) const; // by the width, at least 1
    std::int64_t appendFeatures(); // the channels that come out
    void appendClassifier(std::int64_t channels);

    OptimizerKind m_optimizerKind;
    std::int64_t m_depth;
    std::int64_t m_batch;
    std::int64_t m_image;
    std::int64_t m_classes;
    double m_width;
    CheckpointKind m_checkpoint;
    std::int64_t m_segmentCount; // 0: the stages
    bool m_inputGradient;
    std::vector<std::size_t> m_stageEnds; // places of the layers behind each pooling
    std::vector<std::size_t> m_activations; // places of the layers that work in place
    std::vector<Segment> m_segments;
    ScopedSequence m_features = nullptr;
    ScopedModule<torch::nn::AdaptiveAvgPool2d> m_pool;
    ScopedSequence m_classifier = nullptr;
    std::optional<PatternImages> m_images; // from buildModel() on
};

} // namespace tidemark
