// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/scoped_module.h"

namespace tidemark {

ScopedSequenceImpl::ScopedSequenceImpl(Recorder& recorder, std::string path)
    : m_recorder(recorder)
    , m_path(std::move(path))
{ }

torch::Tensor ScopedSequenceImpl::forward(torch::Tensor input)
{
    const ContextScope scope(m_recorder, FrameKind::Scope, m_path);
    for (Layer& layer : m_layers) {
        const ContextScope layerScope(m_recorder, FrameKind::Scope, layer.path);
        input = layer.module.forward(std::move(input));
    }
    return input;
}

} // namespace tidemark
