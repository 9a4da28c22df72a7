// SPDX-License-Identifier: GPL-3.0-or-later
// events, allocations, segments and stacks: the window's tables in the terminal.
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/row_text.h"
#include "app/number_options.h"
#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/event_rows.h"
#include "core/analysis/tables/segment_rows.h"
#include "core/analysis/tables/stack_rows.h"
#include "core/analysis/tables/table_writer.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

enum class TableKind : std::uint8_t { Events, Allocations, Segments, Stacks };

struct TableArguments : FileArguments {
    TableKind kind = TableKind::Events;
    std::string find;
    std::string sort;
    std::optional<std::size_t> top; // 0: all; none: as the form has it
    bool csv = false;
    bool hideFramework = false;
};

std::shared_ptr<const RowSource> sourceOf(
    const TableArguments& arguments, const AnalyzedRecording& analyzed, std::size_t device)
{
    // Lives as long as the command runs.
    const std::shared_ptr<const AnalyzedRecording> recording(std::shared_ptr<void>(), &analyzed);
    if (arguments.kind == TableKind::Events)
        return std::make_shared<const EventRows>(recording, device);
    auto facts = allocationFacts(recording, device);
    switch (arguments.kind) {
    case TableKind::Segments:
        return std::make_shared<const SegmentRows>(std::move(facts));
    case TableKind::Stacks:
        return std::make_shared<const StackRows>(std::move(facts), StackOptions{arguments.hideFramework, {}});
    default:
        return std::make_shared<const AllocationRows>(std::move(facts));
    }
}

// "size" or "-size": rising, or falling.
Expected<RowSorting> sortingNamed(const RowSource& source, std::string_view name)
{
    RowSorting sorting;
    sorting.isDescending = name.starts_with('-');
    const std::string_view key = name.substr(sorting.isDescending ? 1 : 0);
    if (const auto column = columnNamed(source, key)) {
        sorting.column = *column;
        return sorting;
    }
    std::string known;
    for (const TableColumn& column : source.columns())
        known += fmt::format("{}{}", known.empty() ? "" : ", ", column.key);
    return fail(fmt::format("there is no column \"{}\" to sort by; there are {}", key, known));
}

Expected<RowChoice> choiceOf(const TableArguments& arguments, const RowSource& source)
{
    RowChoice choice;
    auto query = parseQuery(arguments.find, EventsCount::FromZero);
    if (!query)
        return tl::unexpected(query.error());
    if (const auto known = checkColumns(source, *query); !known)
        return tl::unexpected(known.error());
    choice.query = std::move(*query);
    if (arguments.sort.empty())
        return choice;
    const auto sorting = sortingNamed(source, arguments.sort);
    if (!sorting)
        return tl::unexpected(sorting.error());
    choice.sorting = *sorting;
    return choice;
}

std::size_t mostRows(const TableArguments& arguments, std::size_t ofForm)
{
    const std::size_t most = arguments.top.value_or(ofForm);
    return most == 0 ? SIZE_MAX : most;
}

int writeRows(const TableArguments& arguments, const RowSource& source, const RowOrder& order)
{
    int code = ExitFine;
    const auto sink = [&code](std::string_view piece) -> Expected<void> {
        code = print(std::string(piece));
        if (code != ExitFine)
            return fail({}); // it is told already
        return {};
    };
    const auto done = writeTable(source, order, arguments.csv ? TableFormat::AsCsv : TableFormat::AsJson,
        sink, mostRows(arguments, SIZE_MAX));
    return done ? ExitFine : code;
}

int runRows(const TableArguments& arguments)
{
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t device) -> int {
        const auto source = sourceOf(arguments, analyzed, device);
        const auto choice = choiceOf(arguments, *source);
        if (!choice)
            return complain(ExitWrongUsage, choice.error().message);
        const RowOrder order = chosenRows(*source, *choice).value_or(RowOrder());
        if (order.size() == 0 || order.size() == source->size())
            if (const std::string mistake = likelyMistake(*source, choice->query); !mistake.empty())
                complain(ExitFine, mistake);
        if (arguments.csv || arguments.json)
            return writeRows(arguments, *source, order);
        constexpr std::size_t screenful = 40;
        return print(rowText(*source, order, mostRows(arguments, screenful)));
    });
}

void addTableCommand(CLI::App& app, int& exitCode, TableKind kind, const char* name, const char* help)
{
    const auto arguments = std::make_shared<TableArguments>();
    arguments->kind = kind;
    CLI::App* command = addCommand(app, exitCode, name, help, arguments, runRows);
    addMoreFilesOption(*command, *arguments);
    command->add_option("--find", arguments->find,
        "only rows that all terms hold of: a text, /a pattern/, 0x7f31c2000000 (what holds that address), "
        ">20MiB, 1MiB..4MiB, life>=100, life:1ms..2s, event:1000..2000 (from zero), where:linear, -TERM (not "
        "so)");
    command->add_option(
        "--sort", arguments->sort, "by a column, named as in CSV: --sort size rises, --sort=-size falls");
    addCountOption(*command, "--top", arguments->top, "the first rows alone (as text 40, else all)");
    if (kind == TableKind::Stacks)
        command->add_flag("--hide-framework", arguments->hideFramework,
            "leave out the frames of PyTorch, Python and the C library");
    auto* form = command->add_option_group("form", "in which form");
    form->add_flag("--json", arguments->json, "print JSON: one object a row");
    form->add_flag("--csv", arguments->csv, "print CSV");
    form->require_option(0, 1);
    addDeviceOption(*command, *arguments);
}

} // namespace

void addTableCommands(CLI::App& app, int& exitCode)
{
    addTableCommand(app, exitCode, TableKind::Events, "events",
        "Every event of a device, searched and sorted: what the allocator did, when, where and for whom");
    addTableCommand(app, exitCode, TableKind::Allocations, "allocations",
        "Every allocation of a device: when it came and went, its size, life, segment, category and place");
    addTableCommand(app, exitCode, TableKind::Segments, "segments",
        "Every segment that a device ever had: size, kind, stream, pool, and when it came and went");
    addTableCommand(app, exitCode, TableKind::Stacks, "stacks",
        "Every stack that allocated: how often, how many bytes, and how many of them at the peak");
}

} // namespace tidemark
