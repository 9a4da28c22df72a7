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

} // namespace tidemark
