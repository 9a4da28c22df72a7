// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/exit_code.h"
#include "app/manual/write_manual.h"
#include "app/window_commands.h"
#include "core/base/one_line.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <new>

namespace {

// One line, as every error of the commands is.
std::string usageError(const CLI::App* app, const CLI::Error& error)
{
    const auto commands = app->get_subcommands();
    return fmt::format("tidemark: {}. Run tidemark {}--help to see what there is.\n",
        tidemark::oneLine(error.what()), commands.empty() ? "" : commands.front()->get_name() + ' ');
}

int writeOwnManual(const CLI::App& app, const char* folder)
{
    using Meaning = std::pair<int, std::string_view>;
    constexpr std::array meanings = {Meaning{tidemark::ExitFine, "All went well."},
        Meaning{tidemark::ExitCheckFailed, "A check failed, or something could not be written."},
        Meaning{tidemark::ExitWrongUsage, "The command line is wrong, or asks what cannot be told."},
        Meaning{tidemark::ExitUnreadable, "A file cannot be read; one line on standard error says why."}};
    const auto written =
        tidemark::writeManual(app, {"show where GPU memory goes", meanings, "tidemark-record"}, folder);
    if (!written)
        std::fputs(fmt::format("tidemark: {}\n", written.error().message).c_str(), stderr);
    return written ? tidemark::ExitFine : tidemark::ExitCheckFailed;
}

int run(int argc, char** argv)
{
    CLI::App app("Tidemark shows where GPU memory goes: what a caching allocator does while a LibTorch "
                 "workload runs,\n"
                 "and the memory snapshots that PyTorch writes.",
        "tidemark");
    app.set_version_flag("--version", TIDEMARK_VERSION);
    app.require_subcommand(0, 1);
    app.failure_message(usageError);
    int exitCode = tidemark::ExitFine;
    tidemark::addCommands(app, exitCode);
    tidemark::addWindowCommands(app, exitCode);
    if (argc == 3 && argv[1] == tidemark::writeManualOption)
        return writeOwnManual(app, argv[2]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? tidemark::ExitFine : tidemark::ExitWrongUsage;
    }
    return exitCode;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs(
            "tidemark: this computer's memory does not hold the file and what is made of it\n", stderr);
        return tidemark::ExitUnreadable;
    }
}
