// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace tidemark::ui {

// How long work will still take, from how fast it came so far.
class TimeLeft {
public:
    // `percent`: 0 to 100, or -1 while nobody knows. `now`: milliseconds of any clock that does not go back.
    // Empty while it cannot be told: in the first seconds, before the first steps, and at the end. A percent
    // below the last one is of other work, which begins now.
    QString words(int percent, qint64 now);

private:
    struct Moment {
        int percent = 0;
        qint64 time = 0;
    };

    std::optional<Moment> m_begin;
    int m_last = 0; // percent
};

} // namespace tidemark::ui
