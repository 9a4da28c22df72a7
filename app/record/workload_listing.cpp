// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/workload_listing.h"

#include "core/base/bytes.h"
#include "core/torch/usable_devices.h"
#include "core/torch/workload_catalogue.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tidemark {

namespace {

std::string_view kindName(OptionKind kind)
{
    switch (kind) {
    case OptionKind::Integer:
        return "integer";
    case OptionKind::Real:
        return "real";
    case OptionKind::Switch:
        return "switch";
    case OptionKind::Word:
        return "word";
    }
    return "unknown";
}

nlohmann::json valueAsJson(const WorkloadOption& option, double value)
{
    switch (option.kind) {
    case OptionKind::Integer:
        return static_cast<std::int64_t>(value);
    case OptionKind::Switch:
        return value != 0;
    case OptionKind::Word:
        return optionText(option, value);
    case OptionKind::Real:
        break;
    }
    return value;
}

nlohmann::json optionAsJson(const WorkloadOption& option)
{
    nlohmann::json json = {
        {"name", option.name},
        {"kind", kindName(option.kind)},
        {"default", valueAsJson(option, option.byDefault)},
        {"help", option.help},
    };
    if (option.kind == OptionKind::Integer || option.kind == OptionKind::Real) {
        json["minimum"] = valueAsJson(option, option.minimum);
        json["maximum"] = valueAsJson(option, option.maximum);
    }
    if (!option.choices.empty())
        json["choices"] = std::vector<int>(option.choices.begin(), option.choices.end());
    if (!option.words.empty())
        json["choices"] = std::vector<std::string_view>(option.words.begin(), option.words.end());
    return json;
}

std::string devicesAsText()
{
    const UsableDevices usable = usableDevices();
    std::string text = "\nDevices\n";
    for (const UsableDevice& device : usable.devices)
        text += fmt::format("    --device {:<16} {}{}{}\n", device.name, device.description,
            device.description.empty() ? "" : ", ", formatBytes(device.capacity));
    return usable.withoutCuda.empty() ? text : fmt::format("{}    {}\n", text, usable.withoutCuda);
}

} // namespace

std::string listingAsText()
{
    std::string text;
    for (const WorkloadEntry& entry : workloadCatalogue()) {
        text += fmt::format("{}{}\n    {}\n", text.empty() ? "" : "\n", entry.name, entry.description);
        for (const WorkloadOption& option : entry.options) {
            const std::string assignment =
                fmt::format("{}={}", option.name, optionText(option, option.byDefault));
            text += fmt::format("    --set {:<18} {} ({})\n", assignment, option.help, validValues(option));
        }
    }
    return text + devicesAsText();
}

std::string listingAsJson()
{
    nlohmann::json workloads = nlohmann::json::array();
    for (const WorkloadEntry& entry : workloadCatalogue()) {
        nlohmann::json options = nlohmann::json::array();
        for (const WorkloadOption& option : entry.options)
            options.push_back(optionAsJson(option));
        workloads.push_back({{"name", entry.name}, {"description", entry.description},
            {"has_steps", entry.hasSteps}, {"options", std::move(options)}});
    }
    const UsableDevices usable = usableDevices();
    nlohmann::json devices = nlohmann::json::array();
    for (const UsableDevice& device : usable.devices)
        devices.push_back(
            {{"name", device.name}, {"description", device.description}, {"capacity", device.capacity}});
    nlohmann::json json = {{"workloads", std::move(workloads)}, {"devices", std::move(devices)}};
    if (!usable.withoutCuda.empty())
        json["without_cuda"] = usable.withoutCuda;
    return json.dump(2) + '\n';
}

} // namespace tidemark
