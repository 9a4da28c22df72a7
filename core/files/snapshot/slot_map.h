// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tidemark {

// Gives each distinct value a place; place 0 is the default value. Past the last place that a Slot can name
// all values share it.
template <class T, class Slot, class Hash = boost::hash<T>>
class SlotMap {
public:
    SlotMap() { m_slots.emplace(m_values.front(), Slot(0)); }

    Slot slot(const T& value)
    {
        if (m_values[m_last] == value)
            return m_last;
        const auto found = m_slots.find(value);
        m_last = found != m_slots.end() ? found->second : add(value);
        return m_last;
    }

    const T& operator[](Slot slot) const { return m_values[slot]; }
    const std::vector<T>& values() const { return m_values; }
    bool isFull() const { return m_values.size() == maxSlots; }

private:
    static constexpr std::size_t maxSlots = std::numeric_limits<Slot>::max();

    Slot add(const T& value)
    {
        if (m_values.size() == maxSlots)
            return static_cast<Slot>(maxSlots - 1);
        const auto slot = static_cast<Slot>(m_values.size());
        m_values.push_back(value);
        m_slots.emplace(value, slot);
        return slot;
    }

    std::vector<T> m_values = {T{}};
    boost::unordered_flat_map<T, Slot, Hash> m_slots;
    Slot m_last = 0;
};

} // namespace tidemark
