// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/action_button.h"

#include <QAction>

namespace tidemark::ui {

ActionButton::ActionButton(QAction* action, const QString& text, QWidget* parent)
    : QPushButton(parent)
    , m_action(action)
    , m_text(text)
{
    setObjectName(action->objectName() + QStringLiteral("Button"));
    setAutoDefault(false);
    setCheckable(action->isCheckable());
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, this, &ActionButton::follow);
    follow();
}

void ActionButton::follow()
{
    const QString plain = m_action->text().remove(QLatin1Char('&')).remove(QChar(u'…'));
    setText(m_text.isEmpty() ? plain : m_text);
    setEnabled(m_action->isEnabled());
    setChecked(m_action->isChecked());
    const QString keys = m_action->shortcut().toString(QKeySequence::NativeText);
    setToolTip(
        keys.isEmpty() ? m_action->toolTip() : QStringLiteral("%1 (%2)").arg(m_action->toolTip(), keys));
    setAccessibleDescription(m_action->toolTip());
}

} // namespace tidemark::ui
