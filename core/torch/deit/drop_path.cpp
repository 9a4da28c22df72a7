// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/deit/drop_path.h"

namespace tidemark {

torch::Tensor dropPath(const torch::Tensor& branch, double probability)
{
    if (probability == 0)
        return branch;
    const double kept = 1 - probability;
    const torch::Tensor factors = branch.new_empty({branch.size(0), 1, 1}).bernoulli_(kept).div_(kept);
    return branch * factors;
}

} // namespace tidemark
