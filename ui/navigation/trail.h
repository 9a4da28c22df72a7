// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace tidemark::ui {

// Where one has been, one after the other, and how far back one has gone. A new place forgets those ahead,
// and the oldest when there are too many.
template <class Place>
class Trail {
public:
    explicit Trail(std::size_t most = 200)
        : m_most(most)
    { }

    void clear()
    {
        m_places.clear();
        m_at = 0;
    }

    // Whether that is another place than the present one.
    bool visit(const Place& place)
    {
        if (!m_places.empty()) {
            if (m_places[m_at] == place)
                return false;
            m_places.erase(m_places.begin() + static_cast<std::ptrdiff_t>(m_at) + 1, m_places.end());
        }
        m_places.push_back(place);
        if (m_places.size() > m_most)
            m_places.erase(m_places.begin());
        m_at = m_places.size() - 1;
        return true;
    }

    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < m_places.size(); }
    // The place that is the present one then; canGoBack() or canGoForward() must hold.
    const Place& back() { return m_places[--m_at]; }
    const Place& forward() { return m_places[++m_at]; }
    // What came of going to the present place, such as a range that had to be moved inside.
    void amend(const Place& place)
    {
        if (!m_places.empty())
            m_places[m_at] = place;
    }

private:
    std::vector<Place> m_places;
    std::size_t m_at = 0; // the present one
    std::size_t m_most;
};

} // namespace tidemark::ui
