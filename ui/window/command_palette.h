// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QPointer>

class QAction;
class QLineEdit;
class QListWidget;
class QMenuBar;

namespace tidemark::ui {

// Everything in the menus, to be found by typing a few letters of it: Enter does it. It also teaches the
// shortcuts. What cannot be done now is shown, and cannot be chosen.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    CommandPalette(const QMenuBar& menus, QWidget* parent);

    // Whether the command has each word of `typed` in it. Case means nothing.
    static bool matches(const QString& command, const QString& typed);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Command {
        QString text; // "View › Fit"
        QPointer<QAction> action; // menus that change let go of theirs
    };

    void addCommands(const QString& path, const QList<QAction*>& actions);
    void filter(const QString& typed);
    void run();

    QList<Command> m_commands;
    QLineEdit* m_typed = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace tidemark::ui
