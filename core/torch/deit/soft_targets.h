// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <torch/types.h>

namespace tidemark {

// What a classifier is to answer when images are mixed: a share for each class, which add up to one.
struct SoftBatch {
    torch::Tensor images;
    torch::Tensor shares; // count × number of classes
};

// Mixup: each image becomes `share` of itself and the rest of its counterpart from the batch's other end, and
// so do the answers. Labels are smoothed by 0.1 before. `images` is changed in place.
SoftBatch mixUp(torch::Tensor images, const torch::Tensor& classes, std::int64_t classCount, double share);

// timm's SoftTargetCrossEntropy, in single precision.
torch::Tensor softTargetCrossEntropy(const torch::Tensor& scores, const torch::Tensor& shares);

} // namespace tidemark
