// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <torch/types.h>

namespace tidemark {

// A tensor's elements in host memory that no recorded allocator gave: pinned where the tensor is a CUDA
// device's, else from the C library.
class HostCopy {
public:
    explicit HostCopy(const torch::Tensor& tensor);

    // A new tensor of the original's sizes on the original's device, contiguous. Both copies of a CUDA
    // device's tensors are in the order of the calling thread's stream, which does not wait for them.
    torch::Tensor toDevice() const;
    const torch::Tensor& onHost() const { return m_copy; }

private:
    c10::Device m_device;
    torch::Tensor m_copy;
};

} // namespace tidemark
