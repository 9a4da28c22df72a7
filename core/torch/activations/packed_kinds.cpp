// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/packed_kinds.h"

#include "core/torch/activations/bit_mask.h"

#include <ATen/ops/empty.h>
#include <utility>

namespace tidemark {

namespace {

torch::Tensor emptyCodes(const torch::Tensor& like, std::int64_t bytes)
{
    return at::empty({bytes}, like.options().dtype(torch::kUInt8));
}

// Calls work(groups, begin of their codes, begin of their ranges) for the runs of full length and for the
// rest behind them.
template <class Work>
void forRuns(const torch::Tensor& flat, const CodeLevels& levels, Work work)
{
    constexpr std::int64_t runLength = QuantizedRuns::runLength;
    const std::int64_t runs = flat.numel() / runLength;
    const std::int64_t inRuns = runs * runLength;
    const std::int64_t rest = flat.numel() - inRuns;
    if (runs > 0)
        work(GroupedElements{flat.narrow(0, 0, inRuns).view({runs, runLength}), 0}, std::int64_t(0),
            std::int64_t(0));
    if (rest > 0)
        work(GroupedElements{flat.narrow(0, inRuns, rest).view({1, rest}), 0}, codeBytes(inRuns, levels),
            runs);
}

} // namespace

QuantizedTensor::QuantizedTensor(const torch::Tensor& tensor, const ElementLayout& layout,
    const RangeGrouping& grouping, torch::Tensor ranges, const CodeLevels& levels, RoundingNoise* noise)
    : m_options(tensor.options())
    , m_split(layout.split(grouping))
    , m_count(layout.count())
    , m_levels(levels)
    , m_codes(emptyCodes(tensor, codeBytes(m_count, levels)))
    , m_ranges(std::move(ranges))
{
    quantize(m_codes, layout.grouped(tensor, grouping), m_ranges, m_levels, noise);
}

torch::Tensor QuantizedTensor::unpack() const
{
    torch::Tensor flat = at::empty({m_count}, m_options);
    dequantize(groupedFlat(flat, m_split), m_codes, m_ranges, m_levels);
    return flat;
}

QuantizedRuns::QuantizedRuns(
    const torch::Tensor& tensor, const ElementLayout& layout, const CodeLevels& levels, RoundingNoise* noise)
    : m_options(tensor.options())
    , m_count(layout.count())
    , m_levels(levels)
    , m_codes(emptyCodes(tensor, codeBytes(m_count, levels)))
    , m_ranges(at::empty({2, (m_count + runLength - 1) / runLength}, tensor.options().dtype(torch::kFloat)))
{
    const torch::Tensor flat = layout.elements(tensor).contiguous().view({-1});
    forRuns(
        flat, m_levels, [&](const GroupedElements& runs, std::int64_t codesBegin, std::int64_t rangesBegin) {
            const torch::Tensor ranges = m_ranges.narrow(1, rangesBegin, runs.values.size(0));
            ranges.copy_(measureRanges(runs));
            quantize(m_codes.narrow(0, codesBegin, codeBytes(runs.values.numel(), m_levels)), runs, ranges,
                m_levels, noise);
        });
}

torch::Tensor QuantizedRuns::unpack() const
{
    torch::Tensor flat = at::empty({m_count}, m_options);
    forRuns(
        flat, m_levels, [&](const GroupedElements& runs, std::int64_t codesBegin, std::int64_t rangesBegin) {
            dequantize(runs, m_codes.narrow(0, codesBegin, codeBytes(runs.values.numel(), m_levels)),
                m_ranges.narrow(1, rangesBegin, runs.values.size(0)), m_levels);
        });
    return flat;
}

PositiveMask::PositiveMask(const torch::Tensor& tensor, const ElementLayout& layout)
    : m_options(tensor.options())
    , m_count(layout.count())
    , m_bits(packPositive(layout.elements(tensor).contiguous().view({-1})))
{ }

torch::Tensor PositiveMask::unpack() const
{
    torch::Tensor flat = at::empty({m_count}, m_options);
    unpackPositive(flat, m_bits);
    return flat;
}

OffloadedTensor::OffloadedTensor(const torch::Tensor& tensor, const ElementLayout& layout)
    : m_copy(layout.elements(tensor))
{ }

torch::Tensor OffloadedTensor::unpack() const
{
    return m_copy.toDevice().view({-1});
}

} // namespace tidemark
