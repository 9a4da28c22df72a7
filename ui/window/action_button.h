// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

class QAction;

namespace tidemark::ui {

// A push button that is one of the window's actions: text, tooltip and state follow it.
class ActionButton : public QPushButton {
    Q_OBJECT

public:
    // With `text` the button keeps its own words.
    ActionButton(QAction* action, const QString& text, QWidget* parent);

private:
    void follow();

    QAction* m_action;
    QString m_text;
};

} // namespace tidemark::ui
