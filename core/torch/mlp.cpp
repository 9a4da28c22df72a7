// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/mlp.h"

#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/linear.h>

namespace tidemark {

std::span<const WorkloadOption> Mlp::options()
{
    static const std::array table = {
        WorkloadOption{"batch", OptionKind::Integer, 128, 1, 1 << 20, {}, "samples a step"},
        WorkloadOption{"inputs", OptionKind::Integer, 784, 1, 1 << 16, {}, "numbers a sample has"},
        WorkloadOption{"hidden", OptionKind::Integer, 1024, 1, 1 << 16, {}, "width of the hidden layers"},
        WorkloadOption{"layers", OptionKind::Integer, 3, 1, 256, {}, "hidden layers"},
        WorkloadOption{"classes", OptionKind::Integer, 10, 2, 1 << 16, {}, "classes to tell apart"},
        setToNoneOption(),
        accumulateOption(),
        optimizerOption(OptimizerKind::Adam),
    };
    return table;
}

Mlp::Mlp(const WorkloadPlace& place, const OptionValues& options)
    : TrainingWorkload(place, options)
    , m_optimizerKind(optimizerKind(options))
    , m_batch(options.integer("batch"))
    , m_inputs(options.integer("inputs"))
    , m_hidden(options.integer("hidden"))
    , m_layers(options.integer("layers"))
    , m_classes(options.integer("classes"))
{ }

std::vector<torch::Tensor> Mlp::buildModel()
{
    m_model = ScopedSequence(recorder(), "layers");
    std::int64_t width = m_inputs;
    for (std::int64_t layer = 0; layer < m_layers; ++layer) {
        m_model->append(torch::nn::Linear(width, m_hidden));
        m_model->append(torch::nn::ReLU());
        width = m_hidden;
    }
    m_model->append(torch::nn::Linear(width, m_classes));
    m_teacher = torch::randn({m_inputs, m_classes});
    return m_model->parameters();
}

std::vector<std::string> Mlp::namesOfParameters() const
{
    return parameterNames(*m_model, "layers");
}

std::vector<TrainingWorkload::NamedTensor> Mlp::otherTensors() const
{
    return {{"teacher", m_teacher}};
}

std::unique_ptr<torch::optim::Optimizer> Mlp::makeOptimizer(std::vector<torch::Tensor> parameters)
{
    return tidemark::makeOptimizer(m_optimizerKind, {0.01, 1e-3, 0}, std::move(parameters));
}

TrainingWorkload::Batch Mlp::nextBatch()
{
    torch::Tensor input = torch::randn({m_batch, m_inputs});
    torch::Tensor target = input.matmul(m_teacher).argmax(1);
    return {std::move(input), std::move(target)};
}

torch::Tensor Mlp::scores(const torch::Tensor& input)
{
    return m_model->forward(input);
}

} // namespace tidemark
