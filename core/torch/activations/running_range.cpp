// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/running_range.h"

#include <ATen/ops/where.h>

namespace tidemark {

torch::Tensor RunningRange::update(const torch::Tensor& measured, double decay)
{
    if (!m_ranges.defined() || m_ranges.sizes() != measured.sizes()) {
        m_ranges = measured.nan_to_num(0.0, 0.0, 0.0);
    } else {
        const torch::Tensor seen = at::where(measured.isfinite(), measured, m_ranges);
        m_ranges.sub_((m_ranges - seen).mul_(1 - decay));
    }
    return m_ranges.clone();
}

} // namespace tidemark
