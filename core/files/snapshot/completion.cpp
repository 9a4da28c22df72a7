// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SnapshotSink that decides what a complete container means.
#include "core/files/setting_text.h"
#include "core/files/snapshot/json_text.h"
#include "core/files/snapshot/snapshot_sink.h"
#include "core/files/utf8.h"

#include <algorithm>

namespace tidemark {

namespace {

// One for each device. Every trace has columns of its own, so their number must be bounded.
constexpr std::size_t maxTraces = 64;
constexpr std::size_t maxSettings = 1000;

constexpr std::uint64_t topKeys = DictFields::bits({Word::KeySegments, Word::KeyDeviceTraces,
    Word::KeyAllocatorSettings, Word::KeyExternalAnnotations, Word::KeyHostSegments, Word::KeyHostTraces});
constexpr std::uint64_t eventWitnesses =
    DictFields::bits({Word::KeyAddr, Word::KeySize, Word::KeyTimeUs, Word::KeyDeviceFree, Word::KeyStream});

bool isRecord(ObjectKind kind)
{
    switch (kind) {
    case ObjectKind::Trace:
    case ObjectKind::Segment:
    case ObjectKind::Block:
    case ObjectKind::Tenant:
    case ObjectKind::Edge:
        return true;
    default:
        return false;
    }
}

bool isListOfLists(Word key)
{
    return key == Word::KeyDeviceTraces || key == Word::KeyHostTraces;
}

bool isListOfFlags(Word key)
{
    return key == Word::KeyOverflowed || key == Word::KeyMaxEntries;
}

} // namespace

void SnapshotSink::completeAll(std::span<const Value> values, bool arePairs)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i].isObject())
            continue;
        const bool hasKey =
            arePairs && i % 2 == 1 && values[i - 1].isText() && values[i - 1].index() < keyCount;
        complete(values[i], hasKey ? static_cast<Word>(values[i - 1].index()) : noKey);
    }
}

void SnapshotSink::complete(Value value, Word key)
{
    ObjectEntry& entry = m_tables.objects[value.index()];
    if (entry.kind == ObjectKind::OpenDict)
        completeDict(entry, key);
    else if (entry.kind == ObjectKind::OpenList)
        completeList(entry, key);
}

void SnapshotSink::sortFields(std::span<const Value> keysAndValues)
{
    m_fields.clear();
    m_others.clear();
    for (std::size_t i = 0; i + 1 < keysAndValues.size(); i += 2) {
        const Value& key = keysAndValues[i];
        if (!key.isText())
            continue;
        if (key.index() < keyCount)
            m_fields.set(static_cast<Word>(key.index()), keysAndValues[i + 1]);
        else
            m_others.insert(m_others.end(), {key, keysAndValues[i + 1]});
    }
}

SnapshotSink::DictKind SnapshotSink::kindOfFields() const
{
    const auto has = [this](Word key) { return m_fields.has(key); };
    if (has(Word::KeyAction) && m_fields.hasAny(eventWitnesses))
        return DictKind::Event;
    if (has(Word::KeyFilename) && has(Word::KeyName))
        return DictKind::Frame;
    if (has(Word::KeyBlocks) || (has(Word::KeyTotalSize) && has(Word::KeyAddress)))
        return DictKind::Segment;
    if (has(Word::KeyState) && has(Word::KeySize))
        return DictKind::Block;
    if (has(Word::KeyRealSize))
        return DictKind::Tenant;
    if (has(Word::KeyStage) && has(Word::KeyTimeUs))
        return DictKind::Edge;
    return m_fields.hasAny(topKeys) ? DictKind::Top : DictKind::Plain;
}

void SnapshotSink::completeDict(ObjectEntry& entry, Word key)
{
    const std::vector<Value> items = m_tables.objects.takeDraft(entry);
    if (key == Word::KeyAllocatorSettings) {
        entry.kind = ObjectKind::Nothing;
        return takeSettings(items);
    }
    sortFields(items);
    const DictKind kind = key == Word::KeyUserMetadata ? DictKind::Plain : kindOfFields();
    if (kind == DictKind::Plain)
        becomeJson(entry, items, true);
    else if (kind == DictKind::Top)
        becomeTop(entry);
    else
        becomeRecord(entry, kind, items);
}

