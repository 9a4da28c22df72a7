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

// The text of a policy: that of a file, or of a pipe such as <(...), where one has this name, else the name
// itself.
struct PolicyText {
    std::string text;
    bool isNamed = false;
};

Expected<PolicyText> policyText(const std::string& policy)
{
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(policy, ignored);
    if (!std::filesystem::exists(status))
        return PolicyText{policy, false};
    if (std::filesystem::is_directory(status))
        return fail(fmt::format("{} is a folder; name the file in it that holds the policy.", policy));
    if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_fifo(status))
        return fail(fmt::format("{} is a device, not a file that holds a policy.", policy));
    auto text = readFile(policy);
    if (!text)
        return tl::unexpected(text.error());
    return PolicyText{std::move(*text), true};
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
    const auto read = policyText(policy);
    if (!read)
        return tl::unexpected(read.error());
    const auto rules = ActivationRules::parse(read->text);
    if (!rules)
        return fail(fmt::format("{}, {}",
            read->isNamed ? policy : "in the text given (no file has this name)", rules.error().message));
    if (kind == ActivationKind::Int4 && rules->mostLevels() > mostLevelsOfInt4)
        return fail(fmt::format("level={} is more than half a byte can tell apart: with int4 use 2 to {}.",
            rules->mostLevels(), mostLevelsOfInt4));
    plan.policy = inOneLine(read->text);
    plan.rules = *rules;
    return plan;
}

} // namespace tidemark
