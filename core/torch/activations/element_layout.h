// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// Which elements of a tensor share a range when they are quantised.
struct RangeGrouping {
    std::int64_t dimension = 0;
    std::int64_t groups = 1; // 1: all elements are one group
    // False: contiguous slices of the dimension, such as channels. True: places that are equal modulo
    // `groups`, such as the heads of batch × heads.
    bool isAlternating = false;
};

// A tensor's elements as a view whose places along one axis are groups.
struct GroupedElements {
    torch::Tensor values;
    std::int64_t axis = -1; // -1: one group
};

// How the elements of a tensor lie in memory: each once, where the tensor repeats some (expand()), and in
// memory's order, whatever the order of its dimensions. What is packed in that order comes back as a tensor
// of the same sizes and, unless there were gaps between its elements, the same strides.
class ElementLayout {
public:
    explicit ElementLayout(const torch::Tensor& tensor);
    // The same, but with what lies in the gaps, so that every stride comes back; without, where the gaps are
    // more than three quarters. Nothing can be grouped then.
    static ElementLayout withGaps(const torch::Tensor& tensor);

    std::int64_t count() const { return m_count; } // of different elements
    bool isDense() const { return m_isDense; } // no gaps, no overlaps
    const std::vector<std::int64_t>& sizes() const { return m_elementSizes; } // in memory's order
    const std::vector<std::int64_t>& strides() const { return m_elementStrides; }

    // Elements in memory's order fall into groups as outer × groups × inner.
    struct Split {
        std::int64_t outer = 1;
        std::int64_t groups = 1;
        std::int64_t inner = 1;
        bool operator==(const Split&) const = default;
    };
    // One group where the dimension cannot be cut so.
    Split split(const RangeGrouping& grouping) const;

    // Views of `tensor`, which lies as told: no copy is made.
    torch::Tensor elements(const torch::Tensor& tensor) const;
    GroupedElements grouped(const torch::Tensor& tensor, const RangeGrouping& grouping) const;

    // The tensor of the original's sizes over `flat`, which has count() elements in memory's order.
    torch::Tensor rebuild(const torch::Tensor& flat) const;

private:
    std::size_t placeInMemory(std::int64_t dimension) const; // count of dimensions: it is not there

    std::vector<std::int64_t> m_sizes; // the tensor's own
    std::vector<std::int64_t> m_rebuiltStrides;
    std::vector<std::size_t> m_dimensions; // those with different elements, in memory's order
    std::vector<std::int64_t> m_elementSizes; // of these
    std::vector<std::int64_t> m_elementStrides;
    std::int64_t m_count = 1;
    bool m_isDense = true;
};

// The groups of `flat` elements in memory's order, as they were split.
GroupedElements groupedFlat(const torch::Tensor& flat, const ElementLayout::Split& split);

} // namespace tidemark
