// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/transformer_layer.h"

#include <torch/nn/modules/embedding.h>

namespace tidemark {

struct TransformerSizes {
    std::int64_t width = 0; // numbers a token has, in all heads together
    std::int64_t heads = 0;
    std::int64_t layers = 0;
    std::int64_t vocabulary = 0;
    std::int64_t maxLength = 0; // of a sequence
};

// A causal language model: embeddings, blocks, and a head that scores every token of the vocabulary.
class TransformerModelImpl : public torch::nn::Module {
public:
    TransformerModelImpl(Recorder& recorder, const TransformerSizes& sizes);

    // Batch × length tokens; the scores of the next token at each place, batch · length × vocabulary.
    torch::Tensor forward(const torch::Tensor& tokens);

private:
    std::int64_t m_vocabulary;
    ScopedModule<torch::nn::Embedding> m_tokens;
    ScopedModule<torch::nn::Embedding> m_positions;
    ScopedSequence m_layers;
    ScopedModule<torch::nn::LayerNorm> m_norm;
    ScopedModule<torch::nn::Linear> m_head;
};
TORCH_MODULE(TransformerModel);

} // namespace tidemark
