// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/run_plan.h"

#include <c10/core/Device.h>

namespace tidemark {

inline c10::Device torchDevice(const RunDevice& device)
{
    if (!device.isCuda)
        return c10::Device(c10::DeviceType::CPU);
    return {c10::DeviceType::CUDA, static_cast<c10::DeviceIndex>(device.index)};
}

} // namespace tidemark
