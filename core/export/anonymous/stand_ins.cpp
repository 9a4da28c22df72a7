// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/anonymous/stand_ins.h"

#include "core/allocator/settings_syntax.h"
#include "core/export/anonymous/public_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

namespace tidemark {

namespace {

constexpr unsigned anyFunction =
    UseFunction | UseForeignFunction | UseForeignElsewhere | UseFrameworkFunction;

std::size_t trailingDigits(std::string_view text)
{
    const std::size_t last = text.find_last_not_of("0123456789");
    return last == std::string_view::npos ? 0 : last + 1;
}

// "at::_ops::linear::call" of whatever torchgen made of it: its arguments may be anybody's types.
std::string_view generatedName(std::string_view function)
{
    const std::size_t at = function.find("at::_ops::");
    if (at == std::string_view::npos)
        return {};
    const std::string_view name = function.substr(at);
    return name.substr(0, name.find_first_of("<>(, "));
}

// Whether a function is PyTorch's: its file says so, or, where none is told, its name.
bool isKept(std::string_view function, unsigned uses)
{
    if (isPlainFunction(function))
        return true;
    const bool isPyTorchs =
        (uses & UseFrameworkFunction) && function.find_first_of("<(") == std::string_view::npos;
    return isPyTorchs || (!(uses & UseForeignElsewhere) && isFrameworkFunction(function));
}

// The name of PyTorch's function, whose arguments are not; empty: it is not PyTorch's.
std::string_view nameWithoutArguments(std::string_view function, unsigned uses)
{
    if (!(uses & anyFunction) || (uses & UseForeignElsewhere))
        return {};
    if (const std::string_view name = generatedName(function); !name.empty())
        return name;
    if ((uses & UseFrameworkFunction) && function.find('<') == std::string_view::npos)
        return function.substr(0, function.find('('));
    return frameworkFunctionName(function);
}

// Of people's own words: a long row of digits in them, however it is parted, is more than a figure.
bool isPublicText(std::string_view text)
{
    std::string digits;
    std::copy_if(
        text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c >= '0' && c <= '9'; });
    return isPublicValue(text) && isPublicNumber(digits);
}

bool isBetweenWords(char c)
{
    return std::string_view(" .#+:/_-·()[],=").find(c) != std::string_view::npos;
}

// Each run of other characters than those, replaced or kept by `use`.
template <class Use>
std::string wordByWord(std::string_view text, std::string_view separators, Use use)
{
    std::string made;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        if (end > at)
            made += use(text.substr(at, end - at));
        if (end < text.size())
            made += text[end];
        at = end + 1;
    }
    return made;
}

std::string_view endingOf(std::string_view path)
{
    constexpr std::array<std::string_view, 9> endings = {
        ".py", ".cpp", ".cc", ".cu", ".cuh", ".h", ".hpp", ".c", ".so"};
    for (const std::string_view ending : endings)
        if (path.ends_with(ending))
            return ending;
    return {};
}

nlohmann::ordered_json withoutNames(
    const nlohmann::ordered_json& json, const std::function<std::string(std::string_view)>& standIn)
{
    if (json.is_string())
        return standIn(json.get_ref<const std::string&>());
    if (json.is_array()) {
        auto list = nlohmann::ordered_json::array();
        for (const auto& value : json)
            list.push_back(withoutNames(value, standIn));
        return list;
    }
    if (!json.is_object())
        return json;
    auto object = nlohmann::ordered_json::object();
    for (const auto& [key, value] : json.items()) {
        const bool isKnown = key.starts_with("fx_") || key == "internal_metadata";
        object[isKnown ? key : standIn(key)] = withoutNames(value, standIn);
    }
    return object;
}

} // namespace

std::string StandIns::of(std::string_view text, unsigned uses)
{
    if (text.empty())
        return {};
    const auto [found, isNew] = m_texts.try_emplace(std::string(text));
    if (!isNew)
        return found->second;
    std::string standIn = made(text, uses);
    while (!m_given.insert(standIn).second)
        standIn += '\'';
    m_texts[std::string(text)] = standIn;
    return standIn;
}

std::string StandIns::made(std::string_view text, unsigned uses)
{
    if (isPublicWord(text) || ((uses & UseOperator) && isPublicOperator(text)))
        return std::string(text);
    if (uses & UseJson)
        return json(text);
    if (uses & UseNote)
        return note(text);
    if ((uses & anyFunction) && isKept(text, uses))
        return std::string(text);
    if (uses & UsePath)
        return path(text);
    if (uses & UseFile)
        return file(text);
    if (uses & UseOperator)
        return word("operator", text);
    if (uses & UseFunction)
        return word("function", text);
    if (const std::string_view name = nameWithoutArguments(text, uses); !name.empty())
        return fmt::format("{}({})", name, word("function", text));
    if (uses & anyFunction) // still no program's own to whoever hides such frames
        return "at::" + word("function", text);
    if ((uses & UseShape) && text.find_first_not_of("0123456789[], ") == std::string_view::npos)
        return std::string(text);
    return isPublicText(text) ? std::string(text) : word("text", text);
}

