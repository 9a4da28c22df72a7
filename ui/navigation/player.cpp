// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/navigation/player.h"

#include "ui/timeline/navigation.h"
#include "ui/view_state.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr int frameMilliseconds = 33;
constexpr double millisecondsPerSecond = 1000;

} // namespace

Player::Player(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    m_timer.setInterval(frameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this,
        [this] { advance(static_cast<double>(m_sinceFrame.restart()) / millisecondsPerSecond); });
    connect(&state, &ViewState::cursorChanged, this, &Player::onCursorChanged);
    connect(&state, &ViewState::recordingChanged, this, &Player::stop);
    connect(&state, &ViewState::deviceChanged, this, &Player::stop);
}

void Player::play(Direction direction)
{
    if (!m_state.hasDevice() || m_state.history().eventCount() == 0)
        return;
    const std::size_t end = m_state.history().eventCount();
    const QScopedValueRollback moves(m_moves, true);
    if (direction == Direction::Forward && m_state.cursor() >= end)
        moveCursor(m_state, 0);
    else if (direction == Direction::Back && m_state.cursor() == 0)
        moveCursor(m_state, end);
    m_direction = direction;
    m_left = 0;
    m_sinceFrame.start();
    m_timer.start();
    Q_EMIT changed();
}

void Player::stop()
{
    if (!m_timer.isActive())
        return;
    m_timer.stop();
    Q_EMIT changed();
}

void Player::toggle(Direction direction)
{
    if (isPlaying() && m_direction == direction)
        stop();
    else
        play(direction);
}

void Player::setSpeed(double eventsPerSecond)
{
    m_speed = std::clamp(eventsPerSecond, slowest, fastest);
    Q_EMIT changed();
}

void Player::advance(double seconds)
{
    if (!m_state.hasDevice())
        return stop();
    m_left += m_speed * seconds;
    const double events = std::floor(m_left);
    if (events < 1)
        return;
    m_left -= events;
    const auto end = static_cast<double>(m_state.history().eventCount());
    const auto here = static_cast<double>(m_state.cursor());
    const double next = std::clamp(here + static_cast<int>(m_direction) * events, 0.0, end);
    {
        const QScopedValueRollback moves(m_moves, true);
        moveCursor(m_state, static_cast<std::size_t>(next));
    }
    if (next <= 0 || next >= end)
        stop();
}

void Player::onCursorChanged()
{
    if (!m_moves)
        stop();
}

} // namespace tidemark::ui
