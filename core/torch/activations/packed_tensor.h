// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>
#include <vector>

namespace tidemark {

// What became of a tensor that is kept for the backward pass. May be used on any thread, by one at a time.
class PackedTensor {
public:
    virtual ~PackedTensor() = default;
    // The elements again, flat and in memory's order, in a new tensor of the original's type and device.
    virtual torch::Tensor unpack() const = 0;
    // What of it lies in the memory of the original's device.
    virtual std::vector<torch::Tensor> parts() const = 0;
};

} // namespace tidemark
