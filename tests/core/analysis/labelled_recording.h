// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

namespace tidemark::tests {

struct LabelledTraining {
    int steps = 4;
    int layers = 4; // convolutions, "features.0" and on, before two fully connected ones
    unsigned seed = 1; // of sizes and of what is freed when
    bool hasLabels = true; // else only the stacks and the annotations
    bool hasScopes = true; // else operators alone
};

// A small training on the real allocator with invented addresses: modules and operators in the stacks, steps
// and phases as annotations, and a label for each tensor that a program could name: parameters, gradients,
// optimizer state, a buffer, the batch, and activations, every third of which is kept packed as int8.
// The same for the same options.
Recording labelledTraining(const LabelledTraining& options = {});

} // namespace tidemark::tests
