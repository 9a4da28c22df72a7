// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/packed_once.h"

namespace tidemark {

PackedOnce::Source::Source(const torch::Tensor& tensor, const ElementLayout& layout)
    : offset(tensor.storage_offset())
    , version(tensor._version())
    , type(tensor.scalar_type())
    , count(layout.count())
{
    if (!layout.isDense()) {
        sizes = layout.sizes();
        strides = layout.strides();
    }
}

std::shared_ptr<const PackedTensor> PackedOnce::find(
    const torch::Tensor& tensor, const ElementLayout& layout, const PackingRecipe& recipe) const
{
    const auto [begin, end] = m_entries.equal_range(tensor.storage().unsafeGetStorageImpl());
    if (begin == end)
        return nullptr;
    const Source source(tensor, layout);
    for (auto entry = begin; entry != end; ++entry) {
        const Entry& known = entry->second;
        if (known.storage.expired() || !(known.source == source) || !(known.recipe == recipe))
            continue;
        if (auto packed = known.packed.lock()) // else it was unpacked, and has gone
            return packed;
    }
    return nullptr;
}

void PackedOnce::remember(const torch::Tensor& tensor, const ElementLayout& layout,
    const PackingRecipe& recipe, const std::shared_ptr<const PackedTensor>& packed)
{
    m_entries.emplace(tensor.storage().unsafeGetStorageImpl(),
        Entry{tensor.storage().getWeakStorageImpl(), Source(tensor, layout), recipe, packed});
}

} // namespace tidemark
