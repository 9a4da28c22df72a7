// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/kept_keys.h"

namespace tidemark {

namespace {

// Far more than a snapshot needs: of a hundred bytes of an event one key or two have no column.
constexpr std::size_t allowance = std::size_t(4) << 20;
constexpr std::size_t workPerByte = 16;
constexpr std::size_t roomPerText = 64; // what the tables need beside the text itself

constexpr std::array<std::string_view, static_cast<std::size_t>(EmptyValue::Count)> emptyTexts = {
    R"("frames":[])", R"("forward_frames":[])", R"("compile_context":"N/A")", R"("compile_context":"")",
    R"("user_metadata":"")", R"("pool_id":[0,0])", R"("time_us":0)"};

} // namespace

KeptKeys::KeptKeys(SnapshotTables& tables, std::size_t fileSize)
    : m_tables(tables)
    , m_workLeft(allowance + fileSize * workPerByte)
    , m_roomLeft(allowance + fileSize)
{ }

void KeptKeys::add(std::string_view key, const Value& value)
{
    add(Value::text(m_tables.strings.intern(key, true)), value);
}

void KeptKeys::add(Word key, const Value& value)
{
    add(Value::text(static_cast<std::uint32_t>(key)), value);
}

void KeptKeys::add(const Value& key, const Value& value)
{
    m_items.push_back(key);
    m_items.push_back(value);
}

StringIndex KeptKeys::take()
{
    if (m_empty == 0 && m_items.empty())
        return {};
    StringIndex kept;
    if (m_items.empty()) {
        StringIndex& known = m_known[m_empty];
        if (known.isNone())
            known = keep("{" + emptyValues() + "}");
        kept = known;
    } else {
        kept = takeItems();
    }
    m_empty = 0;
    m_items.clear();
    return kept;
}

StringIndex KeptKeys::takeItems()
{
    JsonText json(m_tables);
    if (m_workLeft > 0)
        json.dict(m_items);
    m_workLeft -= std::min(m_workLeft, json.text().size());
    if (json.isTooLong() || m_workLeft == 0) {
        m_tables.notes.count("keys of a frame, an event or a block that are too long to keep");
        return {};
    }
    return m_empty == 0 ? keep(json.text()) : keep("{" + emptyValues() + "," + json.text().substr(1));
}

std::string KeptKeys::emptyValues() const
{
    std::string text;
    for (std::size_t i = 0; i < emptyTexts.size(); ++i) {
        if ((m_empty & (1U << i)) == 0)
            continue;
        if (!text.empty())
            text += ',';
        text += emptyTexts[i];
    }
    return text;
}

StringIndex KeptKeys::keep(std::string_view text)
{
    const std::size_t before = m_tables.builder.strings().size();
    if (m_roomLeft == 0) {
        m_tables.notes.count("keys of a frame, an event or a block that are more than can be kept");
        return {};
    }
    const StringIndex index = m_tables.builder.string(text);
    if (m_tables.builder.strings().size() > before)
        m_roomLeft -= std::min(m_roomLeft, text.size() + roomPerText);
    return index;
}

} // namespace tidemark
