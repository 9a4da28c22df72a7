// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/scoped_module.h"

namespace tidemark {

ScopedSequenceImpl::ScopedSequenceImpl(Recorder& recorder, std::string path)
    : m_recorder(recorder)
    , m_path(std::move(path))
{ }

torch::Tensor ScopedSequenceImpl::forward(torch::Tensor input)
{
    const ModuleScope scope(m_recorder, m_path);
    for (Layer& layer : m_layers) {
        const ModuleScope layerScope(m_recorder, layer.path);
        input = layer.module.forward(std::move(input));
    }
    return input;
}

} // namespace tidemark
