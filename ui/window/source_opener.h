// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/source_target.h"

#include <QObject>
#include <QString>
#include <QStringList>

class QSettings;
class QWidget;

namespace tidemark::ui {

class MessageBar;

// Opens a line of a stack in the editor of the person's choice: a command with %f for the file and %l for the
// line, kept in the settings; until one is chosen, the first known editor that is there.
class SourceOpener : public QObject {
    Q_OBJECT

public:
    // Both must outlive it.
    SourceOpener(QSettings& settings, MessageBar& messages, QWidget* window);

    void open(const SourcePlace& place);
    void askCommand();

    QString command() const; // empty: none is chosen, and none is there
    void setCommand(const QString& command);

    // Program and arguments; a command that does not name the file gets it at its end. Empty: no program.
    static QStringList words(const QString& command, const SourcePlace& place);

private:
    QSettings& m_settings;
    MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace tidemark::ui
