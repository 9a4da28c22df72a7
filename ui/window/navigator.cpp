// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigator.h"

#include "core/analysis/curves/turning_peaks.h"
#include "core/base/bytes.h"
#include "ui/timeline/navigation.h"
#include "ui/view_state.h"
#include "ui/window/command_palette.h"
#include "ui/window/message_bar.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenuBar>
#include <algorithm>

namespace tidemark::ui {

Navigator::Navigator(
    ViewState& state, const WindowActions& actions, MessageBar& messages, QMainWindow* window)
    : QObject(window)
    , m_state(state)
    , m_actions(actions)
    , m_messages(messages)
    , m_window(window)
    , m_history(state)
    , m_player(state)
{
    connectActions();
    connectPlayer();
    connect(&m_history, &PlaceHistory::changed, this, &Navigator::refresh);
    connect(&state, &ViewState::recordingChanged, this, &Navigator::refresh);
    refresh();
}

void Navigator::connectActions()
{
    connect(m_actions.back, &QAction::triggered, &m_history, &PlaceHistory::goBack);
    connect(m_actions.forward, &QAction::triggered, &m_history, &PlaceHistory::goForward);
    connect(m_actions.undoLook, &QAction::triggered, &m_history, &PlaceHistory::undo);
    connect(m_actions.redoLook, &QAction::triggered, &m_history, &PlaceHistory::redo);
    connect(m_actions.goTo, &QAction::triggered, this, &Navigator::ask);
    connect(m_actions.copyLink, &QAction::triggered, this, &Navigator::copyLink);
    connect(m_actions.nextPeak, &QAction::triggered, this, [this] { goToPeak(true); });
    connect(m_actions.previousPeak, &QAction::triggered, this, [this] { goToPeak(false); });
    connect(m_actions.palette, &QAction::triggered, this,
        [this] { (new CommandPalette(*m_window->menuBar(), m_window))->open(); });
}

void Navigator::connectPlayer()
{
    constexpr double factor = 2;
    connect(
        m_actions.play, &QAction::triggered, this, [this] { m_player.toggle(Player::Direction::Forward); });
    connect(
        m_actions.playBack, &QAction::triggered, this, [this] { m_player.toggle(Player::Direction::Back); });
    connect(m_actions.playFaster, &QAction::triggered, this,
        [this] { m_player.setSpeed(m_player.eventsPerSecond() * factor); });
    connect(m_actions.playSlower, &QAction::triggered, this,
        [this] { m_player.setSpeed(m_player.eventsPerSecond() / factor); });
    connect(&m_player, &Player::changed, this, &Navigator::refreshPlayer);
    refreshPlayer();
}

void Navigator::refreshPlayer()
{
    const bool plays = m_player.isPlaying();
    const bool isForward = m_player.direction() == Player::Direction::Forward;
    const QString speed = tr("%1 events a second").arg(qRound64(m_player.eventsPerSecond()));
    m_actions.play->setText(
        plays && isForward ? tr("Stop pla&ying · %1").arg(speed) : tr("Pla&y · %1").arg(speed));
    m_actions.playBack->setText(plays && !isForward ? tr("Stop playing bac&kwards") : tr("Play bac&kwards"));
    m_actions.playFaster->setEnabled(m_player.eventsPerSecond() < Player::fastest);
    m_actions.playSlower->setEnabled(m_player.eventsPerSecond() > Player::slowest);
}

void Navigator::refresh()
{
    m_actions.back->setEnabled(m_history.canGoBack());
    m_actions.forward->setEnabled(m_history.canGoForward());
    m_actions.undoLook->setEnabled(m_history.canUndo());
    m_actions.redoLook->setEnabled(m_history.canRedo());
    const bool isOpen = m_state.hasDevice();
    for (QAction* action :
        {m_actions.goTo, m_actions.nextPeak, m_actions.previousPeak, m_actions.play, m_actions.playBack})
        action->setEnabled(isOpen);
    m_actions.copyLink->setEnabled(isOpen && !m_file.isEmpty());
}

void Navigator::setFile(const QString& absolutePath)
{
    m_file = absolutePath;
    refresh();
}

QString Navigator::arrive()
{
    QString trouble;
    if (const auto link = std::exchange(m_coming, std::nullopt))
        trouble = follow(m_state, *link);
    m_history.rest();
    return trouble;
}

void Navigator::copyLink()
{
    const std::optional<ViewPlace> place = placeOf(m_state);
    if (!place || m_file.isEmpty())
        return;
    const QString link = linkTo(m_file, *place);
    QGuiApplication::clipboard()->setText(link);
    m_messages.say(MessageBar::Tone::Note,
        tr("Copied: %1 – tidemark opens it, as an argument or by %2.")
            .arg(link, m_actions.goTo->shortcut().toString(QKeySequence::NativeText)));
}

void Navigator::ask()
{
    auto* dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("goToDialog"));
    dialog->setWindowTitle(tr("Go to"));
    dialog->setLabelText(tr("An event's number, an address (0x…), start, end, peak, or a copied link:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& where) {
        if (!m_trouble.isEmpty() && m_messages.text() == m_trouble)
            m_messages.dismiss(); // it is tried anew
        m_trouble = go(where);
        if (!m_trouble.isEmpty())
            m_messages.say(MessageBar::Tone::Trouble, m_trouble);
    });
    dialog->open();
}

