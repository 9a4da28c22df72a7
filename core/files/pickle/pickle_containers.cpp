// SPDX-License-Identifier: GPL-3.0-or-later
// How PickleMachine makes and fills containers from the values on its stack.
#include "core/files/pickle/pickle_machine.h"

namespace tidemark {

std::span<const Value> PickleMachine::above(std::size_t position) const
{
    return std::span(m_stack).subspan(position);
}

bool PickleMachine::has(std::size_t count)
{
    if (m_stack.size() >= base() + count)
        return true;
    fail("finds too few values: the file is damaged here");
    return false;
}

bool PickleMachine::popMark(std::size_t& position)
{
    if (m_marks.empty()) {
        fail("finds no mark: the file is damaged here");
        return false;
    }
    position = m_marks.back();
    m_marks.pop_back();
    return true;
}

void PickleMachine::fillFromMark(bool pairs)
{
    std::size_t position = 0;
    if (!popMark(position))
        return;
    if (position <= base())
        return fail("finds nothing to fill: the file is damaged here");
    const Value owner = m_stack[position - 1];
    if (pairs)
        m_sink.setItems(owner, above(position));
    else
        m_sink.append(owner, above(position));
    m_stack.resize(position);
    checkSink();
}

void PickleMachine::fillFromTop(bool pairs)
{
    const std::size_t count = pairs ? 2 : 1;
    if (!has(count + 1))
        return;
    const std::size_t position = m_stack.size() - count;
    const Value owner = m_stack[position - 1];
    if (pairs)
        m_sink.setItems(owner, above(position));
    else
        m_sink.append(owner, above(position));
    m_stack.resize(position);
    checkSink();
}

void PickleMachine::makeFromMark(Opcode opcode)
{
    std::size_t position = 0;
    if (!popMark(position))
        return;
    Value made;
    if (opcode == Opcode::Dict) {
        made = m_sink.dict();
        m_sink.setItems(made, above(position));
    } else if (opcode == Opcode::List) {
        made = m_sink.list();
        m_sink.append(made, above(position));
    } else {
        made = m_sink.tuple(above(position));
    }
    m_stack.resize(position);
    push(made);
}

void PickleMachine::tupleFromTop(std::size_t count)
{
    if (!has(count))
        return;
    const std::size_t position = m_stack.size() - count;
    const Value made = m_sink.tuple(above(position));
    m_stack.resize(position);
    push(made);
}

} // namespace tidemark
