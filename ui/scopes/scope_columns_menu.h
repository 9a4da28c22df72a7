// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scopes/stat_column.h"

#include <QMenu>

namespace tidemark::ui {

// All 108 figures of memory_stats() to choose from, a submenu for each kind; the chosen ones stay in the
// order in which they were chosen.
class ScopeColumnsMenu : public QMenu {
    Q_OBJECT

public:
    explicit ScopeColumnsMenu(QWidget* parent = nullptr);

    const std::vector<StatColumn>& chosen() const { return m_chosen; }
    void choose(const StatColumn& column, bool isChosen);

Q_SIGNALS:
    void chosenChanged();

private:
    QAction* actionOf(const StatColumn& column) const;

    std::vector<StatColumn> m_all = allStatColumns();
    std::vector<QAction*> m_actions; // by place in m_all
    std::vector<StatColumn> m_chosen;
};

} // namespace tidemark::ui
