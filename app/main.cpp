// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/window_commands.h"

int main(int argc, char** argv)
{
    CLI::App app("Tidemark shows where GPU memory goes: what a caching allocator does while a LibTorch "
                 "workload runs,\n"
                 "and the memory snapshots that PyTorch writes.");
    app.set_version_flag("--version", TIDEMARK_VERSION);
    app.require_subcommand(0, 1);
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
