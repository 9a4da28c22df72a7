// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/activation_kind.h"
#include "core/torch/activations/activation_rules.h"

#include <string>

namespace tidemark {

// What a run does with what operators keep for the backward pass.
struct ActivationPlan {
    ActivationKind kind = ActivationKind::None;
    std::string policy; // as given, in one line; `rules` is what it says
    ActivationRules rules;
    // Each graph runs backward once, as in training: what is packed goes when its elements are made again, so
    // that both are held for as long only as that takes. Another pass is refused, as autograd refuses it.
    bool runsBackwardOnce = false;

    // `policy` is a text or the name of a file that holds one; empty: none. What does not go together with
    // the kind, and what is wrong in a policy, is refused.
    static Expected<ActivationPlan> make(ActivationKind kind, const std::string& policy);
};

} // namespace tidemark
