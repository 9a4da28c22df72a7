// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/moments.h"
#include "app/number_options.h"
#include "app/window_commands.h"
#include "core/analysis/devices/device_alignment.h"
#include "core/analysis/devices/device_comparison.h"
#include "core/analysis/holders/group_by.h"
#include "core/files/open_recordings.h"
#include "ui/live/run_options.h"
#include "ui/navigation/place_link.h"
#include "ui/window/picture.h"
#include "ui/window/run_window.h"

#include <QApplication>
#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace tidemark {

namespace {

struct PictureArguments {
    std::string file;
    std::vector<std::string> moreFiles;
    std::string output;
    std::string view = "recording";
    std::string align = "time";
    std::string sort = "rank";
    std::string source; // of the device, where several files were given
    std::string size = "1600x1000";
    std::string moment = "end";
    std::string colourBy = "none";
    std::string below = "map";
    int device = 0;
    bool dark = false;
};

Expected<QSize> parseSize(const std::string& text)
{
    const QStringList parts = QString::fromStdString(text).split(QLatin1Char('x'));
    bool isWidth = false;
    bool isHeight = false;
    const QSize size(parts.value(0).toInt(&isWidth), parts.value(1).toInt(&isHeight));
    constexpr int least = 200;
    constexpr int most = 16'000;
    if (parts.size() != 2 || !isWidth || !isHeight || size.width() < least || size.height() < least
        || size.width() > most || size.height() > most)
        return fail(
            fmt::format("--size {} is not WIDTHxHEIGHT with {} to {} pixels each", text, least, most));
    return size;
}

// Where `--device` and `--at` lead.
Expected<void> place(
    const AnalyzedRecording& analyzed, const PictureArguments& arguments, ui::PictureRequest& request)
{
    const auto& devices = analyzed.recording.devices;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (devices[i].ordinal != arguments.device
            || (!arguments.source.empty() && devices[i].source != arguments.source))
            continue;
        const auto position = momentNamed(arguments.moment, analyzed, i, Curve::Active);
        if (!position)
            return tl::unexpected(position.error());
        request.device = i;
        request.position = *position;
        request.colourBy = groupByFromName(arguments.colourBy);
        request.showsMemory = arguments.below == "memory";
        return {};
    }
    return fail(fmt::format("{} has no device {}",
        arguments.source.empty() ? arguments.file : arguments.source, arguments.device));
}

// The devices page has no device of its own to look at.
Expected<void> choose(
    const AnalyzedRecording& analyzed, const PictureArguments& arguments, ui::PictureRequest& request)
{
    if (arguments.view == "recording")
        return place(analyzed, arguments, request);
    if (!compareDevices(analyzed).isMeaningful())
        return fail(fmt::format("{} has no two devices with memory to lay side by side: a picture of "
                                "--view devices needs them",
            arguments.file));
    request.view = ui::PictureView::Devices;
    request.position = SIZE_MAX; // the end
    request.alignBySteps = arguments.align == "step";
    request.order = arguments.sort == "peak" ? ui::DeviceOrder::PeakReserved : ui::DeviceOrder::Rank;
    if (request.alignBySteps && !hasSteps(analyzed.recording))
        return fail(fmt::format("{} tells no training steps to align by", arguments.file));
    return {};
}

std::vector<std::filesystem::path> filesOf(const PictureArguments& arguments)
{
    std::vector<std::filesystem::path> files = {arguments.file};
    files.insert(files.end(), arguments.moreFiles.begin(), arguments.moreFiles.end());
    return files;
}

int runPicture(const PictureArguments& arguments)
{
    for (const std::filesystem::path& file : filesOf(arguments)) {
        std::error_code isNew;
        if (std::filesystem::equivalent(file, arguments.output, isNew))
            return complain(ExitWrongUsage,
                fmt::format(
                    "{} would be replaced by its own picture; name another file to write", arguments.output));
    }
    const QString suffix = QFileInfo(QFile::decodeName(arguments.output.c_str())).suffix();
    if (!suffix.isEmpty() && suffix.compare(QStringLiteral("png"), Qt::CaseInsensitive) != 0)
        return complain(ExitWrongUsage,
            fmt::format("{}: pictures are written as PNG; name a file that ends in .png", arguments.output));
    ui::PictureRequest request;
    const auto size = parseSize(arguments.size);
    if (!size)
        return complain(ExitWrongUsage, size.error().message);
    auto recording = openRecordings(filesOf(arguments));
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    const auto analyzed = std::make_shared<const AnalyzedRecording>(analyze(std::move(*recording)));
    request.size = *size;
    request.dark = arguments.dark;
    request.title = QFileInfo(QFile::decodeName(arguments.file.c_str())).fileName();
    if (!arguments.moreFiles.empty())
        request.title += QStringLiteral(" and %1 more").arg(arguments.moreFiles.size());
    if (const auto placed = choose(*analyzed, arguments, request); !placed)
        return complain(ExitWrongUsage, placed.error().message);

    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt warns of what a display would need; nobody sees a window here.
    QLoggingCategory::setFilterRules(QStringLiteral("*.warning=false"));
    int argc = 1;
    std::string name = "tidemark";
    char* argv[] = {name.data(), nullptr};
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    QByteArray png;
    QBuffer buffer(&png);
    if (!ui::pictureOf(analyzed, request).save(&buffer, "PNG"))
        return complain(ExitCheckFailed, "the picture could not be made: too little memory for its size");
    return writeFile(arguments.output, png.toStdString());
}

// Qt ends the program where it finds no display.
bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

void addPicture(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<PictureArguments>();
    CLI::App* picture = app.add_subcommand("picture", "Draw the window's views into a PNG, without a window");
    picture
        ->add_option("FILE", arguments->file, "a recording, a PyTorch memory snapshot, or a folder of them")
        ->required();
    picture->add_option("MORE", arguments->moreFiles, "further files, such as those of other ranks");
    picture->add_option("-o,--output", arguments->output, "the PNG to write")->required();
    picture->add_option("--size", arguments->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
    picture
        ->add_option(
            "--at", arguments->moment, fmt::format("{}. The peak is that of active memory", momentNames))
        ->capture_default_str();
    picture->add_option("--device", arguments->device, "the device's number")->capture_default_str();
    picture->add_option("--source", arguments->source, "of several files, the one whose device it is");
    picture->add_option("--view", arguments->view, "recording: one device; devices: all side by side")
        ->check(CLI::IsMember({"recording", "devices"}))
        ->capture_default_str();
    picture->add_option("--align", arguments->align, "the devices by time or by training step")
        ->check(CLI::IsMember({"time", "step"}))
        ->capture_default_str();
    picture->add_option("--sort", arguments->sort, "the devices by rank or by peak reserved")
        ->check(CLI::IsMember({"rank", "peak"}))
        ->capture_default_str();
    picture
        ->add_option("--colour-by", arguments->colourBy,
            "what fills allocated memory in the timeline, and what memory is told apart by below it")
        ->check(CLI::IsMember({"none", "category", "dtype", "module", "phase", "step"}))
        ->capture_default_str();
    picture->add_option("--below", arguments->below, "below the timeline: the map, or what is alive")
        ->check(CLI::IsMember({"map", "memory"}))
        ->capture_default_str();
    picture->add_flag("--dark", arguments->dark, "light on dark");
    picture->callback([arguments, &exitCode] { exitCode = runPicture(*arguments); });
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
    addPicture(app, exitCode);
}

} // namespace tidemark
