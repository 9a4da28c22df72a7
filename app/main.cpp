// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/window_commands.h"
#include "core/base/one_line.h"

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

int run(int argc, char** argv)
{
    CLI::App app("Tidemark shows where GPU memory goes: what a caching allocator does while a LibTorch "
                 "workload runs,\n"
                 "and the memory snapshots that PyTorch writes.");
    app.set_version_flag("--version", TIDEMARK_VERSION);
    app.require_subcommand(0, 1);
    app.failure_message(usageError);
    int exitCode = tidemark::ExitFine;
    tidemark::addCommands(app, exitCode);
    tidemark::addWindowCommands(app, exitCode);
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
