// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/tensor_label.h"

#include <string_view>
#include <torch/types.h>

namespace tidemark {

// Is told which memory is kept for the backward pass, at the moment it begins to be kept.
class KeptTensorListener {
public:
    virtual ~KeptTensorListener() = default;

    // `tensor` is what stays in memory: the operator's own (Activation), or what it became
    // (PackedActivation: uint8, or its ranges). `operation` keeps it: "aten::addmm"; empty where it is none
    // of LibTorch's.
    virtual void kept(const torch::Tensor& tensor, MemoryCategory category, std::string_view operation) = 0;
    // `tensor` lives from step to step so that others can be packed: running ranges.
    virtual void keptForPacking(const torch::Tensor& tensor, std::string_view operation) = 0;
};

} // namespace tidemark
