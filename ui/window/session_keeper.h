// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/navigation/session.h"

#include <QObject>
#include <QString>

class QMainWindow;
class QMenu;

namespace tidemark::ui {

class DockArea;
class MessageBar;
class ViewState;
struct WindowActions;

// Notes at moments, in the Go menu and on the timeline. The first one makes a session file beside the
// recording; from then on it also keeps where one looked, and how the views lay, to be found there when the
// file is opened again.
// Nothing is ever written beside a recording without a note.
class SessionKeeper : public QObject {
    Q_OBJECT

public:
    SessionKeeper(ViewState& state, const WindowActions& actions, DockArea& views, MessageBar& messages,
        QMainWindow* window);

    // The recording that is shown now has just been opened from there; empty: from no single file. `goThere`:
    // to where one looked last. What is wrong with the notes there, as a sentence; empty: nothing.
    QString open(const QString& absolutePath, bool goThere);
    void arrangeViews(); // once they are shown, as they lay when one looked there last
    // The recording that is shown has just been saved there: its notes go along, whatever lay there before.
    QString moveTo(const QString& absolutePath);
    void save(); // where one looks now, when there are notes
    // At the cursor. Text is made one line; an empty one makes no note.
    void addNote(const QString& text);

private:
    void ask();
    void removeHere();
    void refreshMenu();
    void tell(const QString& trouble);
    QString store(); // why not, as a sentence; empty: stored, or nothing to be stored in

    ViewState& m_state;
    const WindowActions& m_actions;
    DockArea& m_views;
    MessageBar& m_messages;
    QMainWindow* m_window;
    QString m_file;
    QByteArray m_layout; // to come; empty: none
    bool m_isSpoilt = false; // the session file holds something else, and is left alone
};

} // namespace tidemark::ui
