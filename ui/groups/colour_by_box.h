// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"

#include <QComboBox>

namespace tidemark::ui {

// "Category", "Element type", ...: as choices on the screen.
QString groupByTitle(GroupBy by);

// Chooses by what the timeline is coloured.
class ColourByBox : public QComboBox {
    Q_OBJECT

public:
    // `state` must outlive the box.
    explicit ColourByBox(ViewState& state, QWidget* parent = nullptr);

private:
    void showChosen();

    ViewState& m_state;
};

} // namespace tidemark::ui
