// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/host_copy.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <algorithm>
#include <cstdlib>
#include <new>

namespace tidemark {

namespace {

constexpr std::size_t alignment = 64; // as LibTorch's own CPU memory

// For the sizes of `tensor`.
torch::Tensor emptyOutside(const torch::Tensor& tensor)
{
    const std::size_t bytes = std::max<std::size_t>(
        alignment, (tensor.numel() * tensor.element_size() + alignment - 1) / alignment * alignment);
    void* const memory = std::aligned_alloc(alignment, bytes);
    if (memory == nullptr)
        throw std::bad_alloc();
    return at::from_blob(
        memory, tensor.sizes(), [](void* address) { std::free(address); },
        tensor.options().device(c10::DeviceType::CPU));
}

torch::Tensor emptyPinned(const torch::Tensor& tensor)
{
    return at::empty(tensor.sizes(), tensor.options().device(c10::DeviceType::CPU).pinned_memory(true));
}

} // namespace

HostCopy::HostCopy(const torch::Tensor& tensor)
    : m_device(tensor.device())
    , m_copy(m_device.is_cpu() ? emptyOutside(tensor) : emptyPinned(tensor))
{
    m_copy.copy_(tensor, !m_device.is_cpu());
}

torch::Tensor HostCopy::toDevice() const
{
    const torch::Tensor tensor =
        at::empty(m_copy.sizes(), m_copy.options().device(m_device).pinned_memory(false));
    tensor.copy_(m_copy, !m_device.is_cpu());
    return tensor;
}

} // namespace tidemark
