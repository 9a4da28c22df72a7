// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>
#include <cstring>
#include <type_traits>

// Where LibTorch 1.13 and 2.x differ for us: c10::Allocator::allocate() was const and is not any more, and
// copy_data() has become a duty. Found out from the headers themselves, not from version numbers.
namespace tidemark {

template <class Allocator>
inline constexpr bool allocateIsConst =
    std::is_same_v<decltype(&Allocator::allocate), c10::DataPtr (Allocator::*)(std::size_t) const>;

// A c10::Allocator that asks provide() for memory, whichever LibTorch is there.
template <class Allocator, bool isConst>
class PortableAllocator;

template <class Allocator>
class PortableAllocator<Allocator, true> : public Allocator {
public:
    c10::DataPtr allocate(std::size_t bytes) const final { return provide(bytes); }

protected:
    virtual c10::DataPtr provide(std::size_t bytes) const = 0;
};

template <class Allocator>
class PortableAllocator<Allocator, false> : public Allocator {
public:
    c10::DataPtr allocate(std::size_t bytes) final { return provide(bytes); }
    void copy_data(void* to, const void* from, std::size_t bytes) const final
    {
        std::memcpy(to, from, bytes);
    }

protected:
    virtual c10::DataPtr provide(std::size_t bytes) const = 0;
};

using TensorAllocatorBase = PortableAllocator<c10::Allocator, allocateIsConst<c10::Allocator>>;

} // namespace tidemark
