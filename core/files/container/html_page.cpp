// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/html_page.h"

#include "core/files/foreign/own_exports.h"
#include "core/files/text_head.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tidemark {

namespace {

constexpr std::size_t maxFiles = 1000;

bool beginsWithWord(std::string_view text, std::string_view word)
{
    return text.size() >= word.size()
        && std::equal(word.begin(), word.end(), text.begin(), [](char expected, char found) {
               return std::tolower(static_cast<unsigned char>(found)) == expected;
           });
}

// Behind `"key" : "`, from `at` on; npos if there is none.
std::size_t findValue(std::string_view text, std::string_view key, std::size_t at)
{
    for (at = text.find(key, at); at != std::string_view::npos; at = text.find(key, at)) {
        at += key.size();
        const std::size_t colon = text.find_first_not_of(" \t\r\n", at);
        if (colon == std::string_view::npos || text[colon] != ':')
            continue;
        const std::size_t quote = text.find_first_not_of(" \t\r\n", colon + 1);
        if (quote != std::string_view::npos && text[quote] == '"')
            return quote + 1;
    }
    return std::string_view::npos;
}

// What the page is that holds no file.
std::string_view describe(std::string_view page)
{
    // PyTorch 2.0 wrote what its plots draw instead of the snapshot.
    constexpr std::array plots{"trace_data =", "plot_data =", "alloc_data ="};
    if (std::any_of(plots.begin(), plots.end(),
            [page](const char* plot) { return page.find(plot) != std::string_view::npos; }))
        return "it is a page by PyTorch 2.0, which holds the lines of a plot, but not the snapshot that they "
               "were drawn from: open the snapshot itself.";
    if (isOwnPage(page))
        return "it is a report that Tidemark wrote, and cannot open again: open the recording that it tells "
               "of. A browser shows it.";
    if (page.find("data:image/png;base64") != std::string_view::npos)
        return "it is a page with a picture, such as export_memory_timeline() of torch.profiler writes, and "
               "a picture has no figures: export it as .raw.json.gz.";
    return "it is a web page without a memory snapshot inside.";
}

} // namespace

bool looksLikePage(std::span<const std::byte> head)
{
    std::string_view text = textBehindBlanks(head);
    while (text.starts_with("<!--")) {
        const std::size_t end = text.find("-->");
        if (end == std::string_view::npos)
            return true;
        text = text.substr(end + 3);
        text = text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    }
    return beginsWithWord(text, "<!doctype html") || beginsWithWord(text, "<html")
        || beginsWithWord(text, "<head") || beginsWithWord(text, "<body") || beginsWithWord(text, "<script");
}

Expected<std::vector<PageFile>> filesInPage(std::span<const std::byte> bytes)
{
    const std::string_view page(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::vector<PageFile> files;
    std::size_t begin = findValue(page, "\"base64\"", 0);
    std::size_t last = 0; // behind the file before
    while (begin != std::string_view::npos) {
        if (files.size() >= maxFiles)
            return fail("the page holds more files than a page for snapshots does.");
        PageFile file;
        file.offset = begin;
        const std::size_t end = page.find('"', begin);
        file.isCut = end == std::string_view::npos;
        file.base64 = page.substr(begin, file.isCut ? end : end - begin);
        const std::string_view before = page.substr(last, begin - last);
        if (const std::size_t name = findValue(before, "\"name\"", 0); name != std::string_view::npos)
            file.name = before.substr(name, std::min(before.find('"', name), before.size()) - name);
        files.push_back(std::move(file));
        if (files.back().isCut)
            break;
        last = end + 1;
        begin = findValue(page, "\"base64\"", last);
    }
    if (files.empty())
        return fail(std::string(describe(page)));
    return files;
}

} // namespace tidemark
