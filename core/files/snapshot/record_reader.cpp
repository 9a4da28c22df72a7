// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/record_reader.h"

#include "core/files/snapshot/json_text.h"
#include "core/files/utf8.h"

#include <cmath>

namespace tidemark {

namespace {

// In microseconds this is the year 5138; files that hold more write nanoseconds.
constexpr std::int64_t lastMicrosecond = 100'000'000'000'000'000;

std::uint64_t orZero(const std::optional<std::uint64_t>& value)
{
    return value.value_or(0);
}

// The keys that columns, tables and rules tell again; viewers write "version" and "idx", which only number
// the events.
constexpr std::uint64_t eventKeys =
    DictFields::bits({Word::KeyAction, Word::KeyAddr, Word::KeyDeviceFree, Word::KeySize, Word::KeyStream,
        Word::KeyTimeUs, Word::KeyFrames, Word::KeyForwardFrames, Word::KeyCompileContext,
        Word::KeyUserMetadata, Word::KeyPoolId, Word::KeyCategory, Word::KeyVersion, Word::KeyIdx});
constexpr std::uint64_t segmentKeys = DictFields::bits({Word::KeyDevice, Word::KeyAddress, Word::KeyTotalSize,
    Word::KeyAllocatedSize, Word::KeyActiveSize, Word::KeyRequestedSize, Word::KeyStream,
    Word::KeySegmentType, Word::KeySegmentPoolId, Word::KeyIsExpandable, Word::KeyFrames, Word::KeyBlocks});
constexpr std::uint64_t blockKeys = DictFields::bits({Word::KeyAddress, Word::KeySize, Word::KeyRequestedSize,
    Word::KeyState, Word::KeyFrames, Word::KeyUserMetadata});
constexpr std::uint64_t frameKeys = DictFields::bits({Word::KeyName, Word::KeyFilename, Word::KeyLine});

} // namespace

EventRecord RecordReader::event(const DictFields& fields, std::span<const Value> others)
{
    EventRecord event;
    event.action = action(fields.at(Word::KeyAction));
    event.address =
        orZero(whole(fields.at(fields.has(Word::KeyDeviceFree) ? Word::KeyDeviceFree : Word::KeyAddr)));
    event.size = orZero(whole(fields.at(Word::KeySize)));
    event.stream = orZero(whole(fields.at(Word::KeyStream)));
    event.timeUs = time(fields.at(Word::KeyTimeUs));
    event.pool = pool(fields);
    Context about;
    about.stack = stackOf(fields.at(Word::KeyFrames));
    about.forwardStack = stackOf(fields.at(Word::KeyForwardFrames));
    about.compileContext = textOf(fields.at(Word::KeyCompileContext));
    about.userMetadata = metadataOf(fields.at(Word::KeyUserMetadata));
    about.category = textOf(fields.at(Word::KeyCategory));
    keepOfEvent(fields, event, about);
    keepOthers(fields, eventKeys, others);
    about.extra = m_kept.take();
    event.context = context(about);
    checkSize(event);
    return event;
}

SegmentRecord RecordReader::segment(const DictFields& fields, std::span<const Value> others)
{
    SegmentRecord segment;
    segment.device = static_cast<std::int64_t>(orZero(whole(fields.at(Word::KeyDevice))));
    segment.address = orZero(whole(fields.at(Word::KeyAddress)));
    segment.totalSize = orZero(whole(fields.at(Word::KeyTotalSize)));
    segment.stream = orZero(whole(fields.at(Word::KeyStream)));
    segment.pool = pool(fields);
    const Value type = fields.at(Word::KeySegmentType);
    segment.isLarge = type.isText() && type.index() == static_cast<TextId>(Word::Large);
    segment.isExpandable = orZero(whole(fields.at(Word::KeyIsExpandable))) != 0;
    if (const Value blocks = fields.at(Word::KeyBlocks); blocks.isObject()) {
        const ObjectEntry entry = m_tables.objects[blocks.index()];
        if (entry.kind == ObjectKind::List)
            segment.blocks = entry.index;
    }
    keepOfSegment(fields, segment);
    keepOthers(fields, segmentKeys, others);
    Context about;
    about.stack = stackOf(fields.at(Word::KeyFrames));
    about.extra = m_kept.take();
    segment.context = context(about);
    return segment;
}

BlockRecord RecordReader::block(const DictFields& fields, std::span<const Value> others)
{
    BlockRecord block;
    BlockInfo& info = block.info;
    block.hasAddress = fields.has(Word::KeyAddress);
    info.address = orZero(whole(fields.at(Word::KeyAddress)));
    info.size = orZero(whole(fields.at(Word::KeySize)));
    const TenantRecord* tenant = newestTenant(fields.at(Word::KeyHistory));
    if (fields.has(Word::KeyRequestedSize))
        info.requestedSize = orZero(whole(fields.at(Word::KeyRequestedSize)));
    else
        info.requestedSize = tenant != nullptr ? tenant->realSize : info.size;

    const Value state = fields.at(Word::KeyState);
    const auto known = state.isText() ? blockStateFromName(m_tables.strings[state.index()]) : std::nullopt;
    if (!known)
        m_tables.notes.count("the state of a block, which is none that is known; it is shown as free");
    info.state = known.value_or(BlockState::Inactive);
    Context about;
    if (info.state != BlockState::Inactive) {
        about.stack = fields.has(Word::KeyFrames) || tenant == nullptr ? stackOf(fields.at(Word::KeyFrames))
                                                                       : tenant->stack;
        about.userMetadata = metadataOf(fields.at(Word::KeyUserMetadata));
    }
    if (state.isText() && m_tables.strings[state.index()] != blockStateName(info.state))
        m_kept.add(Word::KeyState, state);
    keepOthers(fields, blockKeys, others);
    about.extra = m_kept.take();
    info.context = context(about);
    return block;
}

TenantRecord RecordReader::tenant(const DictFields& fields)
{
    return {orZero(whole(fields.at(Word::KeyRealSize))), stackOf(fields.at(Word::KeyFrames)), 0};
}

const TenantRecord* RecordReader::newestTenant(const Value& history) const
{
    if (!history.isObject())
        return nullptr;
    const ObjectEntry list = m_tables.objects[history.index()];
    if (list.kind != ObjectKind::List || m_tables.lists[list.index].count == 0)
        return nullptr;
    const Value first = m_tables.listValues[m_tables.lists[list.index].first];
    const ObjectEntry entry = first.isObject() ? m_tables.objects[first.index()] : ObjectEntry{};
    return entry.kind == ObjectKind::Tenant ? &m_tables.tenants[entry.index] : nullptr;
}

EdgeRecord RecordReader::edge(const DictFields& fields)
{
    EdgeRecord edge;
    edge.device = static_cast<std::int64_t>(orZero(whole(fields.at(Word::KeyDevice))));
    edge.timeUs = time(fields.at(Word::KeyTimeUs));
    if (const Value name = fields.at(Word::KeyName); name.isText())
        edge.name = name.index();
    const Value stage = fields.at(Word::KeyStage);
    const auto is = [&stage](
                        Word word) { return stage.isText() && stage.index() == static_cast<TextId>(word); };
    edge.isStart = is(Word::Start);
    if (!is(Word::Start) && !is(Word::End))
        m_tables.notes.count(
            "the stage of an annotation, which is neither START nor END; it is taken as END");
    return edge;
}

Frame RecordReader::frame(const DictFields& fields, std::span<const Value> others)
{
    const auto text = [&](const Value& value) {
        return value.isText() ? m_tables.strings.shown(value.index(), m_tables.builder) : StringIndex{};
    };
    Frame frame;
    frame.function = text(fields.at(Word::KeyName));
    frame.file = text(fields.at(Word::KeyFilename));
    const std::uint64_t line = orZero(whole(fields.at(Word::KeyLine)));
    frame.line = line <= UINT32_MAX ? static_cast<std::uint32_t>(line) : 0;
    keepOthers(fields, frameKeys, others);
    frame.extra = m_kept.take();
    return frame;
}

std::optional<std::uint64_t> RecordReader::whole(const Value& value)
{
    switch (value.kind) {
    case ValueKind::Boolean:
    case ValueKind::Integer:
    case ValueKind::Unsigned:
        return value.bits;
    case ValueKind::Float:
        if (const double number = value.real();
            number >= 0 && number < 0x1p63 && std::floor(number) == number)
            return static_cast<std::uint64_t>(number);
        m_tables.notes.count("a number with a fraction where a whole one belongs; 0 stands for it");
        return std::nullopt;
    case ValueKind::HugeInteger:
        m_tables.notes.count("a number that needs more than 64 bits; 0 stands for it");
        return std::nullopt;
    case ValueKind::None:
        return std::nullopt;
    case ValueKind::Text:
    case ValueKind::Object:
        break;
    }
    m_tables.notes.count("something that is no number where a number belongs; 0 stands for it");
    return std::nullopt;
}

Action RecordReader::action(const Value& value)
{
    constexpr auto first = static_cast<TextId>(Word::FirstAction);
    if (value.isText() && value.index() >= first && value.index() < wordCount)
        return static_cast<Action>(value.index() - first);
    if (value.isText())
        m_tables.notes.count(
            "events with the unknown action", value.index(), m_tables.strings[value.index()]);
    else
        m_tables.notes.count("events whose action is no text");
    return Action::Unknown;
}

std::int64_t RecordReader::time(const Value& value)
{
    const auto microseconds = static_cast<std::int64_t>(orZero(whole(value)));
    if (microseconds < 0) {
        m_tables.notes.count("times before 1970; 0 stands for them");
        return 0;
    }
    if (microseconds < lastMicrosecond)
        return microseconds;
    m_tables.notes.count("times that can only be nanoseconds; they are read as such");
    return microseconds / 1000;
}

PoolId RecordReader::pool(const DictFields& fields)
{
    const Value value = fields.at(fields.has(Word::KeyPoolId) ? Word::KeyPoolId : Word::KeySegmentPoolId);
    if (!value.isObject())
        return {};
    const ObjectEntry entry = m_tables.objects[value.index()];
    return entry.kind == ObjectKind::Pair ? m_tables.pairs[entry.index] : PoolId{};
}

StackIndex RecordReader::stackOf(const Value& value)
{
    if (!value.isObject())
        return {};
    const ObjectEntry entry = m_tables.objects[value.index()];
    if (entry.kind == ObjectKind::Stack)
        return {entry.index};
    if (entry.kind != ObjectKind::List || entry.index != 0)
        m_tables.notes.count("frames that are no list of frames");
    return {};
}

StringIndex RecordReader::textOf(const Value& value)
{
    if (!value.isText() || value.index() == static_cast<TextId>(Word::NotAvailable))
        return {};
    return m_tables.strings.shown(value.index(), m_tables.builder);
}

// A text, or since PyTorch's dict notes anything, which is kept as JSON.
StringIndex RecordReader::metadataOf(const Value& value)
{
    if (value.isText())
        return m_tables.strings.shown(value.index(), m_tables.builder);
    if (value.kind == ValueKind::None)
        return {};
    if (value.isObject() && m_tables.objects[value.index()].kind == ObjectKind::Json)
        return m_tables.strings.shown(m_tables.objects[value.index()].index, m_tables.builder);
    if (value.isObject() && m_tables.objects[value.index()].kind != ObjectKind::Pair)
        return {};
    JsonText json(m_tables);
    json.value(value);
    return m_tables.builder.string(json.text());
}

ContextIndex RecordReader::context(const Context& context)
{
    if (context != m_lastContext) {
        m_lastContextIndex = m_tables.builder.context(context);
        m_lastContext = context;
    }
    return m_lastContextIndex;
}

void RecordReader::checkSize(EventRecord& event)
{
    // A request that failed, and a marker, may carry any number.
    const bool isMove = event.action != Action::Oom && event.action != Action::Unknown;
    if (event.size <= largestSize || (!isMove && event.size <= INT64_MAX))
        return;
    m_tables.notes.count("events with an impossible size; they keep their place in the list");
    event.size = 0;
    event.action = event.action == Action::Oom ? Action::Oom : Action::Unknown;
}

} // namespace tidemark
