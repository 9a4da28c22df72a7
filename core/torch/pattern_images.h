// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <torch/types.h>

namespace tidemark {

// Images to learn from: noise, with a pattern that each class has of its own. Square, three channels, on the
// CPU.
class PatternImages {
public:
    PatternImages(std::int64_t classes, std::int64_t side) // draws the patterns
        : m_side(side)
        , m_patterns(torch::randn({classes, 3, patternSide, patternSide}))
    { }

    struct Batch {
        torch::Tensor images; // count × 3 × side × side
        torch::Tensor classes; // count
    };
    Batch next(std::int64_t count) const;
    const torch::Tensor& patterns() const { return m_patterns; }

private:
    static constexpr std::int64_t patternSide = 8; // before it is stretched over the image

    std::int64_t m_side;
    torch::Tensor m_patterns;
};

} // namespace tidemark
