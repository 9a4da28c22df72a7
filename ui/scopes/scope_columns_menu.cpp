// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scopes/scope_columns_menu.h"

#include "core/analysis/scopes/scopes.h"

#include <algorithm>

namespace tidemark::ui {

ScopeColumnsMenu::ScopeColumnsMenu(QWidget* parent)
    : QMenu(parent)
    , m_chosen(defaultStatColumns())
{
    QMenu* kindMenu = nullptr;
    QString lastKind;
    QString lastPool;
    for (const StatColumn& column : m_all) {
        const std::string name = columnName(column);
        const QString kind = QString::fromStdString(std::string(partsOf(column)[0]));
        const QString pool = QString::fromStdString(std::string(partsOf(column)[1]));
        if (kind != lastKind)
            kindMenu = addMenu(kind);
        else if (pool != lastPool)
            kindMenu->addSeparator();
        lastKind = kind;
        lastPool = pool;
        QAction* action = kindMenu->addAction(QString::fromStdString(name));
        action->setCheckable(true);
        action->setChecked(std::find(m_chosen.begin(), m_chosen.end(), column) != m_chosen.end());
        m_actions.push_back(action);
        connect(action, &QAction::toggled, this, [this, column](bool on) { choose(column, on); });
    }
}

QAction* ScopeColumnsMenu::actionOf(const StatColumn& column) const
{
    return m_actions[static_cast<std::size_t>(std::find(m_all.begin(), m_all.end(), column) - m_all.begin())];
}

void ScopeColumnsMenu::choose(const StatColumn& column, bool isChosen)
{
    const auto known = std::find(m_chosen.begin(), m_chosen.end(), column);
    if ((known != m_chosen.end()) == isChosen)
        return;
    if (isChosen)
        m_chosen.push_back(column);
    else
        m_chosen.erase(known);
    actionOf(column)->setChecked(isChosen);
    Q_EMIT chosenChanged();
}

} // namespace tidemark::ui
