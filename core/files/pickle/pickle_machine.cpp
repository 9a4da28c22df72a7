// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle/pickle_machine.h"

#include "core/files/pickle/text_forms.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <fmt/format.h>

namespace tidemark {

namespace {

// No snapshot comes near these: an event of some sixty bytes makes one value on the stack and a few in the
// memo.
constexpr std::size_t leastRoom = 65536;
constexpr std::size_t bytesPerStackValue = 8;
constexpr std::size_t bytesPerMemoEntry = 4;
constexpr std::size_t maxPickleDepth = 65536;

constexpr std::size_t opcodesBetweenLooks = 8192;

} // namespace

PickleMachine::PickleMachine(std::span<const std::byte> bytes, ObjectSink& sink)
    : m_bytes(bytes)
    , m_cursor(bytes)
    , m_sink(sink)
    , m_maxStack(leastRoom + bytes.size() / bytesPerStackValue)
    , m_maxMemo(leastRoom + bytes.size() / bytesPerMemoEntry)
{ }

Expected<PickleMachine::End> PickleMachine::run(const Reading& reading)
{
    while (m_state == State::Running) {
        for (std::size_t i = 0; i < opcodesBetweenLooks && m_state == State::Running; ++i)
            step();
        if (reading.progress != nullptr)
            reading.progress->done.store(m_cursor.offset(), std::memory_order_relaxed);
        if (reading.stop.stop_requested())
            return tidemark::fail("was cancelled");
    }
    if (m_state == State::Failed)
        return tidemark::fail(m_error);
    const bool truncated = m_state == State::Truncated;
    if (truncated) {
        closeEverything();
        if (m_sink.failed())
            return tidemark::fail(std::string(m_sink.failure()));
    }
    End end;
    end.result = m_stack.empty() ? Value() : m_stack.back();
    end.offset = truncated ? m_bytes.size() : m_cursor.offset();
    end.truncated = truncated;
    return end;
}

// The opcodes that make nearly all of a snapshot; the others are sorted by kind.
void PickleMachine::step()
{
    m_opcodeOffset = m_cursor.offset();
    const std::byte* byte = argument(1);
    if (byte == nullptr)
        return;
    m_opcode = static_cast<Opcode>(*byte);
    switch (m_opcode) {
    case Opcode::BinGet:
        if (std::uint8_t id = 0; number(id))
            recall(id);
        break;
    case Opcode::LongBinGet:
        if (std::uint32_t id = 0; number(id))
            recall(id);
        break;
    case Opcode::Memoize:
        memoize(m_memo.size());
        break;
    case Opcode::Mark:
        if (m_marks.size() >= maxPickleDepth)
            fail(fmt::format("is nested more than {} levels deep", maxPickleDepth));
        m_marks.push_back(m_stack.size());
        break;
    case Opcode::ShortBinUnicode:
        pushBlock<std::uint8_t>();
        break;
    case Opcode::EmptyDict:
        push(m_sink.dict());
        break;
    case Opcode::SetItems:
        fillFromMark(true);
        break;
    default:
        stepNumber(m_opcode);
    }
}

void PickleMachine::stepNumber(Opcode opcode)
{
    switch (opcode) {
    case Opcode::BinInt1:
        if (std::uint8_t value = 0; number(value))
            push(Value::integer(value));
        break;
    case Opcode::BinInt2:
        if (std::uint16_t value = 0; number(value))
            push(Value::integer(value));
        break;
    case Opcode::BinInt:
        if (std::int32_t value = 0; number(value))
            push(Value::integer(value));
        break;
    case Opcode::Long1:
        pushLongBlock<std::uint8_t>();
        break;
    case Opcode::Long4:
        pushLongBlock<std::int32_t>();
        break;
    case Opcode::BinFloat:
        if (const std::byte* bytes = argument(8))
            push({boost::endian::load_big_u64(reinterpret_cast<const unsigned char*>(bytes)),
                ValueKind::Float});
        break;
    case Opcode::Int:
    case Opcode::Long:
        if (const auto text = line(); text.data() != nullptr)
            pushDecoded(decodeDecimal(text));
        break;
    case Opcode::Float:
        if (const auto text = line(); text.data() != nullptr)
            pushDecoded(decodeFloat(text));
        break;
    default:
        stepText(opcode);
    }
}

void PickleMachine::stepText(Opcode opcode)
{
    switch (opcode) {
    case Opcode::ShortBinString:
    case Opcode::ShortBinBytes:
        return pushBlock<std::uint8_t>();
    case Opcode::BinUnicode:
    case Opcode::BinBytes:
        return pushBlock<std::uint32_t>();
    case Opcode::BinString:
        return pushBlock<std::int32_t>();
    case Opcode::BinUnicode8:
    case Opcode::BinBytes8:
    case Opcode::ByteArray8:
        return pushBlock<std::uint64_t>();
    case Opcode::Unicode:
        if (const auto text = line(); text.data() != nullptr)
            pushText(decodeRawUnicode(text), TextLifetime::Temporary);
        return;
    case Opcode::String:
        if (const auto text = line(); text.data() != nullptr) {
            if (const auto decoded = decodeQuoted(text))
                pushText(*decoded, TextLifetime::Temporary);
            else
                fail("has a text without quotes");
        }
        return;
    default:
        stepContainer(opcode);
    }
}

void PickleMachine::stepContainer(Opcode opcode)
{
    switch (opcode) {
    case Opcode::EmptyList:
    case Opcode::EmptySet:
        return push(m_sink.list());
    case Opcode::Appends:
    case Opcode::AddItems:
        return fillFromMark(false);
    case Opcode::Append:
        return fillFromTop(false);
    case Opcode::SetItem:
        return fillFromTop(true);
    case Opcode::List:
    case Opcode::Dict:
    case Opcode::Tuple:
    case Opcode::FrozenSet:
        return makeFromMark(opcode);
    case Opcode::EmptyTuple:
        return push(m_sink.tuple({}));
    case Opcode::Tuple1:
        return tupleFromTop(1);
    case Opcode::Tuple2:
        return tupleFromTop(2);
    case Opcode::Tuple3:
        return tupleFromTop(3);
    default:
        stepStack(opcode);
    }
}

void PickleMachine::stepStack(Opcode opcode)
{
    std::uint64_t id = 0;
    switch (opcode) {
    case Opcode::None:
        return push(Value());
    case Opcode::NewTrue:
    case Opcode::NewFalse:
        return push(Value::boolean(opcode == Opcode::NewTrue));
    case Opcode::Get:
        return lineNumber(id) ? recall(id) : void();
    case Opcode::Put:
        return lineNumber(id) ? memoize(id) : void();
    case Opcode::BinPut:
        if (std::uint8_t small = 0; number(small))
            memoize(small);
        return;
    case Opcode::LongBinPut:
        if (std::uint32_t large = 0; number(large))
            memoize(large);
        return;
    case Opcode::Dup:
        return has(1) ? push(Value(m_stack.back())) : void();
    case Opcode::PopMark:
        if (std::size_t position = 0; popMark(position))
            m_stack.resize(position);
        return;
    case Opcode::Pop:
        if (m_stack.size() > base())
            m_stack.pop_back();
        else if (std::size_t position = 0; popMark(position))
            m_stack.resize(position);
        return;
    default:
        stepRest(opcode);
    }
}

void PickleMachine::stepRest(Opcode opcode)
{
    switch (opcode) {
    case Opcode::Proto:
        return checkProtocol();
    case Opcode::Frame:
        argument(8); // only a hint for reading ahead
        return;
    case Opcode::Stop:
        if (has(1))
            m_state = State::Stopped;
        return;
    default:
        break;
    }
    if (isRefused(opcode))
        return fail("would make Python import or run something, which a snapshot never needs: refused");
    fail("is no pickle instruction: the file is damaged here or is no pickle");
}

void PickleMachine::checkProtocol()
{
    std::uint8_t protocol = 0;
    if (number(protocol) && protocol > newestPickleProtocol)
        fail(fmt::format(
            "announces protocol {}; protocols 0 to {} can be read", protocol, newestPickleProtocol));
}

const std::byte* PickleMachine::argument(std::size_t size)
{
    const std::byte* bytes = m_cursor.take(size);
    if (bytes == nullptr)
        m_state = State::Truncated;
    return bytes;
}

std::string_view PickleMachine::line()
{
    const std::string_view text = m_cursor.takeLine();
    if (text.data() == nullptr)
        m_state = State::Truncated;
    return text;
}

template <class Number>
bool PickleMachine::number(Number& result)
{
    const std::byte* bytes = argument(sizeof(Number));
    if (bytes == nullptr)
        return false;
    result = boost::endian::endian_load<Number, sizeof(Number), boost::endian::order::little>(
        reinterpret_cast<const unsigned char*>(bytes));
    return true;
}

// Bytes with their length in front.
template <class Length>
bool PickleMachine::block(std::string_view& result)
{
    Length length = 0;
    if (!number(length))
        return false;
    if (std::is_signed_v<Length> && length < 0) {
        fail("has a negative length");
        return false;
    }
    const std::byte* bytes = argument(static_cast<std::size_t>(length));
    if (bytes == nullptr)
        return false;
    result = {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)};
    return true;
}

