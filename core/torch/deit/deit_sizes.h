// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

// How large a DeiT is.
struct DeitSizes {
    static constexpr std::int64_t patch = 16; // side of a square of pixels that becomes a token
    static constexpr std::int64_t hiddenRatio = 4; // of the perceptron's hidden layer to the width
    static constexpr double normEpsilon = 1e-6;

    std::int64_t width = 192; // numbers a token has
    std::int64_t heads = 3; // divides the width
    std::int64_t depth = 12; // blocks
    std::int64_t image = 224; // height and width; patches fill it
    std::int64_t classes = 1000;
    double dropPath = 0; // probability that an image skips the last block's branches; rises from 0

    std::int64_t patches() const { return (image / patch) * (image / patch); }
};

// By which rules DeiT's operators choose their types, and what they keep.
struct DeitRules {
    bool hasDoubleMaps = false; // softmax keeps what it was given as well as what it gave
    bool hasWideGelu = false; // GELU works in single precision whatever comes
    bool isFused = false; // attention is one operator, which keeps no map
};

} // namespace tidemark
