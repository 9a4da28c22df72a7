// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <optional>

namespace tidemark {

// What an allocation without a label is for, from when it lived and what made it. Looks at one device of a
// recording, which must outlive this.
//
// Temporary: it ends in the training step that made it; or in no step, and before the next one begins. One
// whose step has not ended yet has not outlived it. Of memory from before the recording nobody knows the
// step, so it is never temporary.
//
// Workspace: it outlives its step, and a matrix product or convolution made it on a GPU: cuBLAS and cuBLASLt
// are given scratch memory by PyTorch the first time a handle and stream are used, and it stays theirs
// (getNewWorkspace and getCUDABlasLtWorkspace in ATen/cuda). Where the program labels its tensors, what such
// an operator leaves without a label is none of them. A stack with those functions in it says so itself.
class CategoryGuess {
public:
    CategoryGuess(const Recording& recording, std::size_t device);

    MemoryCategory of(const Allocation& allocation) const;

private:
    struct Step {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };

    std::optional<MemoryCategory> said(ContextIndex context) const;
    bool isTemporary(const Allocation& allocation) const;
    bool isWorkspace(ContextIndex context) const;

    const Recording& m_recording;
    const Device& m_device;
    std::vector<Step> m_steps; // by begin, none over another
};

} // namespace tidemark
