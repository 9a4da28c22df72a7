// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/time_left.h"

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>
#include <array>
#include <functional>
#include <vector>

class QLabel;
class QProgressBar;
class QToolButton;

namespace tidemark::ui {

// One sentence across the window: what a command did, what went wrong, what is being opened. Nothing else
// waits for it. What went wrong stays until somebody dismisses it; a note leaves once there was time to read
// it, but not under the mouse or while one of its buttons has the keyboard, and at once when one of its links
// was used.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Tone { Note, Trouble };
    // Words behind the sentence that do something when clicked.
    struct Link {
        QString text;
        std::function<void()> onClick;
        bool isWantedAgain = false; // nowhere else: the sentence stays until somebody dismisses it
    };

    explicit MessageBar(QWidget* parent = nullptr);

    // Plain text, with at most two links; one without text is left out.
    void say(Tone tone, const QString& sentence, std::vector<Link> links = {});
    // A bar from 0 to 100, or a moving one for -1, and Cancel; how long it will still take, once that can be
    // told.
    void showProgress(const QString& sentence, int percent, std::function<void()> onCancel);
    void dismiss(); // without cancelling anything
    bool showsProgress() const;
    // Other words for a part of what stands there, if it does.
    void reword(const QString& before, const QString& after);

    QString text() const { return m_sentence; }
    Tone tone() const { return m_tone; }
    void applyTheme(); // anew, when the palette changed

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void show(Tone tone, const QString& sentence);
    void closeByHand();
    void follow(std::size_t link);
    void leaveSoon();
    void leaveUnlessHeld();

    QLabel* m_label = nullptr;
    std::array<QToolButton*, 2> m_links = {};
    QProgressBar* m_progress = nullptr;
    QToolButton* m_close = nullptr;
    QString m_sentence;
    QTimer m_leave;
    QElapsedTimer m_clock;
    TimeLeft m_timeLeft; // of the progress that is shown
    bool m_isKept = false; // it does not leave by itself
    std::size_t m_said = 0; // sentences so far
    Tone m_tone = Tone::Note;
    std::array<std::function<void()>, 2> m_onLink;
    std::function<void()> m_onCancel;
};

} // namespace tidemark::ui
