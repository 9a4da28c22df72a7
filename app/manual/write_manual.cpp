// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/write_manual.h"

#include "app/manual/completion.h"
#include "core/files/output_file.h"

#include <array>
#include <span>

namespace tidemark {

namespace {

Expected<void> writeText(const std::filesystem::path& path, const std::string& text)
{
    auto file = OutputFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto written = file->write(std::as_bytes(std::span(text)));
    return written ? file->commit() : written;
}

} // namespace

Expected<void> writeManual(const CLI::App& app, const ManualText& text, const std::filesystem::path& folder)
{
    const CommandInfo program = commandTree(app);
    const std::array<std::pair<std::string, std::string>, 4> files = {{
        {program.name + ".1", manPage(program, text)},
        {program.name + ".bash", bashCompletion(program)},
        {'_' + program.name, zshCompletion(program)},
        {program.name + ".fish", fishCompletion(program)},
    }};
    for (const auto& [name, content] : files)
        if (const auto written = writeText(folder / name, content); !written)
            return written;
    return {};
}

} // namespace tidemark
