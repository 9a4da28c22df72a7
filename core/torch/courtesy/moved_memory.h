// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/host_copy.h"

#include <c10/core/Device.h>
#include <c10/core/Storage.h>
#include <cstdint>
#include <deque>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// The memory of tensors, moved from a device to host memory that no recorded allocator gave, and back. The
// tensors stay the same objects, and so do those that share their memory: what their storages point to is
// exchanged. In between, tensors of a CUDA device have no memory and must not be used.
class MovedMemory {
public:
    explicit MovedMemory(c10::Device device);

    // Those that are on the device and have memory, each storage once; the bytes moved.
    std::int64_t moveOut(const std::vector<torch::Tensor>& tensors);
    // In the same order, from the device's allocator. Where that has too little it throws: what is back is
    // back then, and another call goes on.
    std::int64_t moveBack();
    std::int64_t bytes() const; // that are out

private:
    struct Moved {
        c10::Storage storage;
        HostCopy copy;
    };

    c10::Device m_device;
    std::deque<Moved> m_moved;
};

} // namespace tidemark
