// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/labels/tensor_labels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace tidemark {

namespace {

DataType dataTypeOf(c10::ScalarType type)
{
    switch (type) {
    case c10::ScalarType::Double:
        return DataType::Float64;
    case c10::ScalarType::Float:
        return DataType::Float32;
    case c10::ScalarType::Half:
        return DataType::Float16;
    case c10::ScalarType::BFloat16:
        return DataType::BFloat16;
    case c10::ScalarType::Long:
        return DataType::Int64;
    case c10::ScalarType::Int:
        return DataType::Int32;
    case c10::ScalarType::Short:
        return DataType::Int16;
    case c10::ScalarType::Char:
        return DataType::Int8;
    case c10::ScalarType::Byte:
        return DataType::UInt8;
    case c10::ScalarType::Bool:
        return DataType::Bool;
    default:
        return DataType::Other;
    }
}

const void* storageOf(const torch::Tensor& tensor)
{
    return tensor.storage().data_ptr().get();
}

// `shape` must outlive what is returned.
DeviceRecorder::Tensor described(
    const torch::Tensor& tensor, MemoryCategory category, fmt::memory_buffer& shape)
{
    const c10::IntArrayRef sizes = tensor.sizes();
    fmt::format_to(std::back_inserter(shape), "[{}]", fmt::join(sizes.begin(), sizes.end(), ", "));
    DeviceRecorder::Tensor described;
    described.address = reinterpret_cast<std::uintptr_t>(storageOf(tensor));
    described.bytes = static_cast<std::uint64_t>(tensor.numel()) * tensor.element_size();
    described.shape = {shape.data(), shape.size()};
    described.category = category;
    described.dataType = dataTypeOf(tensor.scalar_type());
    return described;
}

} // namespace

TensorLabels::TensorLabels(DeviceRecorder& recorder, c10::Device device)
    : m_recorder(recorder)
    , m_device(device)
{ }

bool TensorLabels::isHere(const torch::Tensor& tensor) const
{
    return tensor.defined() && tensor.device() == m_device && tensor.has_storage()
        && storageOf(tensor) != nullptr;
}

bool TensorLabels::isOfParameter(const torch::Tensor& tensor) const
{
    return m_parameters.find(storageOf(tensor)) != m_parameters.end();
}

void TensorLabels::label(const torch::Tensor& tensor, MemoryCategory category, std::string_view name)
{
    if (!isHere(tensor))
        return;
    fmt::memory_buffer shape;
    DeviceRecorder::Tensor told = described(tensor, category, shape);
    told.name = name;
    m_recorder.tensor(told);
}

void TensorLabels::parameter(const torch::Tensor& tensor, std::string_view name)
{
    if (isHere(tensor))
        m_parameters.insert(storageOf(tensor));
    label(tensor, MemoryCategory::Parameter, name);
}

void TensorLabels::kept(const torch::Tensor& tensor, MemoryCategory category, std::string_view operation)
{
    if (!isHere(tensor) || isOfParameter(tensor))
        return;
    fmt::memory_buffer shape;
    DeviceRecorder::Tensor told = described(tensor, category, shape);
    told.operation = operation;
    m_recorder.keptTensor(told);
}

void TensorLabels::keptForPacking(const torch::Tensor& tensor, std::string_view operation)
{
    kept(tensor, MemoryCategory::Buffer, operation);
}

} // namespace tidemark
