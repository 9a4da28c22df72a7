// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/window_commands.h"

#include <cstdio>

namespace tidemark {

void addWindowCommands(CLI::App& app, int& exitCode)
{
    app.callback([&app, &exitCode] {
        if (!app.get_subcommands().empty())
            return;
        std::fputs("tidemark: this build has no window; \"tidemark --help\" lists what it can do\n", stderr);
        exitCode = ExitWrongUsage;
    });
}

} // namespace tidemark
