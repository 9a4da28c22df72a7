// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorder.h"
#include "core/record/run_control.h"

namespace tidemark {

// Follows every operator that LibTorch runs, on every thread: the recorder learns what is running, and the
// run halts before an operator when it is paused. Operators of the backward pass are put into the scope of
// the module whose forward pass they belong to. A thread with an at::DisableRecordFunctionGuard is left
// alone.
//
// Call it once, before the workload starts. Both must live until the process ends: LibTorch has no quiet
// moment at which operators could be left unobserved again.
void observeOperators(Recorder& recorder, RunControl& control);

} // namespace tidemark
