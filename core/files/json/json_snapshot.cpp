// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/json/json_snapshot.h"

#include "core/base/bytes.h"
#include "core/base/one_line.h"
#include "core/files/json/json_builder.h"
#include "core/files/json/python_json.h"
#include "core/files/snapshot/snapshot_assembly.h"
#include "core/files/snapshot/snapshot_preview.h"
#include "core/files/snapshot/snapshot_sink.h"
#include "core/files/text_head.h"
#include "core/files/utf8.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace tidemark {

namespace {

constexpr std::string_view blanks(" \t\r\n\0", 5); // zeros fill up what was packed in blocks

// Parsing of one JSON text into the tables of a snapshot.
class JsonReading {
public:
    JsonReading(std::span<const std::byte> bytes, const Reading& reading)
        : m_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()})
        , m_cursor(m_json.text())
        , m_reading(reading)
        , m_preview(m_tables, reading)
        , m_sink(m_tables, bytes.size())
        , m_builder(m_sink, m_cursor, reading)
    {
        m_sink.setPreview(&m_preview);
    }

    Expected<Recording> read();

private:
    std::string offset() const
    {
        return formatExact(static_cast<std::int64_t>(m_json.offsetInOriginal(m_cursor.offset())));
    }
    bool isOther(const Value& value) const;
    tl::unexpected<Error> otherJson() const;
    Expected<Recording> assemble(bool cut);

    PythonJson m_json;
    JsonCursor m_cursor;
    const Reading& m_reading;
    SnapshotTables m_tables;
    SnapshotPreview m_preview;
    SnapshotSink m_sink;
    JsonBuilder m_builder;
    std::string m_warning;
};

Expected<Recording> JsonReading::read()
{
    const bool isRead = nlohmann::json::sax_parse(m_cursor.begin(), m_cursor.end(), &m_builder);
    if (m_reading.stop.stop_requested())
        return fail("reading was cancelled.");
    if (isRead)
        return assemble(false);
    if (m_sink.failed())
        return fail(fmt::format("the JSON {}, at byte {}.", m_sink.failure(), offset()));
    if (m_builder.isComplete()) {
        const bool isPadding = m_cursor.rest().find_first_not_of(blanks) == std::string_view::npos;
        if (!isPadding)
            m_warning =
                fmt::format("Something follows the snapshot at byte {}: it was passed over.", offset());
        return assemble(false);
    }
    if (!m_cursor.ranOut())
        return fail(fmt::format("the JSON {}, at byte {}.", oneLine(m_builder.error()), offset()));
    m_builder.closeEverything();
    return assemble(true);
}

Expected<Recording> JsonReading::assemble(bool cut)
{
    m_sink.finish(m_builder.root());
    if (m_sink.failed())
        return fail(fmt::format("the JSON {}.", m_sink.failure()));
    auto recording = assembleSnapshot(m_tables, "PyTorch snapshot (JSON)", cut);
    if (!recording && cut)
        return fail(
            fmt::format("the file ends early, at byte {}, before anything of a memory snapshot.", offset()));
    if (!recording)
        return otherJson();
    if (recording->devices.empty()
        && (isOther(m_tables.top->segments) || isOther(m_tables.top->deviceTraces)))
        return otherJson();
    if (cut)
        m_warning = fmt::format("The file ends early, at byte {}: only what came before is shown.", offset());
    if (!m_warning.empty())
        recording->warnings.insert(recording->warnings.begin(), m_warning);
    if (m_reading.progress != nullptr)
        m_reading.progress->done.store(m_reading.progress->total.load());
    return recording;
}

// Under a key of a snapshot stands something that no snapshot has there: a transcript of speech has segments,
// too.
bool JsonReading::isOther(const Value& value) const
{
    return value.isObject() ? m_tables.objects[value.index()].kind == ObjectKind::Json
                            : value.kind != ValueKind::None;
}

tl::unexpected<Error> JsonReading::otherJson() const
{
    const auto keys = m_builder.topKeys();
    if (keys.empty())
        return fail("it is JSON, but not a memory snapshot: there is nothing of one in it.");
    return fail(fmt::format("it is JSON, but not a memory snapshot: its keys are {}.",
        oneLine(readableUtf8(fmt::format("{}", fmt::join(keys, ", "))))));
}

} // namespace

bool looksLikeJson(std::span<const std::byte> head)
{
    const std::string_view text = textBehindBlanks(head);
    if (text.empty() || (text[0] != '{' && text[0] != '['))
        return false;
    const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
    if (next == std::string_view::npos)
        return true;
    return std::string_view(text[0] == '{' ? "\"}" : "{[]\"-0123456789tfnNI").find(text[next])
        != std::string_view::npos;
}

bool looksLikeJsonSnapshot(std::span<const std::byte> head)
{
    if (!looksLikeJson(head))
        return false;
    constexpr std::array keys{"\"segments\"", "\"device_traces\"", "\"external_annotations\"",
        "\"allocator_settings\"", "\"host_segments\"", "\"host_traces\"", "\"segment_type\"", "\"blocks\""};
    const std::string_view text = textBehindBlanks(head);
    return std::any_of(keys.begin(), keys.end(),
        [text](const char* key) { return text.find(key) != std::string_view::npos; });
}

Expected<Recording> readJsonSnapshot(std::span<const std::byte> bytes, const Reading& reading)
{
    if (reading.progress != nullptr)
        reading.progress->total.store(bytes.size(), std::memory_order_relaxed);
    return JsonReading(bytes, reading).read();
}

} // namespace tidemark
