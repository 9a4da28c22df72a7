// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/library_workspaces.h"

#include <ATen/cuda/CUDAContext.h>

namespace tidemark {

void freeLibraryWorkspaces()
{
    at::cuda::clearCublasWorkspaces();
}

} // namespace tidemark
