// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <chrono>
#include <functional>

class QWidget;

namespace tidemark::ui {

// Ten million events are worked out in seconds; a busy machine is no fault.
inline constexpr std::chrono::milliseconds picturePatience = std::chrono::minutes(5);
inline constexpr std::chrono::milliseconds pictureLookPause{50}; // between two looks
inline constexpr std::chrono::milliseconds pictureQuiet{300}; // of a view that has yet to be drawn

// Waits for the moment in which a picture of a view can be taken: it is ready, and stays as it is for a
// moment. A view of a run that goes on never does: of one that has been ready for long any moment will do.
class SettledWait {
public:
    using Ready = std::function<bool()>;

    // `quiet`: how long it has to stay as it is.
    SettledWait(Ready isReady, std::chrono::milliseconds quiet, std::chrono::milliseconds patience);

    enum class State { Waiting, Settled, GivenUp };
    // Given up: it was not ready within the patience.
    State look(QWidget& view);
    const QImage& image() const { return m_last; } // of the last look, once it is ready

private:
    Ready m_isReady;
    std::chrono::milliseconds m_quietEnough;
    std::chrono::milliseconds m_patience;
    QImage m_last;
    QElapsedTimer m_total;
    QElapsedTimer m_sinceReady; // the first time
    QElapsedTimer m_quiet;
};

} // namespace tidemark::ui