void SnapshotSink::completeList(ObjectEntry& entry, Word key)
{
    const std::vector<Value> items = m_tables.objects.takeDraft(entry);
    const ObjectKind first = items.empty() ? ObjectKind::Nothing : kindOf(items.front());
    const auto is = [this](ObjectKind kind) {
        return [this, kind](const Value& item) { return kindOf(item) == kind; };
    };
    if (items.empty() || isListOfLists(key) || isListOfFlags(key)) {
        becomeList(entry, items);
    } else if (first == ObjectKind::Frame) {
        entry.kind = ObjectKind::Stack;
        entry.index = m_reader.stack(items).value;
    } else if (key == Word::KeyForwardFrames && items.front().isText()) {
        entry.kind = ObjectKind::Stack;
        entry.index = m_reader.formattedStack(items).value;
    } else if (items.size() == 2 && items[0].isNatural() && items[1].isNatural()) {
        entry.kind = ObjectKind::Pair;
        entry.index = m_tables.pairs.slot({items[0].bits, items[1].bits});
    } else if (std::any_of(items.begin(), items.end(), is(ObjectKind::Event))) {
        becomeTrace(entry);
        appendEvents(entry, items);
    } else if (std::any_of(items.begin(), items.end(),
                   [this](const Value& item) { return isRecord(kindOf(item)); })) {
        becomeList(entry, items);
    } else {
        becomeJson(entry, items, false);
    }
}

void SnapshotSink::becomeRecord(ObjectEntry& entry, DictKind kind, std::span<const Value> items)
{
    entry.index = 0;
    entry.kind = ObjectKind::Nothing;
    if (entry.cut) // its most important keys may be among those that are missing
        return;
    const auto keep = [&entry](auto& records, auto&& record, ObjectKind kept) {
        entry.index = static_cast<std::uint32_t>(records.size());
        entry.kind = kept;
        records.push_back(record);
    };
    switch (kind) {
    case DictKind::Event:
        keep(m_tables.events, m_reader.event(m_fields, m_others), ObjectKind::Event);
        ++m_tables.waitingEvents;
        return;
    case DictKind::Frame:
        entry.index = m_tables.builder.frame(m_reader.frame(m_fields, m_others)).value;
        entry.kind = ObjectKind::Frame;
        return;
    case DictKind::Segment:
        return keep(m_tables.segments, m_reader.segment(m_fields, m_others), ObjectKind::Segment);
    case DictKind::Block:
        return keep(m_tables.blocks, m_reader.block(m_fields, m_others), ObjectKind::Block);
    case DictKind::Tenant:
        return keep(m_tables.tenants, tenantOf(items), ObjectKind::Tenant);
    case DictKind::Edge:
        keep(m_tables.edges, m_reader.edge(m_fields), ObjectKind::Edge);
        return noteUnknownKeys("of annotations");
    case DictKind::Plain:
    case DictKind::Top:
        break;
    }
}

void SnapshotSink::becomeTop(ObjectEntry& entry)
{
    entry.kind = ObjectKind::Nothing;
    m_tables.top = TopRecord{m_fields.at(Word::KeySegments), m_fields.at(Word::KeyDeviceTraces),
        m_fields.at(Word::KeyHostSegments), m_fields.at(Word::KeyHostTraces),
        m_fields.at(Word::KeyExternalAnnotations)};
    // PyTorch has these two among the settings; some have looked for them here.
    for (const Word key : {Word::KeyOverflowed, Word::KeyMaxEntries}) {
        if (m_fields.has(key))
            takeSetting(wordTexts[static_cast<std::size_t>(key)], m_fields.at(key));
    }
    takeOverflow(m_fields.at(Word::KeyOverflowed), m_fields.at(Word::KeyMaxEntries));
    noteUnknownKeys("of the snapshot");
}

void SnapshotSink::becomeTrace(ObjectEntry& entry)
{
    if (m_tables.traces.size() >= maxTraces)
        return fail("begins one more list of events than there can be devices");
    m_tables.objects.takeDraft(entry);
    entry.index = static_cast<std::uint32_t>(m_tables.traces.size());
    entry.kind = ObjectKind::Trace;
    m_tables.traces.push_back(std::make_unique<TraceList>());
    m_tables.traces.back()->cut = entry.cut;
}

