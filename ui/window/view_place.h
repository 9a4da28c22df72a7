// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::ui {

class ViewState;

// Where somebody looks: kept while a recording is replaced by a fuller one of the same file, and while
// another is only being tried.
class ViewPlace {
public:
    ViewPlace() = default;
    static ViewPlace of(const ViewState& state);

    // As far as it makes sense there: another device list, or a shorter recording, keeps what it can.
    void applyTo(ViewState& state) const;

private:
    bool m_isKnown = false;
    int m_ordinal = 0;
    std::string m_source;
    bool m_showsAll = true;
    double m_rangeBegin = 0;
    double m_rangeEnd = 1;
    bool m_followsEnd = true;
    std::size_t m_cursor = 0;
    std::optional<std::uint64_t> m_selectedAddress;
};

} // namespace tidemark::ui
