// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/quantizer.h"

#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros_like.h>
#include <algorithm>
#include <vector>

namespace tidemark {

namespace {

// A number of each group, shaped so that it meets every element of its group.
class GroupFactors {
public:
    GroupFactors(const GroupedElements& elements, const torch::Tensor& perGroup)
        : m_isCut(elements.axis == 0)
        , m_factors(perGroup.view(shapeFor(elements)))
    { }

    // For `length` places of the values' first dimension.
    torch::Tensor part(std::int64_t start, std::int64_t length) const
    {
        return m_isCut ? m_factors.narrow(0, start, length) : m_factors;
    }

private:
    static std::vector<std::int64_t> shapeFor(const GroupedElements& elements)
    {
        std::vector<std::int64_t> shape(static_cast<std::size_t>(elements.values.dim()), 1);
        if (elements.axis >= 0)
            shape[static_cast<std::size_t>(elements.axis)] = elements.values.size(elements.axis);
        return shape;
    }

    bool m_isCut; // the first dimension is that of the groups
    torch::Tensor m_factors;
};

std::int64_t placesAtOnce(const torch::Tensor& values)
{
    const std::int64_t eachPlace = values.numel() / values.size(0);
    std::int64_t places = std::max<std::int64_t>(1, quantizedAtOnce / eachPlace);
    return std::min(places, values.size(0));
}

// Calls work(start, length, elements before, elements) for one part of the first dimension after the other.
template <class Work>
void inParts(const torch::Tensor& values, Work work)
{
    const std::int64_t eachPlace = values.numel() / values.size(0);
    const std::int64_t places = placesAtOnce(values);
    for (std::int64_t start = 0; start < values.size(0); start += places) {
        const std::int64_t length = std::min(places, values.size(0) - start);
        work(start, length, start * eachPlace, length * eachPlace);
    }
}

torch::Tensor scratchFor(const torch::Tensor& values)
{
    std::vector<std::int64_t> sizes = values.sizes().vec();
    sizes.front() = placesAtOnce(values);
    return at::empty(sizes, values.options().dtype(torch::kFloat));
}

// CodeLevels a unit of the value; 0 for a group that has one value only.
torch::Tensor levelsPerUnit(const torch::Tensor& widths, const CodeLevels& levels)
{
    const torch::Tensor density = widths.reciprocal().mul_(levels.count - 1);
    return at::where(density.isfinite(), density, at::zeros_like(density));
}

// Two codes in a byte: the first in its low half.
void storePairs(const torch::Tensor& bytes, const torch::Tensor& codes)
{
    const torch::Tensor whole = codes.view({-1}).to(torch::kUInt8);
    const torch::Tensor high = whole.slice(0, 1, whole.numel(), 2);
    bytes.narrow(0, 0, high.numel()).copy_(high);
    bytes.narrow(0, high.numel(), bytes.numel() - high.numel()).zero_();
    bytes.mul_(16).bitwise_or_(whole.slice(0, 0, whole.numel(), 2));
}

void loadPairs(const torch::Tensor& codes, const torch::Tensor& bytes)
{
    const torch::Tensor flat = codes.view({-1});
    const std::int64_t highs = flat.numel() / 2;
    flat.slice(0, 0, flat.numel(), 2).copy_(bytes.bitwise_and(15));
    flat.slice(0, 1, flat.numel(), 2).copy_(bytes.narrow(0, 0, highs).div(16, "floor"));
}

torch::Tensor bytesOf(
    const torch::Tensor& codes, std::int64_t before, std::int64_t count, const CodeLevels& levels)
{
    return codes.narrow(0, codeBytes(before, levels), codeBytes(count, levels));
}

} // namespace

torch::Tensor measureRanges(const GroupedElements& elements)
{
    std::vector<std::int64_t> dimensions;
    for (std::int64_t i = 0; i < elements.values.dim(); ++i) {
        if (i != elements.axis)
            dimensions.push_back(i);
    }
    if (dimensions.empty()) // each element is a group: nothing to look for a minimum in
        return at::stack({at::zeros_like(elements.values, torch::kFloat), elements.values.to(torch::kFloat)});
    const torch::Tensor minima = at::amin(elements.values, dimensions).to(torch::kFloat).view({-1});
    const torch::Tensor maxima = at::amax(elements.values, dimensions).to(torch::kFloat).view({-1});
    return at::stack({maxima - minima, minima});
}

void quantize(const torch::Tensor& codes, const GroupedElements& elements, const torch::Tensor& ranges,
    const CodeLevels& levels, RoundingNoise* noise)
{
    const torch::Tensor& values = elements.values;
    const GroupFactors density(elements, levelsPerUnit(ranges[0], levels));
    const GroupFactors minima(elements, ranges[1]);
    const torch::Tensor scratch = scratchFor(values);
    const torch::Tensor random = noise == nullptr ? torch::Tensor() : at::empty_like(scratch);
    inParts(values, [&](std::int64_t start, std::int64_t length, std::int64_t before, std::int64_t count) {
        const torch::Tensor part = scratch.narrow(0, 0, length);
        part.copy_(values.narrow(0, start, length));
        part.sub_(minima.part(start, length)).mul_(density.part(start, length));
        if (noise != nullptr) {
            noise->fill(random);
            part.add_(random.narrow(0, 0, length));
        }
        part.round_().clamp_(0, levels.count - 1).nan_to_num_(0.0);
        const torch::Tensor bytes = bytesOf(codes, before, count, levels);
        if (levels.hasTwoInByte)
            storePairs(bytes, part);
        else
            bytes.copy_(part.view({-1}));
    });
}

void dequantize(const GroupedElements& elements, const torch::Tensor& codes, const torch::Tensor& ranges,
    const CodeLevels& levels)
{
    const torch::Tensor& values = elements.values;
    const GroupFactors unitsPerLevel(elements, ranges[0].div(levels.count - 1));
    const GroupFactors minima(elements, ranges[1]);
    const bool isDirect = values.scalar_type() == torch::kFloat && values.is_contiguous();
    const torch::Tensor scratch = isDirect ? torch::Tensor() : scratchFor(values);
    inParts(values, [&](std::int64_t start, std::int64_t length, std::int64_t before, std::int64_t count) {
        const torch::Tensor target = values.narrow(0, start, length);
        const torch::Tensor part = isDirect ? target : scratch.narrow(0, 0, length);
        const torch::Tensor bytes = bytesOf(codes, before, count, levels);
        if (levels.hasTwoInByte)
            loadPairs(part, bytes);
        else
            part.copy_(bytes.view(part.sizes()));
        part.mul_(unitsPerLevel.part(start, length)).add_(minima.part(start, length));
        if (!isDirect)
            target.copy_(part);
    });
}

} // namespace tidemark
