// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QTimer>

namespace tidemark::ui {

class ViewState;

// Which allocations all views show, in words: "1 MiB to 2 MiB, lives under 10 events". There only while they
// show some; a click shows all again. While their curves are looked for it says how far that is.
class AllocationFilterChip : public QPushButton {
    Q_OBJECT

public:
    // `state` must outlive the chip.
    explicit AllocationFilterChip(ViewState& state, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void drop();

    ViewState& m_state;
    QTimer m_clock; // while there is progress to tell
};

} // namespace tidemark::ui
