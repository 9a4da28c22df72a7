// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/element_layout.h"

#include <algorithm>
#include <iterator>

namespace tidemark {

ElementLayout::ElementLayout(const torch::Tensor& tensor)
    : m_sizes(tensor.sizes().vec())
    , m_rebuiltStrides(tensor.strides().vec())
{
    for (std::size_t i = 0; i < m_sizes.size(); ++i) {
        const bool isRepeated = m_sizes[i] > 1 && m_rebuiltStrides[i] == 0;
        if (m_sizes[i] != 1 && !isRepeated)
            m_dimensions.push_back(i);
    }
    std::stable_sort(m_dimensions.begin(), m_dimensions.end(), [this](std::size_t left, std::size_t right) {
        return m_rebuiltStrides[left] > m_rebuiltStrides[right];
    });
    for (const std::size_t dimension : m_dimensions) {
        m_elementSizes.push_back(m_sizes[dimension]);
        m_elementStrides.push_back(m_rebuiltStrides[dimension]);
    }
    for (std::size_t i = m_dimensions.size(); i-- > 0;) {
        m_isDense = m_isDense && m_elementStrides[i] == m_count;
        m_rebuiltStrides[m_dimensions[i]] = m_count;
        m_count *= m_elementSizes[i];
    }
}

ElementLayout ElementLayout::withGaps(const torch::Tensor& tensor)
{
    ElementLayout layout(tensor);
    if (layout.m_isDense || layout.m_count == 0)
        return layout;
    std::int64_t span = 1;
    for (std::size_t i = 0; i < layout.m_elementSizes.size(); ++i)
        span += (layout.m_elementSizes[i] - 1) * layout.m_elementStrides[i];
    constexpr std::int64_t mostForEach = 4; // elements
    if (span > mostForEach * layout.m_count)
        return layout;
    layout.m_rebuiltStrides = tensor.strides().vec();
    layout.m_count = span;
    layout.m_isDense = true;
    return layout;
}

std::size_t ElementLayout::placeInMemory(std::int64_t dimension) const
{
    const auto found =
        std::find(m_dimensions.begin(), m_dimensions.end(), static_cast<std::size_t>(dimension));
    return static_cast<std::size_t>(found - m_dimensions.begin());
}

ElementLayout::Split ElementLayout::split(const RangeGrouping& grouping) const
{
    const std::size_t place = placeInMemory(grouping.dimension);
    if (grouping.groups <= 1 || place == m_dimensions.size() || m_elementSizes[place] % grouping.groups != 0)
        return {1, 1, m_count};
    Split split;
    split.groups = grouping.groups;
    for (std::size_t i = 0; i < m_elementSizes.size(); ++i)
        (i < place ? split.outer : split.inner) *= i == place ? 1 : m_elementSizes[i];
    (grouping.isAlternating ? split.outer : split.inner) *= m_elementSizes[place] / grouping.groups;
    return split;
}

torch::Tensor ElementLayout::elements(const torch::Tensor& tensor) const
{
    if (m_isDense)
        return tensor.as_strided({m_count}, {1}, tensor.storage_offset());
    return tensor.as_strided(m_elementSizes, m_elementStrides, tensor.storage_offset());
}

GroupedElements ElementLayout::grouped(const torch::Tensor& tensor, const RangeGrouping& grouping) const
{
    const Split groups = split(grouping);
    if (m_isDense)
        return groupedFlat(elements(tensor), groups);
    if (groups.groups == 1)
        return {elements(tensor), -1};
    const std::size_t place = placeInMemory(grouping.dimension);
    const auto there = static_cast<std::ptrdiff_t>(place);
    const std::int64_t each = m_elementSizes[place] / grouping.groups;
    std::vector<std::int64_t> sizes = m_elementSizes;
    std::vector<std::int64_t> strides = m_elementStrides;
    sizes[place] = grouping.isAlternating ? each : grouping.groups;
    strides[place] *= m_elementSizes[place] / sizes[place];
    sizes.insert(sizes.begin() + there + 1, m_elementSizes[place] / sizes[place]);
    strides.insert(strides.begin() + there + 1, m_elementStrides[place]);
    return {tensor.as_strided(sizes, strides, tensor.storage_offset()),
        grouping.isAlternating ? there + 1 : there};
}

torch::Tensor ElementLayout::rebuild(const torch::Tensor& flat) const
{
    return flat.as_strided(m_sizes, m_rebuiltStrides);
}

GroupedElements groupedFlat(const torch::Tensor& flat, const ElementLayout::Split& split)
{
    if (split.groups == 1)
        return {flat, -1};
    if (split.outer == 1)
        return {flat.view({split.groups, split.inner}), 0};
    return {flat.view({split.outer, split.groups, split.inner}), 1};
}

} // namespace tidemark
