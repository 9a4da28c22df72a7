// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/snapshot_sink.h"

#include "core/files/snapshot/snapshot_preview.h"

namespace tidemark {

namespace {

// No snapshot comes near these bounds; a file made to fill the memory does.
constexpr std::size_t freeAllowance = 65536;
constexpr std::size_t bytesPerText = 16;
constexpr std::size_t bytesPerObject = 4;
constexpr std::size_t bytesPerDraft = 64;
constexpr std::size_t bytesPerRepeatedEvent = 64;
constexpr std::size_t bytesPerItem = 8; // of lists and dicts that are not complete
constexpr std::size_t maxPlainItems = 131'072; // without a meaning: the JSON would be too long
constexpr std::size_t freeJson = 4U << 20U;
constexpr std::size_t jsonPerByte = 2;

} // namespace

SnapshotSink::SnapshotSink(SnapshotTables& tables, std::size_t fileSize)
    : m_tables(tables)
    , m_reader(tables, fileSize)
    , m_maxTexts(freeAllowance + fileSize / bytesPerText)
    , m_maxObjects(freeAllowance + fileSize / bytesPerObject)
    , m_maxDrafts(freeAllowance + fileSize / bytesPerDraft)
    , m_maxItems(4 * freeAllowance + fileSize / bytesPerItem)
    , m_repeatedEventsLeft(freeAllowance + fileSize / bytesPerRepeatedEvent)
    , m_jsonLeft(freeJson + fileSize * jsonPerByte)
{ }

Value SnapshotSink::text(std::string_view bytes, TextLifetime lifetime)
{
    const TextId id = m_tables.strings.intern(bytes, lifetime == TextLifetime::File);
    if (id >= m_maxTexts)
        fail("makes more different texts than a file of this size can need");
    return Value::text(id);
}

Value SnapshotSink::dict()
{
    return add(ObjectKind::OpenDict);
}

Value SnapshotSink::list()
{
    return add(ObjectKind::OpenList);
}

Value SnapshotSink::add(ObjectKind kind)
{
    if (m_tables.objects.size() >= m_maxObjects)
        fail("makes more lists and dicts than a file of this size can need");
    return Value::object(m_tables.objects.add(kind));
}

Value SnapshotSink::tuple(std::span<const Value> items)
{
    if (items.size() == 2 && items[0].isNatural() && items[1].isNatural()) {
        const Value pair = add(ObjectKind::Pair);
        m_tables.objects[pair.index()].index = m_tables.pairs.slot({items[0].bits, items[1].bits});
        return pair;
    }
    const Value made = list();
    append(made, items);
    return made;
}

bool SnapshotSink::isList(Value value) const
{
    const ObjectKind kind = kindOf(value);
    return kind == ObjectKind::OpenList || kind == ObjectKind::Trace;
}

bool SnapshotSink::isDict(Value value) const
{
    return kindOf(value) == ObjectKind::OpenDict;
}

ObjectKind SnapshotSink::kindOf(const Value& value) const
{
    return value.isObject() ? m_tables.objects[value.index()].kind : ObjectKind::Nothing;
}

void SnapshotSink::cutOff(Value container)
{
    if (!container.isObject())
        return;
    ObjectEntry& entry = m_tables.objects[container.index()];
    entry.cut = true;
    if (entry.kind == ObjectKind::Trace)
        m_tables.traces[entry.index]->cut = true;
}

void SnapshotSink::setItems(Value dict, std::span<const Value> keysAndValues)
{
    if (!isDict(dict))
        return fail("adds keys to what is no dict, or to a dict that was already used");
    if (keysAndValues.size() % 2 != 0)
        return fail("has a key without a value");
    completeAll(keysAndValues, true);
    if (!isDict(dict))
        return fail("puts a dict into itself");
    ObjectEntry& entry = m_tables.objects[dict.index()];
    // Single items come one by one; several at once are a whole dict, if it is of a kind that has a meaning.
    if (entry.index == 0 && keysAndValues.size() > 2) {
        sortFields(keysAndValues);
        const DictKind kind = kindOfFields();
        if (kind != DictKind::Plain && kind != DictKind::Top)
            return becomeRecord(entry, kind, keysAndValues);
    }
    addToDraft(entry, keysAndValues);
}

void SnapshotSink::append(Value list, std::span<const Value> items)
{
    if (!isList(list))
        return fail("adds items to what is no list, or to a list that was already used");
    completeAll(items, false);
    ObjectEntry& entry = m_tables.objects[list.index()];
    if (!isList(list))
        return fail("puts a list into itself");
    const bool isNew = entry.kind == ObjectKind::OpenList && entry.index == 0;
    if (isNew && !items.empty() && kindOf(items.front()) == ObjectKind::Event)
        becomeTrace(entry);
    if (entry.kind == ObjectKind::Trace)
        appendEvents(entry, items);
    else
        addToDraft(entry, items);
}

void SnapshotSink::appendEvents(ObjectEntry& trace, std::span<const Value> items)
{
    for (const Value& item : items) {
        if (item.isObject())
            appendEvent(m_tables.objects[item.index()], trace.index);
        else
            m_tables.notes.count("something in a list of events that is no event");
    }
    if (m_tables.waitingEvents == 0)
        m_tables.events.clear();
    if (m_preview != nullptr)
        m_preview->eventsAdded();
}

void SnapshotSink::appendEvent(ObjectEntry& event, std::uint32_t trace)
{
    TraceList& target = *m_tables.traces[trace];
    const auto place = static_cast<std::uint32_t>(target.events().size());
    if (event.kind == ObjectKind::Event) {
        target.append(m_tables.events[event.index]);
        event = {place, static_cast<std::uint16_t>(trace), ObjectKind::SpentEvent, event.cut};
        --m_tables.waitingEvents;
    } else if (event.kind == ObjectKind::SpentEvent) {
        if (m_repeatedEventsLeft-- == 0)
            return fail("lists the same events more often than a file of this size can need");
        target.append(m_tables.traces[event.part]->at(event.index)); // one dict, listed twice
    } else {
        m_tables.notes.count("something in a list of events that is no event");
    }
}

void SnapshotSink::addToDraft(ObjectEntry& entry, std::span<const Value> items)
{
    if (items.empty())
        return;
    const std::vector<Value>& draft = m_tables.objects.draft(entry);
    // What begins with a number, or with a text in a list, can only become JSON.
    const bool isPlain = !draft.empty() && !draft.front().isObject()
        && (entry.kind == ObjectKind::OpenList || !draft.front().isText());
    if (isPlain && draft.size() > maxPlainItems)
        return;
    m_tables.objects.addItems(entry, items);
    if (m_tables.objects.openItems() > m_maxItems)
        fail("puts more into unfinished lists and dicts than a file of this size can need");
    if (m_tables.objects.openDrafts() > m_maxDrafts)
        fail("leaves more lists and dicts unfinished than a file of this size can need");
}

void SnapshotSink::finish(Value root)
{
    if (!root.isObject())
        return;
    complete(root, noKey);
    const ObjectEntry& entry = m_tables.objects[root.index()];
    if (m_tables.top || (entry.kind != ObjectKind::List && entry.kind != ObjectKind::Trace))
        return;
    // The bare list of torch.cuda.memory_snapshot().
    m_tables.top.emplace();
    (entry.kind == ObjectKind::Trace ? m_tables.top->deviceTraces : m_tables.top->segments) = root;
}

} // namespace tidemark
