// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorded_heap.h"
#include "core/record/run_control.h"
#include "core/torch/compatibility.h"
#include "core/torch/run_stopped.h"

namespace tidemark {

// LibTorch's CPU allocator, served from a heap of ours. Memory it cannot get becomes c10::OutOfMemoryError.
class TensorAllocator : public TensorAllocatorBase {
public:
    // Must live until the process ends: LibTorch may keep tensors in statics.
    TensorAllocator(RecordedHeap& heap, const RunControl& control);

    // From now on every CPU tensor comes from here. Call it before the first tensor is made.
    void install();

    c10::DeleterFnPtr raw_deleter() const override;

protected:
    c10::DataPtr provide(std::size_t bytes) const override;

private:
    static void release(void* address);

    RecordedHeap& m_heap;
    const RunControl& m_control;
};

} // namespace tidemark
