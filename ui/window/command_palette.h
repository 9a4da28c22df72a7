// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QPointer>
#include <optional>

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

    // How far a command, "Go › Next peak", and what it does are from what was typed; nothing where one of its
    // words is in neither. The least where every word begins a word of the command's own name. Case means
    // nothing.
    static std::optional<int> distance(const QString& command, const QString& tip, const QString& typed);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Command {
        QString text; // "View › Fit"
        QPointer<QAction> action; // menus that change let go of theirs
    };

    void addCommands(const QString& path, const QList<QAction*>& actions);
    void filter(const QString& typed);
    QList<qsizetype> found(const QString& typed) const; // places in m_commands, the nearest first
    void show(qsizetype command);
    void run();

    QList<Command> m_commands;
    QLineEdit* m_typed = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace tidemark::ui
