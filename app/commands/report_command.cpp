// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "core/report/report_html.h"
#include "core/report/report_text.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace tidemark {

namespace {

struct ReportArguments : FileArguments {
    std::string output; // empty: standard output
    bool html = false;
};

// By the name's end; nothing where it says neither.
std::optional<bool> isHtml(const ReportArguments& arguments)
{
    if (arguments.output.empty())
        return arguments.html;
    const std::string extension = std::filesystem::path(arguments.output).extension().string();
    if (extension == ".html" || extension == ".htm" || extension == ".xhtml")
        return true;
    if (extension == ".txt" || extension == ".text")
        return arguments.html;
    return arguments.html ? std::optional(true) : std::nullopt;
}

std::string reportTitle(const ReportArguments& arguments)
{
    const std::string name = std::filesystem::path(arguments.file).filename().string();
    const std::string first = name.empty() ? arguments.file : name;
    return arguments.moreFiles.empty() ? first
                                       : fmt::format("{} and {} more", first, arguments.moreFiles.size());
}

int runReport(const ReportArguments& arguments)
{
    if (const int refused = complainOfOwnCopy(arguments, arguments.output); refused != ExitFine)
        return refused;
    const auto html = isHtml(arguments);
    if (!html)
        return complain(ExitWrongUsage,
            fmt::format("{}: the name ends in neither .html nor .txt, so what is wanted is not told",
                arguments.output));
    return withRecording(arguments, [&](const AnalyzedRecording& analyzed) -> int {
        ReportOptions options;
        options.title = reportTitle(arguments);
        const ReportPage page = reportPage(analyzed, options);
        const std::string text = *html ? reportHtml(page) : reportText(page);
        return arguments.output.empty() ? print(text) : writeFile(arguments.output, text);
    });
}

} // namespace

void addReportCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<ReportArguments>();
    CLI::App* command = addCommand(app, exitCode, "report",
        "One page about a recording: its curves, what fills its peak, what keeps memory unused, and why",
        arguments, runReport);
    addMoreFilesOption(*command, *arguments);
    command->add_option("-o,--output", arguments->output,
        "a file that ends in .html or .txt; without it the text goes to standard output");
    command->add_flag("--html", arguments->html, "HTML, whatever the name; also to standard output");
}

} // namespace tidemark
