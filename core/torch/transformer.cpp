// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/transformer.h"

#include <array>
#include <fmt/format.h>

namespace tidemark {

std::span<const WorkloadOption> Transformer::options()
{
    static const std::array table = {
        WorkloadOption{"batch", OptionKind::Integer, 8, 1, 4096, {}, "sequences a step"},
        WorkloadOption{"head_width", OptionKind::Integer, 16, 1, 256, {}, "numbers a token has in each head"},
        WorkloadOption{"heads", OptionKind::Integer, 4, 1, 128, {}, "attention heads"},
        WorkloadOption{"layers", OptionKind::Integer, 4, 1, 128, {}, "blocks of attention and feed-forward"},
        WorkloadOption{"vocabulary", OptionKind::Integer, 8000, 2, 1 << 20, {}, "different tokens"},
        WorkloadOption{"min_length", OptionKind::Integer, 32, 2, 8192, {}, "shortest sequence"},
        WorkloadOption{"max_length", OptionKind::Integer, 256, 2, 8192, {}, "longest sequence"},
        setToNoneOption(),
        accumulateOption(),
        optimizerOption(OptimizerKind::AdamW),
    };
    return table;
}

Transformer::Transformer(const WorkloadPlace& place, const OptionValues& options)
    : TrainingWorkload(place, options)
    , m_optimizerKind(optimizerKind(options))
    , m_batch(options.integer("batch"))
    , m_minLength(options.integer("min_length"))
    , m_random(place.seed)
{
    m_sizes.heads = options.integer("heads");
    m_sizes.width = m_sizes.heads * options.integer("head_width");
    m_sizes.layers = options.integer("layers");
    m_sizes.vocabulary = options.integer("vocabulary");
    m_sizes.maxLength = options.integer("max_length");
}

Expected<void> Transformer::objection(const OptionValues& options)
{
    const std::int64_t shortest = options.integer("min_length");
    const std::int64_t longest = options.integer("max_length");
    if (shortest > longest)
        return fail(fmt::format("min_length ({}) is above max_length ({}).", shortest, longest));
    return {};
}

std::vector<torch::Tensor> Transformer::buildModel()
{
    m_model = TransformerModel(recorder(), m_sizes);
    return m_model->parameters();
}

std::vector<std::string> Transformer::namesOfParameters() const
{
    return parameterNames(*m_model);
}

std::unique_ptr<torch::optim::Optimizer> Transformer::makeOptimizer(std::vector<torch::Tensor> parameters)
{
    return tidemark::makeOptimizer(m_optimizerKind, {0.01, 1e-3, 0.05}, std::move(parameters));
}

// Not from std::uniform_int_distribution, whose numbers differ between standard libraries: one seed gives one
// sequence of sizes everywhere.
std::int64_t Transformer::nextLength()
{
    const auto lengths = static_cast<std::uint64_t>(m_sizes.maxLength - m_minLength + 1);
    return m_minLength + static_cast<std::int64_t>(m_random() % lengths);
}

TrainingWorkload::Batch Transformer::nextBatch()
{
    const std::int64_t length = nextLength();
    torch::Tensor sequences = torch::randint(m_sizes.vocabulary, {m_batch, length + 1}, torch::kLong);
    auto tokens = sequences.accessor<std::int64_t, 2>();
    for (std::int64_t row = 0; row < m_batch; ++row) {
        for (std::int64_t place = 1; place <= length; ++place)
            tokens[row][place] = (5 * tokens[row][place - 1] + 17) % m_sizes.vocabulary;
    }
    return {sequences.slice(1, 0, length), sequences.slice(1, 1).reshape({-1})};
}

torch::Tensor Transformer::scores(const torch::Tensor& input)
{
    return m_model->forward(input);
}

} // namespace tidemark
