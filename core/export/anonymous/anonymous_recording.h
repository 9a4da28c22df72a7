// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

namespace tidemark {

// The recording as it can be given to strangers: every name in it that is not PyTorch's, Python's or the
// allocator's own is replaced by a stand-in, see StandIns. That is: functions and files of stacks, modules,
// tensors, annotations, marks, threads, metadata, the workload, the files it came from, names of settings
// that are not PyTorch's or the recorder's, and values of settings that are no numbers or words of PyTorch.
// Sentences of the reader are left out. Everything else, and with it every figure, is as it was; the names of
// devices (the GPU's model) and addresses are, too.
Recording anonymousRecording(const Recording& recording);

} // namespace tidemark
