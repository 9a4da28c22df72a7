// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/json_text.h"

#include "core/files/snapshot/snapshot_tables.h"
#include "core/files/utf8.h"

#include <cmath>
#include <fmt/format.h>

namespace tidemark {

void JsonText::value(const Value& value)
{
    switch (value.kind) {
    case ValueKind::Boolean:
        return add(value.bits != 0 ? "true" : "false");
    case ValueKind::Integer:
        return add(fmt::format("{}", static_cast<std::int64_t>(value.bits)));
    case ValueKind::Unsigned:
        return add(fmt::format("{}", value.bits));
    case ValueKind::Float:
        return real(value.real());
    case ValueKind::Text:
        return quoted(m_tables.strings[value.index()]);
    case ValueKind::Object:
        return object(m_tables.objects[value.index()]);
    case ValueKind::None:
    case ValueKind::HugeInteger:
        return add("null");
    }
}

void JsonText::list(std::span<const Value> items)
{
    add("[");
    for (std::size_t i = 0; i < items.size() && !m_isTooLong; ++i) {
        if (i > 0)
            add(",");
        value(items[i]);
    }
    add("]");
}

void JsonText::dict(std::span<const Value> keysAndValues)
{
    add("{");
    for (std::size_t i = 0; i + 1 < keysAndValues.size() && !m_isTooLong; i += 2) {
        if (i > 0)
            add(",");
        key(keysAndValues[i]);
        add(":");
        value(keysAndValues[i + 1]);
    }
    add("}");
}

// JSON has only texts as keys.
void JsonText::key(const Value& value)
{
    if (value.isText())
        return quoted(m_tables.strings[value.index()]);
    JsonText plain(m_tables);
    plain.value(value);
    quoted(plain.text());
}

void JsonText::quoted(std::string_view text)
{
    if (text.size() > maxLength) {
        m_isTooLong = true;
        return;
    }
    add("\"");
    for (const char character : readableUtf8(text)) {
        if (character == '"' || character == '\\')
            m_text.push_back('\\');
        if (static_cast<unsigned char>(character) < ' ')
            m_text += fmt::format("\\u{:04x}", static_cast<unsigned>(character));
        else
            m_text.push_back(character);
    }
    add("\"");
}

// The shortest digits that give the number again; 0.0 stays apart from 0.
void JsonText::real(double number)
{
    if (!std::isfinite(number))
        return add("null");
    const std::string digits = fmt::format("{}", number);
    add(digits);
    if (digits.find_first_not_of("-0123456789") == std::string::npos)
        add(".0");
}

void JsonText::object(const ObjectEntry& entry)
{
    if (entry.kind == ObjectKind::Json)
        return add(m_tables.strings[entry.index]);
    if (entry.kind == ObjectKind::Pair) {
        const PoolId pair = m_tables.pairs[entry.index];
        return add(fmt::format("[{},{}]", pair.first, pair.second));
    }
    if (entry.kind == ObjectKind::Stack)
        return stack({entry.index});
    if (entry.kind == ObjectKind::Tenant && m_tables.tenants[entry.index].json != 0)
        return add(m_tables.strings[m_tables.tenants[entry.index].json]);
    if (entry.kind == ObjectKind::List && entry.index != 0)
        return tenants(m_tables.lists[entry.index]);
    const bool isEmptyList = entry.kind == ObjectKind::List && entry.index == 0;
    add(isEmptyList ? "[]" : "null");
}

// The tenants of a block, and nothing that could hold lists again.
void JsonText::tenants(const ValueRange& range)
{
    add("[");
    for (std::uint32_t i = 0; i < range.count && !m_isTooLong; ++i) {
        if (i > 0)
            add(",");
        const Value item = m_tables.listValues[range.first + i];
        if (item.isObject() && m_tables.objects[item.index()].kind == ObjectKind::List)
            add("null");
        else
            value(item);
    }
    add("]");
}

void JsonText::stack(StackIndex stack)
{
    add("[");
    for (bool isFirst = true; !stack.isNone() && !m_isTooLong; isFirst = false) {
        if (!isFirst)
            add(",");
        const Stack& place = m_tables.builder.stacks()[stack];
        frame(m_tables.builder.frames()[place.frame]);
        stack = place.caller;
    }
    add("]");
}

void JsonText::frame(const Frame& frame)
{
    const StringTable& strings = m_tables.builder.strings();
    add("{\"name\":");
    quoted(strings[frame.function]);
    add(",\"filename\":");
    quoted(strings[frame.file]);
    add(fmt::format(",\"line\":{}", frame.line));
    if (const std::string_view extra = strings[frame.extra]; extra.size() > 2) {
        add(",");
        add(extra.substr(1));
    } else {
        add("}");
    }
}

void JsonText::add(std::string_view text)
{
    m_text += text;
    m_isTooLong = m_isTooLong || m_text.size() > maxLength;
}

} // namespace tidemark
