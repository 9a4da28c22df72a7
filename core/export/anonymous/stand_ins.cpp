// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/anonymous/stand_ins.h"

#include "core/export/anonymous/public_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>

namespace tidemark {

namespace {

constexpr unsigned anyFunction = UseFunction | UseForeignFunction | UseFrameworkFunction;

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
    return name.substr(0, name.find_first_of("<("));
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
    const bool isPyTorchs = (uses & UseFrameworkFunction) && text.find('<') == std::string_view::npos;
    if (isPyTorchs || ((uses & anyFunction) && isPublicFunction(text)))
        return std::string(text);
    if (uses & UsePath)
        return path(text);
    if (uses & UseFile)
        return file(text);
    if (uses & UseOperator)
        return word("operator", text);
    if (uses & UseFunction)
        return word("function", text);
    if (const std::string_view name = generatedName(text); (uses & anyFunction) && !name.empty())
        return fmt::format("{}({})", name, word("function", text));
    if (uses & anyFunction) // still no program's own to whoever hides such frames
        return "at::" + word("function", text);
    if ((uses & UseShape) && text.find_first_not_of("0123456789[], ") == std::string_view::npos)
        return std::string(text);
    return isPublicValue(text) ? std::string(text) : word("text", text);
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
    const std::size_t digits = trailingDigits(text);
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
        return isPublicWord(name) || isPublicValue(name) ? std::string(name) : word("text", name);
    }).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace tidemark
