// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"

namespace tidemark {

void addCommands(CLI::App& app, int& exitCode)
{
    addInfoCommand(app, exitCode);
    addSeriesCommand(app, exitCode);
    addBlocksCommand(app, exitCode);
    addConvertCommand(app, exitCode);
    addSimulateCommand(app, exitCode);
    addSuggestCommand(app, exitCode);
    addCheckCommand(app, exitCode);
    addWhyCommand(app, exitCode);
    addReportCommand(app, exitCode);
    addGlossaryCommand(app, exitCode);
    addScopesCommand(app, exitCode);
    addStepsCommand(app, exitCode);
    addDiffCommand(app, exitCode);
    addAssertCommand(app, exitCode);
    addPeakCommand(app, exitCode);
    addTensorsCommand(app, exitCode);
    addTableCommands(app, exitCode);
    addBatchCommand(app, exitCode);
}

} // namespace tidemark
