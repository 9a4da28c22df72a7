// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/element_layout.h"
#include "core/torch/activations/rounding_noise.h"

#include <torch/types.h>

namespace tidemark {

// Mesa's scheme (custom_quant.py, quantization_cuda_kernel.cu): every group of elements has a range, from its
// minimum over its width, which is cut into equal levels. Written with ATen's operators, for every device.
// Floating point only, and never an empty tensor.
//
// Memory: besides their results these functions need at most `quantizedAtOnce` elements, or one place of the
// values' first dimension where that is more, as float and, when rounding is stochastic, as float again; with
// two codes a byte also two bytes an element.
inline constexpr std::int64_t quantizedAtOnce = 1 << 20;

struct CodeLevels {
    int count = 256; // 2 to 256; with two codes a byte at most 16
    bool hasTwoInByte = false; // then each place of the values' first dimension, but the last, must have an
                               // even number of elements
};

constexpr std::int64_t codeBytes(std::int64_t elements, const CodeLevels& levels)
{
    return levels.hasTwoInByte ? (elements + 1) / 2 : elements;
}

// Float, 2 × groups: the widths of the groups, then their minima.
torch::Tensor measureRanges(const GroupedElements& elements);

// Writes the code of each element, in the values' order, to `codes`: uint8, flat, codeBytes() of them.
// x becomes round((x - minimum) * (count - 1) / width), with noise from -½ to ½ before rounding where
// `noise` is given, which makes it right on average; what lies outside of its range becomes its nearest end,
// never another number (Mesa's kernel wraps there).
void quantize(const torch::Tensor& codes, const GroupedElements& elements, const torch::Tensor& ranges,
    const CodeLevels& levels, RoundingNoise* noise);

// The opposite, into the values.
void dequantize(const GroupedElements& elements, const torch::Tensor& codes, const torch::Tensor& ranges,
    const CodeLevels& levels);

} // namespace tidemark
