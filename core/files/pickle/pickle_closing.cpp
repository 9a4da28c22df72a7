// SPDX-License-Identifier: GPL-3.0-or-later
// What PickleMachine does with a pickle that ends in the middle: the containers that were being filled get
// what had arrived for them, from the innermost outwards.
#include "core/files/pickle/pickle_machine.h"

namespace tidemark {

void PickleMachine::closeEverything()
{
    for (const std::size_t mark : m_marks) {
        if (mark > 0)
            m_sink.cutOff(m_stack[mark - 1]);
    }
    if (m_stack.size() > base())
        m_sink.cutOff(m_stack.back());
    while (!m_marks.empty() && !m_sink.failed()) {
        const std::size_t begin = m_marks.back();
        m_marks.pop_back();
        closeSection(begin);
    }
    closeBottom();
}

// The values above a mark: items of the container below it.
void PickleMachine::closeSection(std::size_t begin)
{
    if (begin == 0 || begin <= base()) {
        m_stack.resize(begin);
        return;
    }
    const Value owner = m_stack[begin - 1];
    if (m_sink.isDict(owner)) {
        closeDictSection(owner, begin);
    } else if (m_sink.isList(owner)) {
        if (m_stack.size() >= begin + 2 && m_stack.back().isText()
            && m_sink.isDict(m_stack[m_stack.size() - 2])) {
            m_stack.pop_back(); // a key whose value never came
            m_sink.cutOff(m_stack.back());
        }
        m_sink.append(owner, above(begin));
    }
    m_stack.resize(begin);
}

// Pairs, of which the last value may be a list whose own, single item is still beside it: key, value, key,
// list, item.
void PickleMachine::closeDictSection(Value owner, std::size_t begin)
{
    std::size_t end = begin;
    while (end + 2 <= m_stack.size() && m_stack[end].isText())
        end += 2;
    while (m_stack.size() > end && end > begin) {
        if (m_stack.back().isText()) {
            m_stack.pop_back(); // a key whose value never came
            continue;
        }
        const Value last = m_stack.back();
        m_stack.pop_back();
        m_sink.cutOff(last);
        appendCut(m_stack.back(), last);
    }
    m_sink.setItems(owner, std::span<const Value>(m_stack).subspan(begin, end - begin));
}

// Below every mark (protocol 0 has hardly any): container, item or container, key, item.
void PickleMachine::closeBottom()
{
    while (m_stack.size() > 1 && !m_sink.failed()) {
        const Value last = m_stack.back();
        m_stack.pop_back();
        const std::size_t size = m_stack.size();
        if (m_sink.isList(m_stack.back())) {
            appendCut(m_stack.back(), last);
        } else if (size >= 2 && m_stack.back().isText() && m_sink.isDict(m_stack[size - 2])) {
            const Value pair[] = {m_stack.back(), last};
            m_stack.pop_back();
            m_sink.cutOff(m_stack.back());
            m_sink.setItems(m_stack.back(), pair);
        } else {
            m_sink.cutOff(m_stack.back()); // `last` was a key whose value never came
        }
    }
}

void PickleMachine::appendCut(Value list, Value item)
{
    if (!m_sink.isList(list))
        return;
    m_sink.cutOff(list);
    m_sink.append(list, std::span(&item, 1));
}

} // namespace tidemark
