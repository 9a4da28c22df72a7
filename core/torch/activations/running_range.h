// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace tidemark {

// Mesa's running ranges of the groups of one tensor, over the steps of a training: the first ones are taken
// as they are, later ones move the present ones by (1 - decay) of the difference.
class RunningRange {
public:
    // Moves by `measured` (see measureRanges()); the ranges that are then in force, in a tensor of their own:
    // what is packed by them is not touched by later moves. Ranges that are no numbers move nothing. Where
    // the number of groups is another one it begins anew.
    torch::Tensor update(const torch::Tensor& measured, double decay);

    // What lives on between steps; undefined before the first update.
    const torch::Tensor& state() const { return m_ranges; }

private:
    torch::Tensor m_ranges;
};

} // namespace tidemark
