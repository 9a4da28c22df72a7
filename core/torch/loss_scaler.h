// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <torch/optim/optimizer.h>
#include <torch/types.h>

namespace tidemark {

// Keeps small gradients from vanishing in half precision: torch.amp.GradScaler, which C++ has no counterpart
// of. The loss is multiplied by a scale, and the gradients are divided by it before the optimizer sees them.
// A step whose gradients are not all finite is left out, and the scale made smaller; after a number of good
// steps in a row it is made larger.
class LossScaler {
public:
    struct Rules { // the defaults are GradScaler's
        double initialScale = 65536;
        double growth = 2;
        double backoff = 0.5;
        std::int64_t growthInterval = 2000; // good steps in a row
    };

    LossScaler();
    explicit LossScaler(const Rules& rules);

    torch::Tensor scaled(const torch::Tensor& loss) const;
    // In place of optimizer.step(): the gradients are divided in place. False: the step was left out.
    bool step(torch::optim::Optimizer& optimizer);
    double scale() const { return m_scale; }

private:
    void update(bool areFinite);

    Rules m_rules;
    double m_scale; // whatever it is, a float holds it
    std::int64_t m_goodSteps = 0; // since the scale last changed
};

} // namespace tidemark
