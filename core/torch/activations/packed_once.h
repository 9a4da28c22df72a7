// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/element_layout.h"
#include "core/torch/activations/packed_tensor.h"

#include <c10/core/StorageImpl.h>
#include <c10/util/intrusive_ptr.h>
#include <cstdint>
#include <memory>
#include <torch/types.h>
#include <unordered_map>
#include <vector>

namespace tidemark {

// How something was packed: equal recipes on equal elements give what can stand for both.
struct PackingRecipe {
    enum class Form : std::uint8_t { Groups, Runs, Mask, Host };
    Form form = Form::Groups;
    int levels = 0; // of Groups and Runs
    ElementLayout::Split split = {}; // of Groups

    bool operator==(const PackingRecipe&) const = default;
};

// Finds what was packed already, so that a tensor that several operators keep (the input of query, key and
// value), or that they see as several views of the same elements, is packed once. It keeps neither tensors
// nor what they became alive.
class PackedOnce {
public:
    // Null: not there, or changed in place since.
    std::shared_ptr<const PackedTensor> find(
        const torch::Tensor& tensor, const ElementLayout& layout, const PackingRecipe& recipe) const;
    void remember(const torch::Tensor& tensor, const ElementLayout& layout, const PackingRecipe& recipe,
        const std::shared_ptr<const PackedTensor>& packed);
    void forgetAll() { m_entries.clear(); }

private:
    struct Source {
        Source(const torch::Tensor& tensor, const ElementLayout& layout);
        bool operator==(const Source&) const = default;

        std::int64_t offset;
        std::int64_t version;
        c10::ScalarType type;
        std::int64_t count;
        std::vector<std::int64_t> sizes; // only where elements have gaps between them
        std::vector<std::int64_t> strides;
    };
    struct Entry {
        // Keeps the address of a freed storage from being another's; its memory is free.
        c10::weak_intrusive_ptr<c10::StorageImpl> storage;
        Source source;
        PackingRecipe recipe;
        std::weak_ptr<const PackedTensor> packed;
    };
    std::unordered_multimap<const c10::StorageImpl*, Entry> m_entries;
};

} // namespace tidemark
