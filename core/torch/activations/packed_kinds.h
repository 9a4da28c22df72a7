// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/packed_tensor.h"
#include "core/torch/activations/quantizer.h"
#include "core/torch/host_copy.h"

namespace tidemark {

// One code an element, and the ranges by which it was made: a later step's are others.
class QuantizedTensor final : public PackedTensor {
public:
    // `ranges`: of the groups of `layout.grouped(tensor, grouping)`.
    QuantizedTensor(const torch::Tensor& tensor, const ElementLayout& layout, const RangeGrouping& grouping,
        torch::Tensor ranges, const CodeLevels& levels, RoundingNoise* noise);
    torch::Tensor unpack() const override;
    std::vector<torch::Tensor> parts() const override { return {m_codes, m_ranges}; }

private:
    torch::TensorOptions m_options; // of the original
    ElementLayout::Split m_split;
    std::int64_t m_count;
    CodeLevels m_levels;
    torch::Tensor m_codes;
    torch::Tensor m_ranges;
};

// ActNN's and GACT's groups: 256 elements that follow each other in memory, each with a range of its own.
// Elements with gaps between them are copied together first.
class QuantizedRuns final : public PackedTensor {
public:
    static constexpr std::int64_t runLength = 256;

    QuantizedRuns(const torch::Tensor& tensor, const ElementLayout& layout, const CodeLevels& levels,
        RoundingNoise* noise);
    torch::Tensor unpack() const override;
    std::vector<torch::Tensor> parts() const override { return {m_codes, m_ranges}; }

private:
    torch::TensorOptions m_options;
    std::int64_t m_count;
    CodeLevels m_levels;
    torch::Tensor m_codes;
    torch::Tensor m_ranges; // of the last run, which may be shorter, behind those of the others
};

// A bit an element: whether it is above zero. It comes back as 1 or 0.
class PositiveMask final : public PackedTensor {
public:
    // Elements with gaps between them are copied together first.
    PositiveMask(const torch::Tensor& tensor, const ElementLayout& layout);
    torch::Tensor unpack() const override;
    std::vector<torch::Tensor> parts() const override { return {m_bits}; }

private:
    torch::TensorOptions m_options;
    std::int64_t m_count;
    torch::Tensor m_bits;
};

// Exact, in host memory that no recorded allocator gave.
class OffloadedTensor final : public PackedTensor {
public:
    OffloadedTensor(const torch::Tensor& tensor, const ElementLayout& layout);
    torch::Tensor unpack() const override;
    std::vector<torch::Tensor> parts() const override { return {}; }

private:
    HostCopy m_copy;
};

} // namespace tidemark
