// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/workload_listing.h"

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
    }
    return "unknown";
}

nlohmann::json valueAsJson(OptionKind kind, double value)
{
    switch (kind) {
    case OptionKind::Integer:
        return static_cast<std::int64_t>(value);
    case OptionKind::Switch:
        return value != 0;
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
        {"default", valueAsJson(option.kind, option.byDefault)},
        {"help", option.help},
    };
    if (option.kind != OptionKind::Switch) {
        json["minimum"] = valueAsJson(option.kind, option.minimum);
        json["maximum"] = valueAsJson(option.kind, option.maximum);
    }
    if (!option.choices.empty())
        json["choices"] = std::vector<int>(option.choices.begin(), option.choices.end());
    return json;
}

} // namespace

std::string workloadsAsText()
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
    return text;
}

std::string workloadsAsJson()
{
    nlohmann::json json = nlohmann::json::array();
    for (const WorkloadEntry& entry : workloadCatalogue()) {
        nlohmann::json options = nlohmann::json::array();
        for (const WorkloadOption& option : entry.options)
            options.push_back(optionAsJson(option));
        json.push_back({{"name", entry.name}, {"description", entry.description},
            {"has_steps", entry.hasSteps}, {"options", std::move(options)}});
    }
    return json.dump(2) + '\n';
}

} // namespace tidemark
