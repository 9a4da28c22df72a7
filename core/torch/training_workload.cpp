// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/training_workload.h"

#include "core/torch/annotation_scope.h"
#include "core/torch/module_scope.h"
#include "core/torch/optimizer_state.h"

#include <fmt/format.h>
#include <torch/nn/functional/loss.h>

namespace tidemark {

namespace {

constexpr std::string_view setToNone = "set_to_none";
constexpr std::string_view accumulate = "accumulate";

} // namespace

TrainingWorkload::TrainingWorkload(
    const WorkloadPlace& place, const OptionValues& options, const TrainingPrecision& precision)
    : m_place(place)
    , m_labels(place.deviceRecorder(), place.device)
    , m_keptLabels(m_labels)
    , m_precision(precision)
    , m_setToNone(options.isOn(setToNone))
    , m_accumulate(options.integer(accumulate))
{ }

WorkloadOption TrainingWorkload::setToNoneOption()
{
    return {setToNone, OptionKind::Switch, 1, 0, 1, {},
        "free the gradients before each step, as PyTorch does; off: fill them with zeros"};
}

WorkloadOption TrainingWorkload::accumulateOption()
{
    return {accumulate, OptionKind::Integer, 1, 1, 1024, {},
        "batches a step, one after the other; the optimizer gets the mean of their gradients"};
}

void TrainingWorkload::setUp()
{
    const AnnotationScope phase(m_place.deviceRecorder(), AnnotationKind::Phase, "setup");
    const ContextScope scope(m_place.recorder, FrameKind::Scope, "setup");
    m_parameters = buildModel();
    moveModel();
    m_optimizer = makeOptimizer(m_parameters);
    if (m_place.labelsTensors)
        beginLabels();
    if (m_place.activations.kind == ActivationKind::None)
        return;
    ActivationPlan plan = m_place.activations;
    plan.runsBackwardOnce = true; // see backward()
    m_activations.emplace(
        std::move(plan), quantizationGroups(), m_place.seed, m_place.labelsTensors ? &m_labels : nullptr);
}

void TrainingWorkload::beginLabels()
{
    m_modelLabels.emplace(m_labels, m_parameters, namesOfParameters(), *m_optimizer);
    m_modelLabels->labelParameters();
    labelOtherTensors();
}

void TrainingWorkload::labelOtherTensors()
{
    for (const NamedTensor& other : otherTensors())
        m_labels.label(other.tensor, MemoryCategory::Buffer, other.name);
}

std::vector<torch::Tensor> TrainingWorkload::tensorsBetweenSteps()
{
    std::vector<torch::Tensor> tensors = stateTensors(*m_optimizer);
    for (const torch::Tensor& parameter : m_parameters) {
        tensors.push_back(parameter);
        tensors.push_back(parameter.grad());
    }
    for (const NamedTensor& other : otherTensors())
        tensors.push_back(other.tensor);
    if (m_activations) {
        const std::vector<torch::Tensor> ranges = m_activations->runningRanges();
        tensors.insert(tensors.end(), ranges.begin(), ranges.end());
    }
    return tensors;
}

void TrainingWorkload::memoryMoved()
{
    if (!m_modelLabels)
        return;
    m_modelLabels->labelAnew();
    labelOtherTensors();
    if (m_activations)
        m_activations->tellRunningRanges();
}

double TrainingWorkload::step(std::int64_t number)
{
    const AnnotationScope stepScope(
        m_place.deviceRecorder(), AnnotationKind::Step, fmt::format("step {}", number));
    zeroGradients();
    std::vector<torch::Tensor> losses;
    Batch batch; // until the next one is there, as the variable of a loop in Python
    for (std::int64_t part = 0; part < m_accumulate; ++part) {
        batch = takeBatch();
        losses.push_back(passBothWays(batch));
    }
    averageGradients();
    stepOptimizer();
    double sum = 0; // read at the very end: it waits for the device
    for (const torch::Tensor& each : losses)
        sum += each.item<double>();
    return sum / static_cast<double>(m_accumulate);
}

torch::Tensor TrainingWorkload::passBothWays(const Batch& batch)
{
    torch::Tensor result;
    {
        const AnnotationScope phase(m_place.deviceRecorder(), AnnotationKind::Phase, "forward");
        result = forward(batch);
    }
    {
        const AnnotationScope phase(m_place.deviceRecorder(), AnnotationKind::Phase, "backward");
        backward(result);
    }
    return result.detach();
}

void TrainingWorkload::backward(torch::Tensor loss)
{
    if (m_accumulate > 1)
        loss = loss / static_cast<double>(m_accumulate);
    if (m_precision.scalesLoss)
        loss = m_lossScaler.scaled(loss);
    try {
        loss.backward();
    } catch (...) {
        labelGradients(); // what there is when memory runs out is asked for most
        throw;
    }
    labelGradients();
}

void TrainingWorkload::labelGradients()
{
    if (m_modelLabels)
        m_modelLabels->labelGradients();
}

void TrainingWorkload::stepOptimizer()
{
    const AnnotationScope phase(m_place.deviceRecorder(), AnnotationKind::Phase, "optimizer");
    const ContextScope scope(m_place.recorder, FrameKind::Scope, "optimizer");
    if (m_precision.scalesLoss)
        m_lossScaler.step(*m_optimizer);
    else
        m_optimizer->step();
    if (m_modelLabels)
        m_modelLabels->labelOptimizerState();
}

// Copies draw from the same random numbers: one after the other, so that a seed gives each the same batches
// every time.
TrainingWorkload::Batch TrainingWorkload::takeBatch()
{
    const ContextScope scope(m_place.recorder, FrameKind::Scope, "batch");
    Batch made;
    if (m_place.member != nullptr)
        m_place.member->inTurn([&] { made = nextBatch(); });
    else
        made = nextBatch();
    Batch batch = {made.input.to(m_place.device), made.target.to(m_place.device)};
    if (m_place.labelsTensors) {
        m_labels.label(batch.input, MemoryCategory::Input, "input");
        m_labels.label(batch.target, MemoryCategory::Input, "target");
    }
    return batch;
}

void TrainingWorkload::averageGradients()
{
    if (m_place.member == nullptr || !m_place.member->averagesGradients())
        return;
    const AnnotationScope phase(m_place.deviceRecorder(), AnnotationKind::Phase, "average gradients");
    const ContextScope scope(m_place.recorder, FrameKind::Scope, "average gradients");
    m_place.member->averageGradients(m_parameters);
}

torch::Tensor TrainingWorkload::forward(const Batch& batch)
{
    static const std::string lossScope = "loss";
    std::optional<AutocastScope> autocast;
    if (m_precision.autocast)
        autocast.emplace(*m_precision.autocast);
    std::optional<ActivationPacker::ForwardPass> packing;
    std::optional<SavedTensorScope> labelling;
    if (m_activations)
        packing.emplace(*m_activations);
    else if (m_place.labelsTensors)
        labelling.emplace(&m_keptLabels);
    const torch::Tensor given = scores(batch.input);
    const ModuleScope scope(m_place.recorder, lossScope);
    return loss(given, batch.target);
}

torch::Tensor TrainingWorkload::loss(const torch::Tensor& scores, const torch::Tensor& target)
{
    return torch::nn::functional::cross_entropy(scores, target);
}

// What torch::nn::Module::to() does. The models have no buffers.
void TrainingWorkload::moveModel()
{
    for (torch::Tensor& parameter : m_parameters)
        parameter.set_data(parameter.to(m_place.device));
}

// By hand, since the optimizer's own zero_grad() has other rules in LibTorch 1.13 than in 2.x.
void TrainingWorkload::zeroGradients()
{
    const ContextScope scope(m_place.recorder, FrameKind::Scope, "zero_grad");
    for (torch::Tensor& parameter : m_parameters) {
        torch::Tensor& gradient = parameter.mutable_grad();
        if (!gradient.defined())
            continue;
        if (m_setToNone)
            gradient.reset();
        else
            gradient.zero_();
    }
}

} // namespace tidemark