QString Navigator::go(const QString& where)
{
    const QString text = where.trimmed();
    if (!m_state.hasDevice() || text.isEmpty())
        return {};
    const auto link = parsePlaceLink(text);
    if (!link)
        return tr("%1.").arg(QString::fromStdString(link.error().message));
    if (*link) {
        if ((*link)->file == m_file)
            return follow(m_state, **link);
        Q_EMIT linkEntered(text);
        return {};
    }
    if (text.startsWith(QLatin1String("0x"), Qt::CaseInsensitive))
        return goToAddress(text);
    if (text == QLatin1String("peak"))
        moveCursor(m_state, m_state.curves().peak(Curve::Allocated).position);
    else if (text == QLatin1String("start"))
        moveCursor(m_state, 0);
    else if (text == QLatin1String("end"))
        m_state.setFollowsEnd(true);
    else
        return goToEvent(text);
    return {};
}

// As the window counts: from one, and grouped as it shows them.
QString Navigator::goToEvent(const QString& digits)
{
    bool isNumber = false;
    QString plain = digits;
    const qulonglong event = plain.remove(QLatin1Char(',')).toULongLong(&isNumber);
    const std::size_t count = m_state.history().eventCount();
    if (!isNumber)
        return tr("“%1” is no event, address or moment; try 1234, 0x7f31c2000000, start, end or peak.")
            .arg(digits);
    if (event > count)
        return tr("There is no event %1: the recording has %2.")
            .arg(digits, QString::fromStdString(formatCount(count)));
    moveCursor(m_state, event);
    return {};
}

QString Navigator::goToAddress(const QString& text)
{
    bool isNumber = false;
    const std::uint64_t address = text.toULongLong(&isNumber, 16);
    if (!isNumber)
        return tr("“%1” is no address; one looks like 0x7f31c2000000.").arg(text);
    const SegmentList* list = m_state.segments();
    const auto holds = [&](const SegmentInfo& segment) {
        return address >= segment.address && address - segment.address < segment.totalSize;
    };
    if (list == nullptr || std::none_of(list->segments.begin(), list->segments.end(), holds))
        return tr("At the cursor no segment holds the address %1; at another moment one may.").arg(text);
    m_state.setSelectedAddress(address);
    return {};
}

void Navigator::goToPeak(bool isNext)
{
    if (!m_state.hasDevice())
        return;
    const CurveView curves = m_state.curves();
    const std::vector<std::size_t> peaks =
        turningPeaks(curves, Curve::Allocated, notableFall(curves, Curve::Allocated));
    const std::size_t cursor = m_state.cursor();
    const auto next = std::upper_bound(peaks.begin(), peaks.end(), cursor);
    const auto previous = std::lower_bound(peaks.begin(), peaks.end(), cursor);
    if (isNext && next != peaks.end())
        moveCursor(m_state, *next);
    else if (!isNext && previous != peaks.begin())
        moveCursor(m_state, *std::prev(previous));
    else
        m_messages.say(MessageBar::Tone::Note, noPeakText(isNext, peaks.empty()));
}

// And which key leads to those on the other side.
QString Navigator::noPeakText(bool isNext, bool isThereNone) const
{
    if (isThereNone)
        return tr("Allocated memory has no peak here that stands out.");
    const QAction* other = isNext ? m_actions.previousPeak : m_actions.nextPeak;
    const QString key = other->shortcut().toString(QKeySequence::NativeText);
    return isNext
        ? tr("No peak of allocated memory comes after the cursor; %1 goes to the one before.").arg(key)
        : tr("No peak of allocated memory lies before the cursor; %1 goes to the next.").arg(key);
}

} // namespace tidemark::ui