bool PickleMachine::lineNumber(std::uint64_t& result)
{
    const auto text = line();
    if (text.data() == nullptr)
        return false;
    const auto value = decodeDecimal(text);
    if (!value || value->kind != ValueKind::Integer || (value->bits >> 63) != 0) {
        fail("needs a number");
        return false;
    }
    result = value->bits;
    return true;
}

void PickleMachine::push(Value value)
{
    if (m_stack.size() >= m_maxStack)
        return fail("leaves more values unused than a file of this size can need");
    m_stack.push_back(value);
    if (value.isObject())
        checkSink();
}

void PickleMachine::pushText(std::string_view text, TextLifetime lifetime)
{
    push(m_sink.text(text, lifetime));
    checkSink();
}

void PickleMachine::pushDecoded(const std::optional<Value>& value)
{
    if (!value)
        return fail("needs a number");
    push(*value);
}

template <class Length>
void PickleMachine::pushBlock()
{
    if (std::string_view text; block<Length>(text))
        pushText(text);
}

template <class Length>
void PickleMachine::pushLongBlock()
{
    if (std::string_view digits; block<Length>(digits))
        push(decodeLong(std::as_bytes(std::span(digits))));
}

void PickleMachine::recall(std::uint64_t id)
{
    if (!m_memo.has(id))
        return fail(fmt::format("asks for memo entry {}, which was never stored", id));
    push(m_memo.at(id));
}

void PickleMachine::memoize(std::uint64_t id)
{
    if (!has(1))
        return;
    if (id >= m_maxMemo)
        return fail(fmt::format("stores memo entry {}, more than a file of this size can need", id));
    m_memo.store(id, m_stack.back());
}

void PickleMachine::fail(std::string_view reason)
{
    if (m_state == State::Failed)
        return;
    m_state = State::Failed;
    const auto name = opcodeName(m_opcode);
    m_error = name.empty()
        ? fmt::format("byte {} (0x{:02x}) {}", m_opcodeOffset, static_cast<unsigned>(m_opcode), reason)
        : fmt::format("{} at byte {} {}", name, m_opcodeOffset, reason);
}

void PickleMachine::checkSink()
{
    if (m_sink.failed())
        fail(m_sink.failure());
}

} // namespace tidemark
