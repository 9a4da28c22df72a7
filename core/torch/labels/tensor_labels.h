// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/device_recorder.h"
#include "core/torch/activations/kept_tensor_listener.h"

#include <c10/core/Device.h>
#include <string>
#include <string_view>
#include <torch/types.h>
#include <unordered_set>

namespace tidemark {

// Tells a device's recorder which tensors its memory holds. Nothing is kept alive, no memory of the device is
// used, and what the program computes stays the same. Tensors elsewhere, and those without memory of their
// own, are passed over. Any thread may call, apart from parameter(), which nothing else may run beside.
class TensorLabels final : public KeptTensorListener {
public:
    TensorLabels(DeviceRecorder& recorder, c10::Device device); // the recorder outlives this

    void label(const torch::Tensor& tensor, MemoryCategory category, std::string_view name);
    // Views of it that operators keep are not told of later: they hold no memory besides.
    void parameter(const torch::Tensor& tensor, std::string_view name);
    void forgetParameters() { m_parameters.clear(); } // they have moved elsewhere

    void kept(const torch::Tensor& tensor, MemoryCategory category, std::string_view operation) override;
    void keptForPacking(const torch::Tensor& tensor, std::string_view operation) override;

private:
    bool isHere(const torch::Tensor& tensor) const;
    bool isOfParameter(const torch::Tensor& tensor) const;

    DeviceRecorder& m_recorder;
    c10::Device m_device;
    std::unordered_set<const void*> m_parameters; // addresses of their storages
};

} // namespace tidemark
