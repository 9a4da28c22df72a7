// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_settings.h"

#include <c10/cuda/CUDAStream.h>
#include <memory>

namespace tidemark {

// One of the allocators that are compared, on the current CUDA device.
class Contender {
public:
    virtual ~Contender() = default;

    // Whether there was memory for it. `id` names the allocation from here on.
    virtual bool allocate(std::uint64_t id, std::uint64_t size, c10::cuda::CUDAStream stream) = 0;
    virtual void* address(std::uint64_t id) const = 0;
    virtual void recordStream(std::uint64_t id, c10::cuda::CUDAStream stream) = 0;
    virtual void free(std::uint64_t id) = 0;
    virtual void emptyCache() = 0;
    virtual std::uint64_t reserved() const = 0;
    // What went wrong, if it can tell.
    virtual std::string fault() const { return {}; }
};

// PyTorch's own, whose settings are those of its environment. `share` of the device may be reserved.
std::unique_ptr<Contender> makeNative(double share, AllocatorEventSink& sink);
std::unique_ptr<Contender> makeOwn(double share, const AllocatorSettings& settings, AllocatorEventSink& sink);

} // namespace tidemark
