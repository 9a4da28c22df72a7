// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/scoped_module.h"

namespace tidemark {

ScopedSequenceImpl::ScopedSequenceImpl(Recorder& recorder, std::string path)
    : m_recorder(recorder)
    , m_path(std::move(path))
{ }

torch::Tensor ScopedSequenceImpl::forwardRange(torch::Tensor input, std::size_t begin, std::size_t end)
{
    const ModuleScope scope(m_recorder, m_path);
    for (std::size_t i = begin; i < end; ++i) {
        const ModuleScope layerScope(m_recorder, m_layers[i].path);
        input = m_layers[i].module.forward(std::move(input));
    }
    return input;
}

} // namespace tidemark
