// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/scope_table_json.h"
#include "app/number_options.h"
#include "core/analysis/scopes/scope_table_text.h"

#include <filesystem>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct ScopesArguments : FileArguments {
    std::vector<std::string> columns;
    bool leavesDefaultsOut = false;
    ScopeDetail detail;
    std::optional<std::int64_t> step;
    std::size_t every = 0;
    std::vector<std::string> filters;
    bool csv = false;
    bool html = false;
    std::string output;
};

Expected<ScopeOptions> optionsOf(const ScopesArguments& arguments)
{
    ScopeOptions options;
    if (arguments.leavesDefaultsOut)
        options.columns.clear();
    for (const std::string& name : arguments.columns) {
        const auto column = statColumnNamed(name);
        if (!column)
            return tl::unexpected(column.error());
        if (std::find(options.columns.begin(), options.columns.end(), *column) == options.columns.end())
            options.columns.push_back(*column);
    }
    options.detail = arguments.detail;
    options.step = arguments.step;
    options.every = arguments.every;
    return options;
}

std::string written(const ScopesArguments& arguments, const std::vector<ScopeTable>& tables)
{
    if (arguments.csv)
        return scopeTableCsv(tables);
    if (arguments.html)
        return scopeTableHtml(tables, std::filesystem::path(arguments.file).filename().string());
    std::string text;
    for (const ScopeTable& table : tables)
        text += (text.empty() ? "" : "\n") + scopeTableText(table);
    return text;
}

int put(const ScopesArguments& arguments, const std::string& text)
{
    return arguments.output.empty() ? print(text) : writeFile(arguments.output, text);
}

int runScopes(const ScopesArguments& arguments)
{
    if (const int refused = complainOfOwnCopy(arguments, arguments.output); refused != ExitFine)
        return refused;
    const auto options = optionsOf(arguments);
    if (!options)
        return complain(ExitWrongUsage, options.error().message);
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        auto tables = scopeTables(analyzed.recording, index, analyzed.histories[index], *options);
        if (!tables)
            return complain(ExitWrongUsage, tables.error().message);
        for (ScopeTable& table : *tables)
            table = filtered(std::move(table), arguments.filters);
        if (analyzed.doubts[index].any())
            complainOfDoubts(analyzed.recording.devices[index]);
        if (arguments.json)
            return put(arguments,
                scopeTablesJson(*tables).dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
        return put(arguments, written(arguments, *tables));
    });
}

void addForms(CLI::App& command, ScopesArguments& arguments)
{
    auto* form = command.add_option_group("form", "in which form");
    form->add_flag("--csv", arguments.csv, "print CSV, with exact bytes");
    form->add_flag("--json", arguments.json, "print JSON");
    form->add_flag("--html", arguments.html, "print one HTML page, with bars in the cells");
    form->require_option(0, 1);
    command.add_option("-T,--output", arguments.output, "write into this file instead");
}

} // namespace

void addScopesCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<ScopesArguments>();
    CLI::App* command = addCommand(app, exitCode, "scopes",
        "What memory did inside each scope, phase and named range, one row each: any figures of "
        "memory_stats(), "
        "and the level before, what was added and freed, and the peak inside",
        arguments, runScopes);
    addMoreFilesOption(*command, *arguments);
    command
        ->add_option("-c,--column", arguments->columns,
            "a further figure, such as requested_bytes.all.peak or allocation.small_pool.freed; may be "
            "repeated")
        ->allow_extra_args(false);
    command->add_flag("-D,--no-defaults", arguments->leavesDefaultsOut,
        "without active_bytes.all.peak and reserved_bytes.all.peak");
    command->add_flag("--operators", arguments->detail.operators, "also a row for each operator");
    command->add_flag("--lines", arguments->detail.lines, "also a row for each line of the program's source");
    auto* often = command->add_option_group("often", "of which training steps; else the most of all");
    often->add_option("--step", arguments->step, "this one alone");
    often->add_option("--every", arguments->every, "a table for each N-th one")->check(wholeNumber(1));
    often->require_option(0, 1);
    command
        ->add_option("-f,--filter", arguments->filters,
            "only scopes whose path contains this text, large letters or small; may be repeated: any of them")
        ->allow_extra_args(false);
    addForms(*command, *arguments);
    addDeviceOption(*command, *arguments);
}

} // namespace tidemark
