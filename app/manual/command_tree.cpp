// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/command_tree.h"

#include <algorithm>
#include <string_view>

namespace tidemark {

namespace {

// CLI11 writes what a value may be behind its type: "TEXT:{one,two}".
std::vector<std::string> choicesOf(std::string_view typeName)
{
    const std::size_t begin = typeName.find('{');
    const std::size_t end = typeName.rfind('}');
    std::vector<std::string> choices;
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
        return choices;
    std::string_view list = typeName.substr(begin + 1, end - begin - 1);
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        choices.emplace_back(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return choices;
}

// The types that CLI11 names are not what people would call the value.
std::string valueName(std::string_view typeName)
{
    const std::string_view name = typeName.substr(0, typeName.find(':'));
    if (name == "INT" || name == "UINT")
        return "N";
    if (name == "FLOAT")
        return "X";
    return std::string(name);
}

OptionInfo optionInfo(const CLI::Option& option)
{
    OptionInfo info;
    for (const std::string& name : option.get_snames())
        info.names.push_back('-' + name);
    for (const std::string& name : option.get_lnames())
        info.names.push_back("--" + name);
    if (option.get_items_expected_max() > 0)
        info.value = valueName(option.get_type_name());
    if (info.isArgument())
        info.value = option.get_name(true);
    info.choices = choicesOf(option.get_type_name());
    info.defaultText = option.get_default_str();
    info.description = option.get_description();
    info.isRequired = option.get_required();
    info.isRepeated = option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
    return info;
}

// Groups of options are commands without a name; each has a --help of its own, which nobody is shown.
void addOptions(const CLI::App& app, std::vector<OptionInfo>& options)
{
    for (const CLI::Option* option : app.get_options())
        if (!option->get_group().empty() && (!app.get_name().empty() || option != app.get_help_ptr()))
            options.push_back(optionInfo(*option));
    for (const CLI::App* group :
        app.get_subcommands([](const CLI::App* each) { return each->get_name().empty(); }))
        addOptions(*group, options);
}

} // namespace

CommandInfo commandTree(const CLI::App& app)
{
    CommandInfo info;
    info.name = app.get_name();
    info.description = app.get_description();
    info.footer = app.get_footer();
    addOptions(app, info.options);
    std::stable_partition(info.options.begin(), info.options.end(),
        [](const OptionInfo& option) { return option.isArgument(); });
    const auto isShown = [](const CLI::App* each) {
        return !each->get_name().empty() && !each->get_group().empty();
    };
    for (const CLI::App* command : app.get_subcommands(isShown))
        info.commands.push_back(commandTree(*command));
    return info;
}

std::string usageOf(const CommandInfo& command)
{
    std::string usage = command.name + " [OPTIONS]";
    for (const OptionInfo& option : command.options) {
        if (!option.isArgument())
            continue;
        const std::string argument = option.value + (option.isRepeated ? "..." : "");
        usage += option.isRequired ? ' ' + argument : " [" + argument + ']';
    }
    return usage;
}

} // namespace tidemark