void SnapshotSink::becomeList(ObjectEntry& entry, std::span<const Value> items)
{
    entry.kind = ObjectKind::List;
    entry.index = 0;
    if (items.empty() && !entry.cut)
        return;
    entry.index = static_cast<std::uint32_t>(m_tables.lists.size());
    m_tables.lists.push_back({static_cast<std::uint32_t>(m_tables.listValues.size()),
        static_cast<std::uint32_t>(items.size()), entry.cut});
    for (const Value& item : items)
        m_tables.listValues.push_back(item);
}

TenantRecord SnapshotSink::tenantOf(std::span<const Value> items)
{
    TenantRecord tenant = m_reader.tenant(m_fields);
    tenant.json = jsonOf(items, true);
    return tenant;
}

void SnapshotSink::becomeJson(ObjectEntry& entry, std::span<const Value> items, bool isDict)
{
    entry.index = jsonOf(items, isDict);
    entry.kind = entry.index != 0 ? ObjectKind::Json : ObjectKind::Nothing;
}

TextId SnapshotSink::jsonOf(std::span<const Value> items, bool isDict)
{
    JsonText json(m_tables);
    if (m_jsonLeft > 0 && isDict)
        json.dict(items);
    else if (m_jsonLeft > 0)
        json.list(items);
    const std::size_t length = std::min(json.text().size(), m_jsonLeft);
    m_jsonLeft -= length;
    if (!json.isTooLong() && m_jsonLeft > 0)
        return m_tables.strings.intern(json.text(), false);
    m_tables.notes.count("a list or dict without a known meaning that is too long to show");
    return 0;
}

void SnapshotSink::takeSettings(std::span<const Value> keysAndValues)
{
    for (std::size_t i = 0; i + 1 < keysAndValues.size(); i += 2) {
        if (keysAndValues[i].isText())
            takeSetting(m_tables.strings[keysAndValues[i].index()], keysAndValues[i + 1]);
    }
    sortFields(keysAndValues);
    takeOverflow(m_fields.at(Word::KeyOverflowed), m_fields.at(Word::KeyMaxEntries));
}

void SnapshotSink::takeSetting(std::string_view name, const Value& value)
{
    SettingsRecord& record = m_tables.settings;
    if (record.settings.size() >= maxSettings)
        return;
    Setting setting;
    setting.name = readableUtf8(name);
    if (value.isText()) {
        const std::string text = readableUtf8(m_tables.strings[value.index()]);
        setting.value = settingOfText(text);
        // PYTORCH_CUDA_ALLOC_CONF; other devices have names of their own.
        if (setting.name.ends_with("ALLOC_CONF"))
            record.conf = text;
    } else {
        JsonText json(m_tables);
        if (const auto list = itemsOf(value); !list.empty())
            json.list(list);
        else
            json.value(value);
        setting.value = json.text();
    }
    const std::size_t length = setting.name.size() + setting.value.size();
    if (length > m_jsonLeft)
        return m_tables.notes.count("settings that are too long to show");
    m_jsonLeft -= length;
    record.settings.push_back(std::move(setting));
}

void SnapshotSink::takeOverflow(const Value& flags, const Value& entries)
{
    const auto each = [this](const Value& value, auto take) {
        if (value.kind == ValueKind::None)
            return;
        if (!value.isObject())
            take(value);
        for (const Value& item : itemsOf(value))
            take(item);
    };
    each(flags, [this](const Value& flag) {
        m_tables.settings.overflowed.push_back(m_reader.whole(flag).value_or(0) != 0);
    });
    each(entries, [this](const Value& count) {
        m_tables.settings.maxEntries.push_back(static_cast<std::int64_t>(m_reader.whole(count).value_or(0)));
    });
}

// The items of a list that was kept as such.
std::vector<Value> SnapshotSink::itemsOf(const Value& value) const
{
    std::vector<Value> items;
    if (kindOf(value) != ObjectKind::List)
        return items;
    const ValueRange range = m_tables.lists[m_tables.objects[value.index()].index];
    for (std::uint32_t i = 0; i < range.count; ++i)
        items.push_back(m_tables.listValues[range.first + i]);
    return items;
}

void SnapshotSink::noteUnknownKeys(std::string_view where)
{
    for (std::size_t i = 0; i < m_others.size(); i += 2) {
        const TextId key = m_others[i].index();
        m_tables.notes.count("the unknown key", key, m_tables.strings[key], where);
    }
}

} // namespace tidemark
