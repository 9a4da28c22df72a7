// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/memory_parts.h"

#include <QComboBox>
#include <vector>

namespace tidemark::ui {

class ViewState;

// Chooses the part of the memory that is looked at: all of it, one stream, or one pool, each with what it
// holds at the cursor. There only where there are several.
class MemoryFilterBox : public QComboBox {
    Q_OBJECT

public:
    // `state` must outlive the box.
    explicit MemoryFilterBox(ViewState& state, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void startAnew();
    void lookAtNewEvents();
    void fill();
    void refreshFigures();
    void showChosen();

    ViewState& m_state;
    MemoryParts m_parts;
    std::vector<MemoryFilter> m_filters; // by item
};

} // namespace tidemark::ui