std::string StandIns::settingName(std::string_view name)
{
    return isPublicSetting(name) || isPublicWord(name) ? std::string(name) : word("setting", name);
}

std::string StandIns::conf(std::string_view text)
{
    const auto entries = splitSettings(text);
    if (!entries)
        return word("text", text);
    std::string made;
    for (const SettingsEntry& entry : *entries) {
        const bool isKnown = isPublicConfKey(entry.key);
        made += made.empty() ? "" : ",";
        made += isKnown ? entry.key : word("setting", entry.key);
        made += ':';
        made += isKnown && isPublicConfValue(entry.value) ? entry.value : word("text", entry.value);
    }
    return made;
}

std::string StandIns::word(std::string_view kind, std::string_view text)
{
    const auto [found, isNew] = m_words.try_emplace(fmt::format("{} {}", kind, text));
    if (isNew)
        found->second = fmt::format("{}{}", kind, ++m_counts[std::string(kind)]);
    return found->second;
}

// "m1.3.weight" of "encoder.3.weight"; what is told by its dots still is.
std::string StandIns::path(std::string_view text)
{
    return wordByWord(text, ".+", [this](std::string_view part) {
        return isPublicWord(part) || isPublicOperator(part) ? std::string(part) : word("m", part);
    });
}

// Files of PyTorch keep the path that everybody has; others keep what says that they are installed.
std::string StandIns::file(std::string_view text)
{
    if (text == "??")
        return std::string(text);
    if (const std::size_t tail = publicTail(text); tail != std::string_view::npos)
        return std::string(text.substr(tail));
    constexpr std::array<std::string_view, 9> markers = {"site-packages/", "dist-packages/", "/lib/python",
        "/usr/include/", "<frozen ", "/torch/", "torch/csrc/", "aten/src/", "c10/"};
    std::string kept;
    for (const std::string_view marker : markers)
        if (kept.empty() && text.find(marker) != std::string_view::npos)
            kept = marker == "/lib/python" ? "/lib/python/" : marker;
    if (kept.empty() && text.starts_with("torch/"))
        kept = "torch/";
    const std::size_t slash = text.rfind('/');
    if (slash != std::string_view::npos)
        kept += word("folder", text.substr(0, slash)) + '/';
    const std::string_view name = text.substr(slash == std::string_view::npos ? 0 : slash + 1);
    return kept + word("file", name) + std::string(endingOf(name));
}

// "name1 12" of "my run 12": steps are told by their numbers. What PyTorch and Tidemark call them stays.
std::string StandIns::note(std::string_view text)
{
    constexpr std::string_view kept[] = {
        "## ", "Optimizer.step#", "Optimizer.zero_grad#", "recompute ", "step "};
    for (const std::string_view beginning : kept) {
        if (!text.starts_with(beginning))
            continue;
        return std::string(beginning)
            + wordByWord(text.substr(beginning.size()), " .#", [this](std::string_view part) {
                  return isPublicWord(part) || isPublicOperator(part) ? std::string(part) : word("m", part);
              });
    }
    std::size_t digits = trailingDigits(text);
    if (!isPublicNumber(text.substr(digits)))
        digits = text.size();
    const std::string_view name = text.substr(0, digits);
    const std::size_t nameEnd = name.find_last_not_of(" #_-:.");
    const std::string_view bare = name.substr(0, nameEnd == std::string_view::npos ? 0 : nameEnd + 1);
    std::string made = isPublicWord(bare) || isPublicOperator(bare) ? std::string(bare) : word("note", bare);
    if (made.empty() || isBetweenWords(made.back()) || digits == text.size())
        return made.append(name.substr(bare.size())).append(text.substr(digits));
    // A stand-in ends in digits of its own.
    const std::string_view between = name.substr(bare.size());
    return made.append(between.empty() ? " " : between).append(text.substr(digits));
}

std::string StandIns::json(std::string_view text)
{
    const auto parsed = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!parsed.is_object())
        return word("text", text);
    return withoutNames(parsed, [this](std::string_view name) {
        return isPublicWord(name) || isPublicText(name) ? std::string(name) : word("text", name);
    }).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace tidemark
