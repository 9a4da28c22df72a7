// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture_command.h"

#include "app/commands/command_support.h"
#include "app/commands/moments.h"
#include "core/analysis/devices/device_alignment.h"
#include "core/analysis/devices/device_comparison.h"
#include "core/analysis/holders/group_by.h"
#include "core/files/open_recordings.h"
#include "ui/window/picture.h"

#include <QApplication>
#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

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
        request.view = *ui::pictureViewNamed(arguments.view); // checked already
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
    if (arguments.view != "devices")
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

// What cannot be drawn into, before anything is read.
Expected<void> checkOutput(const PictureArguments& arguments)
{
    for (const std::filesystem::path& file : filesOf(arguments)) {
        std::error_code isNew;
        if (std::filesystem::equivalent(file, arguments.output, isNew))
            return fail(fmt::format(
                "{} would be replaced by its own picture; name another file to write", arguments.output));
    }
    const QString suffix = QFileInfo(QFile::decodeName(arguments.output.c_str())).suffix();
    if (!suffix.isEmpty() && suffix.compare(QStringLiteral("png"), Qt::CaseInsensitive) != 0)
        return fail(
            fmt::format("{}: pictures are written as PNG; name a file that ends in .png", arguments.output));
    return parseSize(arguments.size).map([](QSize) {});
}

Expected<ui::PictureRequest> requestOf(const PictureArguments& arguments, const AnalyzedRecording& analyzed)
{
    ui::PictureRequest request;
    request.size = *parseSize(arguments.size); // checked already
    request.dark = arguments.dark;
    request.title = QFileInfo(QFile::decodeName(arguments.file.c_str())).fileName();
    if (!arguments.moreFiles.empty())
        request.title += QStringLiteral(" and %1 more").arg(arguments.moreFiles.size());
    if (const auto placed = choose(analyzed, arguments, request); !placed)
        return tl::unexpected(placed.error());
    return request;
}

// As PNG.
Expected<std::string> drawn(
    const std::shared_ptr<const AnalyzedRecording>& analyzed, const ui::PictureRequest& request)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt warns of what a display would need; nobody sees a window here.
    QLoggingCategory::setFilterRules(QStringLiteral("*.warning=false"));
    int argc = 1;
    std::string name = "tidemark";
    char* argv[] = {name.data(), nullptr};
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    const auto picture = ui::pictureOf(analyzed, request);
    if (!picture)
        return fail(fmt::format("{}: {}", request.title.toStdString(), picture.error().message));
    QByteArray png;
    QBuffer buffer(&png);
    if (!picture->save(&buffer, "PNG"))
        return fail("the picture could not be made: too little memory for its size");
    return png.toStdString();
}

// What only some views show.
struct ViewOption {
    const char* name;
    std::vector<std::string_view> views;
};

std::vector<ViewOption> viewOptions()
{
    std::vector<std::string_view> ofOneDevice;
    for (const std::string& name : ui::pictureViewNames())
        if (const auto view = *ui::pictureViewNamed(name); view != ui::PictureView::Devices)
            ofOneDevice.push_back(ui::pictureViewName(view));
    return {{"--align", {"devices"}}, {"--sort", {"devices"}}, {"--below", {"recording"}},
        {"--colour-by", {"recording", "map", "memory", "active-memory", "segments"}}, {"--at", ofOneDevice},
        {"--device", ofOneDevice}, {"--source", ofOneDevice}};
}

// An option that the view would take no notice of.
Expected<void> checkOptions(const CLI::App& picture, const std::string& view)
{
    for (const ViewOption& option : viewOptions()) {
        const auto& views = option.views;
        if (picture.count(option.name) > 0 && std::find(views.begin(), views.end(), view) == views.end())
            return fail(fmt::format("{} means nothing to --view {}; leave it out, or choose one of the views "
                                    "it is for: {}",
                option.name, view, fmt::join(views, ", ")));
    }
    return {};
}

int runPicture(const PictureArguments& arguments, const CLI::App& picture)
{
    if (const auto options = checkOptions(picture, arguments.view); !options)
        return complain(ExitWrongUsage, options.error().message);
    if (const auto output = checkOutput(arguments); !output)
        return complain(ExitWrongUsage, output.error().message);
    auto recording = openRecordings(filesOf(arguments));
    if (!recording)
        return complain(ExitUnreadable, recording.error().message);
    const auto analyzed = std::make_shared<const AnalyzedRecording>(analyze(std::move(*recording)));
    const auto request = requestOf(arguments, *analyzed);
    if (!request)
        return complain(ExitWrongUsage, request.error().message);
    const auto png = drawn(analyzed, *request);
    return png ? writeFile(arguments.output, *png) : complain(ExitCheckFailed, png.error().message);
}

// One of several words.
struct WordOption {
    const char* name;
    std::string PictureArguments::*value;
    const char* help;
    std::vector<std::string> words;
};

std::vector<WordOption> wordOptions()
{
    return {
        {"--view", &PictureArguments::view,
            "recording: the timeline, with the map below it; devices: all side by side; else one view alone",
            ui::pictureViewNames()},
        {"--align", &PictureArguments::align, "with --view devices: by time or by training step",
            {"time", "step"}},
        {"--sort", &PictureArguments::sort, "with --view devices: by rank or by peak reserved",
            {"rank", "peak"}},
        {"--colour-by", &PictureArguments::colourBy,
            "what fills allocated memory in the timeline, and what memory is told apart by below it; of one "
            "view alone, what colours the allocations of map, active-memory and segments, or tells memory "
            "apart",
            {"none", "category", "dtype", "module", "phase", "step"}},
        {"--below", &PictureArguments::below,
            "with --view recording, below the timeline: the map, or what is alive", {"map", "memory"}}};
}

} // namespace

void addPictureCommand(CLI::App& app, int& exitCode)
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
    for (const WordOption& option : wordOptions())
        picture->add_option(option.name, (*arguments).*option.value, option.help)
            ->check(CLI::IsMember(option.words))
            ->capture_default_str();
    picture->add_flag("--dark", arguments->dark, "light on dark");
    picture->callback([arguments, picture, &exitCode] { exitCode = runPicture(*arguments, *picture); });
}

} // namespace tidemark
