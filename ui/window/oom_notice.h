// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"
#include "ui/window/message_bar.h"

#include <QObject>
#include <optional>
#include <vector>

namespace tidemark::ui {

struct WindowActions;

// Knows when memory ran out in what is shown: says so once for a run that goes on, and leads there.
class OomNotice : public QObject {
    Q_OBJECT

public:
    // All must outlive this.
    OomNotice(
        ViewState& state, const WindowActions& actions, MessageBar& messages, QObject* parent = nullptr);

    // "Memory ran out at event 1,234: …", of the last time; empty where it never did.
    QString sentence() const { return sentence(m_state.units()); }
    // "Show", which leads to the last time; without text where memory never ran out.
    MessageBar::Link link();
    void showLast();
    // Of a run that has ended: leads there when nothing was asked for after memory had run out, so that it is
    // the end's likely reason, and the person has been looking at the end.
    void showReasonOfEnd();

private:
    struct Place {
        std::size_t device = 0;
        std::size_t position = 0; // just after the oom, see DeviceHistory
    };

    void lookAnew();
    void lookAtGrown();
    void lookAtNewEvents();
    void enableActions();
    QString sentence(ByteUnits units) const;
    void reword();
    std::optional<Place> last() const;
    void show(const Place& place);
    void showNext(bool isForward);
    void sayAround(bool isForward);

    ViewState& m_state;
    const WindowActions& m_actions;
    MessageBar& m_messages;
    std::vector<std::size_t> m_seen; // events looked at, by device
    std::vector<std::vector<std::size_t>> m_positions; // by device
    bool m_isSaid = false;
};

} // namespace tidemark::ui
