// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session_keeper.h"

#include "core/base/bytes.h"
#include "ui/timeline/navigation.h"
#include "ui/view_state.h"
#include "ui/window/dock_area.h"
#include "ui/window/message_bar.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QFileInfo>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>
#include <algorithm>
#include <utility>

namespace tidemark::ui {

namespace {

bool isOf(const Note& note, const Device& device)
{
    return note.ordinal == device.ordinal && note.source == device.source;
}

} // namespace

SessionKeeper::SessionKeeper(ViewState& state, const WindowActions& actions, DockArea& views,
    MessageBar& messages, QMainWindow* window)
    : QObject(window)
    , m_state(state)
    , m_actions(actions)
    , m_views(views)
    , m_messages(messages)
    , m_window(window)
{
    connect(m_actions.addNote, &QAction::triggered, this, &SessionKeeper::ask);
    connect(m_actions.removeNote, &QAction::triggered, this, &SessionKeeper::removeHere);
    connect(&state, &ViewState::recordingChanged, this, &SessionKeeper::refreshMenu);
    connect(&state, &ViewState::deviceChanged, this, &SessionKeeper::refreshMenu);
    connect(&state, &ViewState::notesChanged, this, &SessionKeeper::refreshMenu);
    connect(&state, &ViewState::cursorChanged, this, [this] {
        const auto& notes = m_state.notes();
        m_actions.removeNote->setEnabled(
            m_state.hasDevice() && std::any_of(notes.begin(), notes.end(), [this](const Note& note) {
                return isOf(note, m_state.device()) && note.position == m_state.cursor();
            }));
    });
    refreshMenu();
}

QString SessionKeeper::open(const QString& absolutePath, bool goThere)
{
    m_file = absolutePath;
    m_isSpoilt = false;
    m_layout.clear();
    if (m_file.isEmpty())
        return {};
    const Expected<Session> session = loadSession(m_file);
    m_isSpoilt = !session;
    if (!session)
        return tr("%1.").arg(QString::fromStdString(session.error().message));
    m_state.setNotes(session->notes);
    if (!goThere || !session->place)
        return {};
    m_layout = session->layout;
    goTo(m_state, *session->place);
    if (session->filterTrouble.empty())
        return {};
    return tr("The filter in %1 cannot be used: %2. All allocations are shown.")
        .arg(sessionFileFor(m_file), QString::fromStdString(session->filterTrouble));
}

void SessionKeeper::arrangeViews()
{
    const QByteArray layout = std::exchange(m_layout, {});
    if (DockArea::isLayout(layout)) // else it is of another version, and the views lie well as they are
        m_views.restoreLayout(layout);
}

QString SessionKeeper::moveTo(const QString& absolutePath)
{
    m_file = absolutePath;
    m_isSpoilt = false;
    const bool hasOld = QFileInfo::exists(sessionFileFor(m_file)); // of what the file held before
    return hasOld || !m_state.notes().empty() ? store() : QString();
}

void SessionKeeper::save()
{
    if (!m_state.notes().empty())
        tell(store());
}

QString SessionKeeper::store()
{
    if (m_file.isEmpty() || m_isSpoilt || !m_state.hasDevice() || m_state.isPreview())
        return {};
    const Expected<void> saved =
        saveSession(m_file, {m_state.notes(), placeOf(m_state), m_views.saveLayout(), {}});
    return saved ? QString() : tr("%1.").arg(QString::fromStdString(saved.error().message));
}

void SessionKeeper::tell(const QString& trouble)
{
    if (!trouble.isEmpty())
        m_messages.say(MessageBar::Tone::Trouble, trouble);
}

void SessionKeeper::ask()
{
    auto* dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("noteDialog"));
    dialog->setWindowTitle(tr("Note"));
    dialog->setLabelText(tr("What is to be said about this moment:"));
    connect(dialog, &QInputDialog::textValueSelected, this, &SessionKeeper::addNote);
    dialog->open();
}

void SessionKeeper::addNote(const QString& text)
{
    const QString line = text.simplified();
    if (line.isEmpty() || !m_state.hasDevice() || m_state.isPreview())
        return;
    std::vector<Note> notes = m_state.notes();
    notes.push_back({m_state.device().ordinal, m_state.device().source, m_state.cursor(), line});
    m_state.setNotes(std::move(notes));
    if (m_file.isEmpty() || m_isSpoilt)
        m_messages.say(MessageBar::Tone::Note,
            m_isSpoilt ? tr("This note lasts as long as the window: %1 holds something else.")
                             .arg(sessionFileFor(m_file))
                       : tr("This note lasts as long as the window, until the recording is saved in a file "
                            "of its own."));
    tell(store());
}

void SessionKeeper::removeHere()
{
    if (!m_state.hasDevice())
        return;
    std::vector<Note> notes = m_state.notes();
    std::erase_if(notes, [this](const Note& note) {
        return isOf(note, m_state.device()) && note.position == m_state.cursor();
    });
    m_state.setNotes(std::move(notes));
    tell(store());
}

void SessionKeeper::refreshMenu()
{
    m_actions.notes->clear();
    m_actions.addNote->setEnabled(m_state.hasDevice() && !m_state.isPreview());
    m_actions.removeNote->setEnabled(false);
    if (m_state.hasDevice()) {
        for (const Note& note : m_state.notes()) {
            if (!isOf(note, m_state.device()))
                continue;
            m_actions.removeNote->setEnabled(
                m_actions.removeNote->isEnabled() || note.position == m_state.cursor());
            QString text = note.text;
            text.replace(QLatin1Char('&'), QLatin1String("&&"));
            const QString moment = note.position == 0
                ? tr("start")
                : tr("event %1").arg(QString::fromStdString(formatCount(note.position)));
            QAction* action = m_actions.notes->addAction(tr("%1 · %2").arg(text, moment));
            connect(action, &QAction::triggered, this,
                [this, position = note.position] { moveCursor(m_state, position); });
        }
    }
    m_actions.notes->setEnabled(!m_actions.notes->isEmpty());
}

} // namespace tidemark::ui
