// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/courtesy/moved_memory.h"

#include <ATen/ops/empty.h>
#include <c10/core/DeviceGuard.h>
#include <numeric>
#include <utility>

namespace tidemark {

namespace {

// All of a storage, whatever its tensors make of it.
torch::Tensor bytesOf(const c10::Storage& storage, c10::Device device)
{
    torch::Tensor bytes = at::empty({0}, torch::TensorOptions(torch::kUInt8).device(device));
    return bytes.set_(storage, 0, {static_cast<std::int64_t>(storage.nbytes())}, {1});
}

} // namespace

MovedMemory::MovedMemory(c10::Device device)
    : m_device(device)
{ }

std::int64_t MovedMemory::moveOut(const std::vector<torch::Tensor>& tensors)
{
    const c10::DeviceGuard guard(m_device);
    std::int64_t moved = 0;
    for (const torch::Tensor& tensor : tensors) {
        if (!tensor.defined() || tensor.device() != m_device || !tensor.has_storage())
            continue;
        const c10::Storage& storage = tensor.storage();
        if (storage.nbytes() == 0 || storage.data_ptr().get_context() == nullptr) // empty, or out already
            continue;
        m_moved.push_back({storage, HostCopy(bytesOf(storage, m_device))});
        const bool isHost = m_device.is_cpu();
        storage.set_data_ptr(
            {isHost ? m_moved.back().copy.onHost().data_ptr() : nullptr, m_device}); // frees what it had
        moved += static_cast<std::int64_t>(storage.nbytes());
    }
    return moved;
}

std::int64_t MovedMemory::moveBack()
{
    const c10::DeviceGuard guard(m_device);
    std::int64_t moved = 0;
    while (!m_moved.empty()) {
        const Moved& first = m_moved.front();
        const torch::Tensor fresh = first.copy.toDevice();
        first.storage.set_data_ptr(fresh.storage().set_data_ptr({nullptr, m_device}));
        moved += static_cast<std::int64_t>(first.storage.nbytes());
        m_moved.pop_front();
    }
    return moved;
}

std::int64_t MovedMemory::bytes() const
{
    return std::accumulate(
        m_moved.begin(), m_moved.end(), std::int64_t(0), [](std::int64_t sum, const Moved& moved) {
            return sum + static_cast<std::int64_t>(moved.storage.nbytes());
        });
}

} // namespace tidemark
