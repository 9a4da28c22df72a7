// SPDX-License-Identifier: GPL-3.0-or-later
// RecordReader: what has no column, and what the columns leave out.
#include "core/files/snapshot/record_reader.h"

#include <bit>

namespace tidemark {

namespace {

bool isWord(const Value& value, Word word)
{
    return value.isText() && value.index() == static_cast<TextId>(word);
}

bool isKnownAction(const Value& value)
{
    return value.index() >= static_cast<TextId>(Word::FirstAction) && value.index() < wordCount;
}

} // namespace

// Whatever of the keys with a column the column does not say.
void RecordReader::keepOfEvent(const DictFields& fields, const EventRecord& event, const Context& about)
{
    if (about.stack.isNone() && isEmptyList(fields.at(Word::KeyFrames)))
        m_kept.add(EmptyValue::Frames);
    if (about.forwardStack.isNone() && isEmptyList(fields.at(Word::KeyForwardFrames)))
        m_kept.add(EmptyValue::ForwardFrames);
    if (about.compileContext.isNone() && fields.has(Word::KeyCompileContext)) {
        const Value context = fields.at(Word::KeyCompileContext);
        if (isWord(context, Word::NotAvailable))
            m_kept.add(EmptyValue::NoCompileContext);
        else if (isWord(context, Word::Empty))
            m_kept.add(EmptyValue::CompileContext);
        else
            m_kept.add(Word::KeyCompileContext, context);
    }
    if (fields.has(Word::KeyUserMetadata)) {
        const Value metadata = fields.at(Word::KeyUserMetadata);
        if (isWord(metadata, Word::Empty))
            m_kept.add(EmptyValue::UserMetadata);
        else if (!metadata.isText())
            m_kept.add(Word::KeyUserMetadata, metadata);
    }
    if (event.pool == PoolId{} && fields.has(Word::KeyPoolId))
        m_kept.add(EmptyValue::Pool);
    if (event.timeUs == 0 && fields.has(Word::KeyTimeUs))
        m_kept.add(EmptyValue::Time);
    if (about.category.isNone() && fields.has(Word::KeyCategory))
        m_kept.add(Word::KeyCategory, fields.at(Word::KeyCategory));
    if (const Value action = fields.at(Word::KeyAction); action.isText() && !isKnownAction(action))
        m_kept.add(Word::KeyAction, action);
}

void RecordReader::keepOthers(
    const DictFields& fields, std::uint64_t understood, std::span<const Value> others)
{
    for (std::uint64_t foreign = fields.present() & ~understood; foreign != 0; foreign &= foreign - 1) {
        const auto key = static_cast<Word>(std::countr_zero(foreign));
        m_kept.add(key, fields.at(key));
    }
    for (std::size_t i = 0; i + 1 < others.size(); i += 2)
        m_kept.add(others[i], others[i + 1]);
}

bool RecordReader::isEmptyList(const Value& value) const
{
    if (!value.isObject())
        return false;
    const ObjectEntry& entry = m_tables.objects[value.index()];
    return entry.kind == ObjectKind::List && entry.index == 0;
}

// PyTorch writes sums over the blocks; another's may differ.
void RecordReader::keepOfSegment(const DictFields& fields, const SegmentRecord& segment)
{
    std::uint64_t allocated = 0;
    std::uint64_t active = 0;
    std::uint64_t requested = 0;
    const ValueRange range = m_tables.lists[segment.blocks];
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const Value value = m_tables.listValues[range.first + i];
        const ObjectEntry entry = value.isObject() ? m_tables.objects[value.index()] : ObjectEntry{};
        if (entry.kind != ObjectKind::Block)
            continue;
        const BlockInfo& block = m_tables.blocks[entry.index].info;
        const bool isActive = block.state != BlockState::Inactive;
        allocated += block.state == BlockState::ActiveAllocated ? block.size : 0;
        active += isActive ? block.size : 0;
        requested += isActive ? block.requestedSize : 0;
    }
    const std::pair<Word, std::uint64_t> sums[] = {{Word::KeyAllocatedSize, allocated},
        {Word::KeyActiveSize, active}, {Word::KeyRequestedSize, requested}};
    for (const auto& [key, sum] : sums) {
        const Value value = fields.at(key);
        if (value.isNatural() && value.bits != sum)
            m_kept.add(key, value);
    }
    const Value type = fields.at(Word::KeySegmentType);
    if (type.isText() && m_tables.strings[type.index()] != (segment.isLarge ? "large" : "small"))
        m_kept.add(Word::KeySegmentType, type);
}

} // namespace tidemark
