// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace tidemark::ui {

class ViewState;

// Lets the cursor run through the events, forward or back, so that the map is seen to change. It stops at the
// ends, and when somebody moves the cursor.
class Player : public QObject {
    Q_OBJECT

public:
    enum class Direction { Back = -1, Forward = 1 };
    static constexpr double slowest = 1; // events a second
    static constexpr double fastest = 1e6;

    explicit Player(ViewState& state, QObject* parent = nullptr); // `state` must outlive it

    bool isPlaying() const { return m_timer.isActive(); }
    Direction direction() const { return m_direction; }
    double eventsPerSecond() const { return m_speed; }

    // From the end forward it begins at the start again, and from the start back at the end.
    void play(Direction direction);
    void stop();
    void toggle(Direction direction); // stops where it plays that way
    void setSpeed(double eventsPerSecond); // kept between slowest and fastest
    // As if this time had passed since the last frame; what the timer calls.
    void advance(double seconds);

Q_SIGNALS:
    void changed(); // whether, which way and how fast

private:
    void onCursorChanged();

    ViewState& m_state;
    QTimer m_timer;
    QElapsedTimer m_sinceFrame;
    Direction m_direction = Direction::Forward;
    double m_speed = 100;
    double m_left = 0; // of an event, not yet gone
    bool m_moves = false; // the cursor, by itself
};

} // namespace tidemark::ui
