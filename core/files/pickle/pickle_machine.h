// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/pickle/byte_cursor.h"
#include "core/files/pickle/opcode.h"
#include "core/files/pickle/pickle_memo.h"
#include "core/files/reading.h"
#include "core/files/snapshot/object_sink.h"

#include <span>
#include <string>
#include <vector>

namespace tidemark {

inline constexpr unsigned newestPickleProtocol = 5;

// Runs the data opcodes of a pickle, protocols 0 to 5, and hands what it builds to a sink. Nothing in the
// bytes can make it call code, recurse, or take more memory than a small multiple of their number.
class PickleMachine {
public:
    struct End {
        Value result;
        std::size_t offset = 0; // behind the last byte that was used
        bool truncated = false; // the bytes ended before STOP; `result` holds what was complete
    };

    // `bytes` must outlive the machine and everything that the sink keeps.
    PickleMachine(std::span<const std::byte> bytes, ObjectSink& sink);

    // To STOP, or to where the bytes end. An error says at which byte what is wrong.
    Expected<End> run(const Reading& reading);

private:
    enum class State : std::uint8_t { Running, Stopped, Truncated, Failed };

    void step();
    void stepNumber(Opcode opcode);
    void stepText(Opcode opcode);
    void stepStack(Opcode opcode);
    void stepContainer(Opcode opcode);
    void stepRest(Opcode opcode);

    // Each reads an argument; nullptr or an empty view at the end of the bytes, with the state set.
    const std::byte* argument(std::size_t size);
    std::string_view line();
    template <class Number>
    bool number(Number& result);
    template <class Length>
    bool block(std::string_view& result);
    bool lineNumber(std::uint64_t& result);

    void push(Value value);
    void pushText(std::string_view text, TextLifetime lifetime = TextLifetime::File);
    void pushDecoded(const std::optional<Value>& value);
    template <class Length>
    void pushBlock();
    template <class Length>
    void pushLongBlock();
    void recall(std::uint64_t id);
    void memoize(std::uint64_t id);
    void checkProtocol();

    std::size_t base() const { return m_marks.empty() ? 0 : m_marks.back(); }
    std::span<const Value> above(std::size_t position) const;
    bool has(std::size_t count);
    bool popMark(std::size_t& position);
    void fillFromMark(bool pairs);
    void fillFromTop(bool pairs);
    void makeFromMark(Opcode opcode);
    void tupleFromTop(std::size_t count);

    void fail(std::string_view reason);
    void checkSink();

    void closeEverything();
    void closeSection(std::size_t begin);
    void closeDictSection(Value owner, std::size_t begin);
    void closeBottom();
    void appendCut(Value list, Value item);

    std::span<const std::byte> m_bytes;
    ByteCursor m_cursor;
    ObjectSink& m_sink;
    std::vector<Value> m_stack;
    std::vector<std::size_t> m_marks;
    PickleMemo m_memo;
    std::size_t m_maxStack;
    std::size_t m_maxMemo;
    std::size_t m_opcodeOffset = 0;
    Opcode m_opcode = Opcode::Stop;
    State m_state = State::Running;
    std::string m_error;
};

} // namespace tidemark
