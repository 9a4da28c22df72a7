// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/cuda/native_tensor_memory.h"
#include "core/torch/run_memory.h"

namespace tidemark {

// PyTorch's own allocator on every CUDA device of a run. It empties the caches of all devices at once.
class NativeRunMemory final : public RunMemory {
public:
    static std::unique_ptr<RunMemory> make(const RunPlan& plan, Recorder& recorder);

    std::vector<RecordedMemory::Emptied> emptyCache() override;

private:
    NativeRunMemory(
        std::vector<std::unique_ptr<TensorMemory>> owned, std::vector<NativeTensorMemory*> devices);

    std::vector<NativeTensorMemory*> m_devices;
};

} // namespace tidemark
