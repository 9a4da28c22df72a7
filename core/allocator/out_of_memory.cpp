// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/out_of_memory.h"

#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

// c10's format_size: two decimals whatever the unit, and no unit above GiB.
std::string torchSize(std::uint64_t bytes)
{
    const auto value = static_cast<double>(bytes);
    if (bytes <= kibibyte)
        return fmt::format("{} bytes", bytes);
    if (bytes <= mebibyte)
        return fmt::format("{:.2f} KiB", value / static_cast<double>(kibibyte));
    if (bytes <= gibibyte)
        return fmt::format("{:.2f} MiB", value / static_cast<double>(mebibyte));
    return fmt::format("{:.2f} GiB", value / static_cast<double>(gibibyte));
}

} // namespace

std::string OutOfMemory::message() const
{
    if (reason == Reason::Absurd)
        return "Out of memory. Tried to allocate more than 1EB memory.";
    if (reason == Reason::Assertion)
        return fmt::format("An internal assertion of this release of PyTorch fails while it looks for {}: it "
                           "would release a block of an expandable segment. PyTorch 2.5 and later do not.",
            torchSize(segmentSize));
    const std::string allowed = limit ? torchSize(*limit) + " allowed; " : std::string();
    return fmt::format(
        "Out of memory. Tried to allocate {}. The device has a total capacity of {} of which {} is free. "
        "{}Of the allocated memory {} is allocated by PyTorch, and {} is reserved by PyTorch but "
        "unallocated.",
        torchSize(segmentSize), torchSize(deviceTotal), torchSize(deviceFree), allowed, torchSize(allocated),
        torchSize(reservedUnallocated));
}

} // namespace tidemark
