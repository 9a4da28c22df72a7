// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"
#include "ui/whatif/what_if_run.h"

#include <QWidget>

namespace tidemark::ui {

class ElidedLabel;
class FragmentationMap;

// The segments and blocks that a simulated run would have had at the cursor: a fragmentation map on a view
// state of its own, whose cursor follows that of the recorded run.
class SimulatedMap : public QWidget {
    Q_OBJECT

public:
    // `recorded` must outlive this.
    explicit SimulatedMap(ViewState& recorded, QWidget* parent = nullptr);

    void setRun(std::shared_ptr<const WhatIfRun> run); // null: nothing
    const ViewState& state() const { return m_state; }

private:
    void followCursor();
    void takeUnits();

    ViewState& m_recorded;
    ViewState m_state;
    std::shared_ptr<const WhatIfRun> m_run;
    ElidedLabel* m_title;
    FragmentationMap* m_map;
};

} // namespace tidemark::ui
