// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/activation_plan.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tidemark {

namespace {

constexpr int mostLevelsOfInt4 = 16;

Expected<std::string> readFile(const std::string& path)
{
    std::ifstream file(path);
    std::stringstream content;
    content << file.rdbuf();
    if (!file.is_open() || file.bad())
        return fail(fmt::format("{} cannot be read.", path));
    return content.str();
}

bool isFile(const std::string& name)
{
    std::error_code status;
    return std::filesystem::is_regular_file(name, status);
}

// Without remarks and line ends.
std::string inOneLine(const std::string& policy)
{
    std::string line;
    std::istringstream lines(policy);
    for (std::string each; std::getline(lines, each);) {
        std::istringstream words(each.substr(0, each.find('#')));
        for (std::string word; words >> word;)
            line += (line.empty() ? "" : " ") + word;
    }
    return line;
}

} // namespace

Expected<ActivationPlan> ActivationPlan::make(ActivationKind kind, const std::string& policy)
{
    ActivationPlan plan;
    plan.kind = kind;
    if (policy.empty())
        return plan;
    if (kind == ActivationKind::None)
        return fail(
            "a policy says how activations are packed, and none are: choose a way with --activations, "
            "such as int8.");
    const bool isNamed = isFile(policy);
    const auto text = isNamed ? readFile(policy) : Expected<std::string>(policy);
    if (!text)
        return tl::unexpected(text.error());
    const auto rules = ActivationRules::parse(*text);
    if (!rules)
        return fail(fmt::format(
            "{}, {}", isNamed ? policy : "in the text given (no file has this name)", rules.error().message));
    if (kind == ActivationKind::Int4 && rules->mostLevels() > mostLevelsOfInt4)
        return fail(fmt::format("level={} is more than half a byte can tell apart: with int4 use 2 to {}.",
            rules->mostLevels(), mostLevelsOfInt4));
    plan.policy = inOneLine(*text);
    plan.rules = *rules;
    return plan;
}

} // namespace tidemark
