// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorder.h"
#include "core/record/workload_options.h"
#include "core/torch/activations/activation_packer.h"
#include "core/torch/autocast.h"
#include "core/torch/labels/kept_tensor_labels.h"
#include "core/torch/labels/model_labels.h"
#include "core/torch/loss_scaler.h"
#include "core/torch/workload.h"

#include <memory>
#include <optional>
#include <torch/optim/optimizer.h>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// How precisely a model is trained.
struct TrainingPrecision {
    std::optional<AutocastState> autocast; // of the forward pass and the loss; none: by the tensors' types
    bool scalesLoss = false; // with a LossScaler
};

// A training loop: a batch, forward, backward, optimizer. What is trained, and on what, is its heirs'.
class TrainingWorkload : public Workload {
public:
    TrainingWorkload(
        const WorkloadPlace& place, const OptionValues& options, const TrainingPrecision& precision = {});

    void setUp() final;
    double step(std::int64_t number) final;
    std::vector<torch::Tensor> tensorsBetweenSteps() final;
    void memoryMoved() final;

    // The options that every training has: whether gradients are freed or filled with zeros between steps,
    // and how many batches a step adds the gradients of.
    static WorkloadOption setToNoneOption();
    static WorkloadOption accumulateOption();

protected:
    struct Batch {
        torch::Tensor input;
        torch::Tensor target;
    };

    // The model's parameters; the model is built here, on the CPU.
    virtual std::vector<torch::Tensor> buildModel() = 0;
    // Their names, as parameterNames() gives them; "parameter 0" and so on where there are fewer.
    virtual std::vector<std::string> namesOfParameters() const { return {}; }
    struct NamedTensor {
        std::string name;
        torch::Tensor tensor;
    };
    // What lives from step to step besides the model: what batches are made from, say.
    virtual std::vector<NamedTensor> otherTensors() const { return {}; }
    virtual std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) = 0;
    virtual Batch nextBatch() = 0; // on the CPU
    // The forward pass: a row of scores, one for each class, for every entry of the batch's target.
    virtual torch::Tensor scores(const torch::Tensor& input) = 0;
    // What is to become small, as one number; cross-entropy unless an heir says otherwise.
    virtual torch::Tensor loss(const torch::Tensor& scores, const torch::Tensor& target);

    // Parts of a tensor that have a range each when activations are quantised: the heads, where it has any.
    virtual std::int64_t quantizationGroups() const { return 1; }

    const WorkloadPlace& place() const { return m_place; }
    Recorder& recorder() { return m_place.recorder; }

private:
    Batch takeBatch(); // on the workload's device
    torch::Tensor passBothWays(const Batch& batch); // the loss, without its graph
    torch::Tensor forward(const Batch& batch); // the loss
    void backward(torch::Tensor loss);
    void stepOptimizer();
    void averageGradients(); // with those of other copies, where there are any
    void zeroGradients();
    void moveModel();
    void beginLabels();
    void labelGradients();
    void labelOtherTensors();

    WorkloadPlace m_place;
    TensorLabels m_labels;
    KeptTensorLabels m_keptLabels;
    TrainingPrecision m_precision;
    bool m_setToNone;
    std::int64_t m_accumulate; // batches a step
    LossScaler m_lossScaler;
    std::optional<ActivationPacker> m_activations; // none: they are kept as they are
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
    std::optional<ModelLabels> m_modelLabels; // none: nothing is labelled
};

} // namespace tidemark
