// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/pattern_images.h"

#include <utility>

namespace tidemark {

PatternImages::Batch PatternImages::next(std::int64_t count) const
{
    torch::Tensor classes = torch::randint(m_patterns.size(0), {count}, torch::kLong);
    torch::Tensor images = torch::randn({count, 3, m_side, m_side});
    images += at::upsample_nearest2d(m_patterns.index_select(0, classes), {m_side, m_side});
    return {std::move(images), std::move(classes)};
}

} // namespace tidemark
