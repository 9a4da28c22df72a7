// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/run_plan.h"

#include <charconv>
#include <fmt/format.h>

namespace tidemark {

Expected<RunDevice> RunDevice::parse(std::string_view text)
{
    constexpr std::string_view cuda = "cuda";
    if (text == "cpu")
        return RunDevice{};
    RunDevice device;
    device.isCuda = true;
    if (text == cuda)
        return device;
    if (text.starts_with("cuda:")) {
        const std::string_view number = text.substr(cuda.size() + 1);
        const auto [end, status] = std::from_chars(number.begin(), number.end(), device.index);
        constexpr int mostDevices = 128;
        if (status == std::errc() && end == number.end() && device.index >= 0 && device.index < mostDevices)
            return device;
    }
    return fail(fmt::format("'{}' is no device: use cpu, cuda or cuda:N.", text));
}

std::string RunDevice::name() const
{
    return isCuda ? fmt::format("cuda:{}", index) : "cpu";
}

std::string_view nameOf(RunAllocator allocator)
{
    return allocator == RunAllocator::Native ? "native" : "tidemark";
}

Expected<RunAllocator> allocatorFor(const RunDevice& device, std::string_view text)
{
    if (text.empty())
        return device.isCuda ? RunAllocator::Native : RunAllocator::Tidemark;
    if (text == nameOf(RunAllocator::Tidemark))
        return RunAllocator::Tidemark;
    if (text != nameOf(RunAllocator::Native))
        return fail(fmt::format("'{}' is no allocator: use native or tidemark.", text));
    if (device.isCuda)
        return RunAllocator::Native;
    return fail("LibTorch's own allocator for the CPU keeps no cache, so there is nothing to record of it: "
                "use tidemark, or leave the option out.");
}

} // namespace tidemark
