// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <string>

namespace tidemark::ui {

// What a person wrote at a moment of one device of a recording.
struct Note {
    int ordinal = 0; // of the device
    std::string source;
    std::size_t position = 0; // see DeviceHistory
    QString text; // one line

    bool operator==(const Note&) const = default;
};

} // namespace tidemark::ui
