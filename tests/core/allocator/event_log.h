// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"

#include <QString>
#include <QStringList>
#include <utility>
#include <vector>

namespace tidemark::tests {

// Keeps every event.
class EventLog : public AllocatorEventSink {
public:
    void onEvent(const AllocatorEvent& event) noexcept override { m_events.push_back(event); }

    // The events since the last call.
    std::vector<AllocatorEvent> take() { return std::exchange(m_events, {}); }

private:
    std::vector<AllocatorEvent> m_events;
};

inline QString toText(const AllocatorEvent& event)
{
    const auto name = actionName(event.action);
    return QStringLiteral("%1 %2 at 0x%3 on stream %4 of pool %5.%6")
        .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
        .arg(event.size)
        .arg(event.address, 0, 16)
        .arg(event.stream)
        .arg(event.pool.first)
        .arg(event.pool.second);
}

// "segment_alloc 2097152", without addresses, for stories told by hand.
inline QStringList story(const std::vector<AllocatorEvent>& events)
{
    QStringList lines;
    for (const AllocatorEvent& event : events) {
        const auto name = actionName(event.action);
        lines << QStringLiteral("%1 %2")
                     .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
                     .arg(event.size);
    }
    return lines;
}

} // namespace tidemark::tests
