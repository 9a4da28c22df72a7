// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/number_options.h"
#include "app/picture_command.h"
#include "app/window_commands.h"
#include "ui/live/run_options.h"
#include "ui/navigation/place_link.h"
#include "ui/window/run_window.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace tidemark {

namespace {

// Qt ends the program where it finds no display.
bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

// Where and how the window records.
void addPlace(CLI::App& app, ui::WindowRequest& request)
{
    app.add_option("--on", request.runOn,
           "Record elsewhere: a command put before tidemark-record (\"ssh gpu-box\", \"srun -G1\")")
        ->type_name("COMMAND");
    app.add_option("--recorder", request.recorder, "The recorder's name or path there")->type_name("PROGRAM");
    app.add_option("--device", request.device, "Record on this device: cpu, cuda:0, ...")
        ->type_name("DEVICE");
    app.add_option("--allocator", request.allocator, "On CUDA: native or tidemark")->type_name("NAME");
    app.add_option("--ranks", request.ranks, "Recorders that run at once, one a rank")
        ->type_name("N")
        ->check(wholeNumber(1, ui::mostRanks));
}

// Why the window cannot be asked to show that: a file, or a link to a moment in one.
std::optional<std::string> troubleWith(const std::string& file)
{
    const QString name = QFile::decodeName(file.c_str());
    if (QFileInfo::exists(name))
        return std::nullopt;
    const auto link = ui::parsePlaceLink(name);
    if (!link)
        return link.error().message;
    if (!*link)
        return fmt::format("there is neither a command nor a file {}", file);
    const QString linked = (*link)->file;
    if (QFileInfo::exists(linked))
        return std::nullopt;
    return fmt::format("the link names {}, and no such file is there", linked.toStdString());
}

} // namespace

void addWindowCommands(CLI::App& app, int& exitCode)
{
    const auto request = std::make_shared<ui::WindowRequest>();
    app.add_option("FILE", request->files,
        "Open this recording or snapshot in the window; several, or a folder of them, as one. A link that "
        "the window has copied opens at its moment");
    app.add_option("--record", request->workload, "Record this workload at once, in the window")
        ->type_name("NAME");
    addPlace(app, *request);
    app.callback([&app, request, &exitCode] {
        if (!app.get_subcommands().empty())
            return;
        for (const std::string& file : request->files) {
            if (const auto trouble = troubleWith(file)) {
                exitCode = complain(ExitUnreadable, *trouble);
                return;
            }
        }
        exitCode = hasDisplay()
            ? ui::runWindow(*request)
            : complain(ExitCheckFailed,
                "there is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are "
                "empty); the commands in \"tidemark --help\" need none");
    });
    addPictureCommand(app, exitCode);
}

} // namespace tidemark
