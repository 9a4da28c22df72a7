// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/bit_mask.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/zeros.h>
#include <algorithm>

namespace tidemark {

namespace {

constexpr std::int64_t elementsAtOnce = 1 << 20; // whole bytes
constexpr std::int64_t inByte = 8;

std::int64_t bytesFor(std::int64_t elements)
{
    return (elements + inByte - 1) / inByte;
}

torch::Tensor placesInByte(const torch::Tensor& like)
{
    return at::arange(inByte, like.options().dtype(torch::kUInt8));
}

} // namespace

torch::Tensor packPositive(const torch::Tensor& flat)
{
    const torch::Tensor places = placesInByte(flat);
    const torch::Tensor bits = at::empty({bytesFor(flat.numel())}, places.options());
    for (std::int64_t start = 0; start < flat.numel(); start += elementsAtOnce) {
        const std::int64_t count = std::min(elementsAtOnce, flat.numel() - start);
        const torch::Tensor each = at::zeros({bytesFor(count), inByte}, places.options());
        each.view({-1}).narrow(0, 0, count).copy_(flat.narrow(0, start, count) > 0);
        torch::Tensor bytes = bits.narrow(0, start / inByte, bytesFor(count));
        at::sum_out(bytes, each.bitwise_left_shift_(places), at::IntArrayRef{1}, false, torch::kUInt8);
    }
    return bits;
}

void unpackPositive(const torch::Tensor& flat, const torch::Tensor& bits)
{
    const torch::Tensor places = placesInByte(bits);
    for (std::int64_t start = 0; start < flat.numel(); start += elementsAtOnce) {
        const std::int64_t count = std::min(elementsAtOnce, flat.numel() - start);
        const torch::Tensor bytes = bits.narrow(0, start / inByte, bytesFor(count)).unsqueeze(1);
        const torch::Tensor each = bytes.bitwise_right_shift(places).bitwise_and_(1);
        flat.narrow(0, start, count).copy_(each.view({-1}).narrow(0, 0, count));
    }
}

} // namespace tidemark
