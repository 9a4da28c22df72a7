// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/transformer.h"

#include <array>
#include <torch/nn/functional/loss.h>
#include <torch/optim/adamw.h>

namespace tidemark {

std::span<const WorkloadOption> Transformer::options()
{
    static const std::array table = {
        WorkloadOption{"batch", OptionKind::Integer, 8, 1, 4096, {}, "sequences a step"},
        WorkloadOption{"head_width", OptionKind::Integer, 16, 1, 256, {}, "numbers a token has in each head"},
        WorkloadOption{"heads", OptionKind::Integer, 4, 1, 128, {}, "attention heads"},
        WorkloadOption{"layers", OptionKind::Integer, 4, 1, 128, {}, "blocks of attention and feed-forward"},
        WorkloadOption{"vocabulary", OptionKind::Integer, 1000, 2, 1 << 20, {}, "different tokens"},
        WorkloadOption{"min_length", OptionKind::Integer, 32, 2, 8192, {}, "shortest sequence"},
        WorkloadOption{"max_length", OptionKind::Integer, 256, 2, 8192, {}, "longest sequence"},
        setToNoneOption(),
    };
    return table;
}

Transformer::Transformer(Recorder& recorder, const OptionValues& options, std::uint64_t seed)
    : TrainingWorkload(recorder, options)
    , m_batch(options.integer("batch"))
    , m_width(options.integer("head_width") * options.integer("heads"))
    , m_heads(options.integer("heads"))
    , m_layerCount(options.integer("layers"))
    , m_vocabulary(options.integer("vocabulary"))
    , m_minLength(std::min(options.integer("min_length"), options.integer("max_length")))
    , m_maxLength(std::max(options.integer("min_length"), options.integer("max_length")))
    , m_random(seed)
{ }

std::vector<torch::Tensor> Transformer::buildModel()
{
    m_tokens = torch::nn::Embedding(m_vocabulary, m_width);
    m_positions = torch::nn::Embedding(m_maxLength, m_width);
    m_layers = ScopedSequence(recorder(), "layers");
    for (std::int64_t layer = 0; layer < m_layerCount; ++layer)
        m_layers->append(TransformerLayer(recorder(), "layers." + std::to_string(layer), m_width, m_heads));
    m_norm = torch::nn::LayerNorm(torch::nn::LayerNormOptions({m_width}));
    m_head = torch::nn::Linear(m_width, m_vocabulary);

    std::vector<torch::Tensor> parameters;
    for (const torch::nn::Module* part : std::initializer_list<const torch::nn::Module*>{
             m_tokens.get(), m_positions.get(), m_layers.get(), m_norm.get(), m_head.get()}) {
        const std::vector<torch::Tensor> more = part->parameters();
        parameters.insert(parameters.end(), more.begin(), more.end());
    }
    return parameters;
}

std::unique_ptr<torch::optim::Optimizer> Transformer::makeOptimizer(std::vector<torch::Tensor> parameters)
{
    return std::make_unique<torch::optim::AdamW>(
        std::move(parameters), torch::optim::AdamWOptions(1e-3).weight_decay(0.05));
}

// Not from std::uniform_int_distribution, whose numbers differ between standard libraries: one seed gives one
// sequence of sizes everywhere.
std::int64_t Transformer::nextLength()
{
    const auto lengths = static_cast<std::uint64_t>(m_maxLength - m_minLength + 1);
    return m_minLength + static_cast<std::int64_t>(m_random() % lengths);
}

TrainingWorkload::Batch Transformer::nextBatch()
{
    const std::int64_t length = nextLength();
    torch::Tensor sequences = torch::randint(m_vocabulary, {m_batch, length + 1}, torch::kLong);
    auto tokens = sequences.accessor<std::int64_t, 2>();
    for (std::int64_t row = 0; row < m_batch; ++row) {
        for (std::int64_t place = 1; place <= length; ++place)
            tokens[row][place] = (5 * tokens[row][place - 1] + 17) % m_vocabulary;
    }
    return {sequences.slice(1, 0, length), sequences.slice(1, 1).reshape({-1})};
}

torch::Tensor Transformer::loss(const Batch& batch)
{
    torch::Tensor x;
    {
        const ContextScope scope(recorder(), FrameKind::Scope, "embedding");
        x = m_tokens->forward(batch.input) + m_positions->forward(torch::arange(batch.input.size(1)));
    }
    x = m_layers->forward(std::move(x));
    {
        const ContextScope scope(recorder(), FrameKind::Scope, "head");
        x = m_head->forward(m_norm->forward(x));
    }
    const ContextScope scope(recorder(), FrameKind::Scope, "loss");
    return torch::nn::functional::cross_entropy(x.view({-1, m_vocabulary}), batch.target);
}

} // namespace tidemark
