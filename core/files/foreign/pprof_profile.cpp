// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/foreign/pprof_profile.h"

#include <cstdint>
#include <optional>

namespace tidemark {

namespace {

constexpr std::uint64_t sampleTypeField = 1;
constexpr std::uint64_t stringTableField = 6;
constexpr std::uint64_t lastField = 15;

// One field of a protobuf message; `content` only where it has a length.
struct Field {
    std::uint64_t number = 0;
    std::string_view content;
    bool isCut = false; // the head ends before it does
};

std::optional<std::uint64_t> takeVarint(std::string_view& text)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !text.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(text.front());
        text.remove_prefix(1);
        value |= std::uint64_t(byte & 0x7fU) << shift;
        if ((byte & 0x80U) == 0)
            return value;
    }
    return std::nullopt;
}

// Profiles have integers and things with a length, nothing else.
std::optional<Field> takeField(std::string_view& text)
{
    constexpr std::uint64_t integer = 0;
    constexpr std::uint64_t withLength = 2;
    const auto tag = takeVarint(text);
    const auto value = tag ? takeVarint(text) : std::nullopt;
    if (!value || *tag >> 3U == 0 || *tag >> 3U > lastField)
        return std::nullopt;
    Field field{*tag >> 3U, {}, false};
    if ((*tag & 7U) == integer)
        return field;
    if ((*tag & 7U) != withLength)
        return std::nullopt;
    field.isCut = *value > text.size();
    field.content = text.substr(0, field.isCut ? text.size() : static_cast<std::size_t>(*value));
    text.remove_prefix(field.content.size());
    return field;
}

// A ValueType: two numbers of strings.
bool isSampleType(std::string_view content)
{
    while (!content.empty()) {
        const auto field = takeField(content);
        if (!field || field->number > 2 || !field->content.empty())
            return false;
    }
    return true;
}

// Calls `use` with each field as far as the head goes; false: it is no such message.
template <class Use>
bool walk(std::string_view text, Use use)
{
    while (!text.empty()) {
        const std::size_t rest = text.size();
        const auto field = takeField(text);
        if (!field)
            return rest < 20; // the head may end inside a number
        if (!use(*field))
            return false;
    }
    return true;
}

} // namespace

bool looksLikePprof(const HeadText& head)
{
    bool isFirst = true;
    std::size_t sampleTypes = 0;
    const bool isMessage = walk(head.all(), [&](const Field& field) {
        if (field.number == sampleTypeField && !isSampleType(field.content))
            return false;
        sampleTypes += field.number == sampleTypeField ? 1 : 0;
        const bool isPossible = !isFirst || field.number == sampleTypeField;
        isFirst = false;
        return isPossible;
    });
    return isMessage && sampleTypes > 0 && head.all().size() > 16;
}

bool looksLikeJaxProfile(const HeadText& head)
{
    bool hasSpace = false;
    bool hasKind = false;
    return looksLikePprof(head)
        && walk(head.all(),
            [&](const Field& field) {
                if (field.number == stringTableField) {
                    hasSpace = hasSpace || field.content == "space";
                    hasKind = hasKind || field.content == "buffer" || field.content == "executable";
                }
                return true;
            })
        && hasSpace && hasKind;
}

} // namespace tidemark
