// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/navigation/place_history.h"
#include "ui/navigation/place_link.h"
#include "ui/navigation/player.h"

#include <QObject>
#include <QString>
#include <optional>

class QMainWindow;

namespace tidemark::ui {

class MessageBar;
struct WindowActions;

// What the Go menu does: back and forward through the places visited, zooms and filters undone, peaks,
// playing, links to a moment, and every command by its name.
class Navigator : public QObject {
    Q_OBJECT

public:
    Navigator(ViewState& state, const WindowActions& actions, MessageBar& messages, QMainWindow* window);

    // What links name; empty: what is shown is in no file.
    void setFile(const QString& absolutePath);
    // Where to go once the file that is on its way is shown.
    void setComing(std::optional<PlaceLink> link) { m_coming = std::move(link); }
    bool isComing() const { return m_coming.has_value(); }
    QString arrive(); // it is shown; what of the link it does not have, as a sentence

    // An event's number as the window counts, an address, "peak", "start", "end", or a link. The
    // sentence says why that leads nowhere; empty: it did.
    QString go(const QString& where);

    Player& player() { return m_player; }

Q_SIGNALS:
    void linkEntered(const QString& link); // one that names a file

private:
    void connectActions();
    void refresh();
    void connectPlayer();
    void refreshPlayer();
    void copyLink();
    void ask();
    QString goToEvent(const QString& digits);
    QString goToAddress(const QString& text);
    void goToPeak(bool isNext);
    QString noPeakText(bool isNext, bool isThereNone) const;

    ViewState& m_state;
    const WindowActions& m_actions;
    MessageBar& m_messages;
    QMainWindow* m_window;
    PlaceHistory m_history;
    Player m_player;
    QString m_file;
    QString m_trouble; // with the last place that was asked for
    std::optional<PlaceLink> m_coming;
};

} // namespace tidemark::ui
