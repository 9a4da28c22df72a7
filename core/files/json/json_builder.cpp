// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/json/json_builder.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::size_t maxJsonDepth = 1000; // Python itself writes and reads no deeper
constexpr std::size_t listBatch = 1024;
constexpr std::size_t valuesBetweenLooks = 8192;
constexpr std::size_t maxTopKeys = 6;
constexpr std::size_t maxKeyLength = 40;

} // namespace

bool JsonBuilder::key(const std::string& text)
{
    if (m_open.size() == 1 && m_topKeys.size() < maxTopKeys)
        m_topKeys.push_back(text.substr(0, maxKeyLength));
    m_items.push_back(m_sink.text(text, TextLifetime::Temporary));
    return goesOn();
}

bool JsonBuilder::number_float(double value, const std::string& digits)
{
    // A whole number comes here when it does not fit 64 bits.
    const bool isWhole = digits.find_first_not_of("-0123456789") == std::string::npos;
    return add(isWhole ? Value::hugeInteger() : Value::real(value));
}

bool JsonBuilder::open(Value container, bool isDict)
{
    if (m_open.size() >= maxJsonDepth) {
        m_error = fmt::format("is nested more than {} levels deep", maxJsonDepth);
        return false;
    }
    m_open.push_back({container, m_items.size(), isDict});
    return goesOn();
}

bool JsonBuilder::close()
{
    const Open closed = m_open.back();
    m_open.pop_back();
    handOver(closed);
    return add(closed.container);
}

bool JsonBuilder::add(Value value)
{
    if (m_open.empty()) {
        m_root = value;
        m_hasRoot = true;
        return goesOn();
    }
    m_items.push_back(value);
    const Open& top = m_open.back();
    if (!top.isDict && m_items.size() - top.begin >= listBatch)
        handOver(top);
    return goesOn();
}

void JsonBuilder::handOver(const Open& open)
{
    const auto items = std::span<const Value>(m_items).subspan(open.begin);
    if (open.isDict)
        m_sink.setItems(open.container, items);
    else
        m_sink.append(open.container, items);
    m_items.resize(open.begin);
}

void JsonBuilder::closeEverything()
{
    for (const Open& open : m_open)
        m_sink.cutOff(open.container);
    while (!m_open.empty() && !m_sink.failed()) {
        const Open& top = m_open.back();
        if (top.isDict && (m_items.size() - top.begin) % 2 != 0)
            m_items.pop_back(); // a key whose value never came
        close();
    }
    goesOn();
}

bool JsonBuilder::goesOn()
{
    if (m_sink.failed()) {
        m_error = m_sink.failure();
        return false;
    }
    if (++m_steps % valuesBetweenLooks != 0)
        return true;
    if (m_reading.progress != nullptr)
        m_reading.progress->done.store(m_cursor.offset(), std::memory_order_relaxed);
    return !m_reading.stop.stop_requested();
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing value - what
// it is; last read: 'text'": what it is is for people; the place is told in bytes.
bool JsonBuilder::parse_error(std::size_t, const std::string&, const std::exception& error)
{
    std::string_view what = error.what();
    what = what.substr(0, what.find("; last read"));
    for (const std::string_view front : {"] ", ": ", " - "}) {
        if (const std::size_t at = what.find(front); at != std::string_view::npos)
            what.remove_prefix(at + front.size());
    }
    constexpr std::size_t maxLength = 120; // it repeats a whole text that is wrong
    m_error = fmt::format("is damaged: {}", what.substr(0, maxLength));
    return false;
}

} // namespace tidemark
