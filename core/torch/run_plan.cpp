// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/run_plan.h"

#include <algorithm>
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
    return fail(
        fmt::format("'{}' is no device: use cpu, cuda, cuda:N, or several as in cuda:0,cuda:1.", text));
}

Expected<std::vector<RunDevice>> RunDevice::parseList(std::string_view text)
{
    std::vector<RunDevice> devices;
    for (bool isLast = false; !isLast;) {
        const auto comma = text.find(',');
        const auto device = parse(text.substr(0, comma));
        if (!device)
            return tl::unexpected(device.error());
        if (std::find(devices.begin(), devices.end(), *device) != devices.end())
            return fail(
                fmt::format("{} is named twice: a device has one copy of the workload.", device->name()));
        devices.push_back(*device);
        isLast = comma == std::string_view::npos;
        text.remove_prefix(isLast ? text.size() : comma + 1);
    }
    const bool hasCpu = std::find(devices.begin(), devices.end(), RunDevice{}) != devices.end();
    if (hasCpu && devices.size() > 1)
        return fail(
            "cpu and CUDA devices cannot be mixed: name CUDA devices only, as in cuda:0,cuda:1, or cpu "
            "alone.");
    return devices;
}

std::string RunDevice::name() const
{
    return isCuda ? fmt::format("cuda:{}", index) : "cpu";
}

std::string_view nameOf(RunAllocator allocator)
{
    return allocator == RunAllocator::Native ? "native" : "tidemark";
}

std::string_view nameOf(Parallel parallel)
{
    return parallel == Parallel::Data ? "data" : "copies";
}

Expected<Parallel> parseParallel(std::string_view text)
{
    for (const Parallel parallel : {Parallel::Data, Parallel::Copies}) {
        if (text == nameOf(parallel))
            return parallel;
    }
    return fail(
        fmt::format("'{}' is no way to train on several devices: use data, which averages the gradients "
                    "after each backward pass, or copies, each of which trains for itself.",
            text));
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
