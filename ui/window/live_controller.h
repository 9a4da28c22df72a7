// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/recorder_process.h"
#include "ui/window/message_bar.h"

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

namespace tidemark::ui {

class ViewState;
struct WindowActions;

// The live run that the window shows: feeds the views, steers the recorder by the actions of the Run menu,
// and tells what came of it.
class LiveController : public QObject {
    Q_OBJECT

public:
    LiveController(
        ViewState& state, const WindowActions& actions, MessageBar& messages, QObject* parent = nullptr);
    ~LiveController() override;

    void start(const RecorderProgram& program, const RunOptions& options);
    void send(const QString& command);
    void stop();
    // Lets go of the run, which ends it if it still goes on; what is shown stays.
    void forget();

    // Words that lead to where memory ran out, for what is said about it; without text where it never did.
    void setOomLink(std::function<MessageBar::Link()> link) { m_oomLink = std::move(link); }

    bool isLive() const { return m_recorder && m_recorder->isAlive(); }
    bool hasRun() const { return m_recorder != nullptr; }
    bool isShown() const { return m_shown; } // the views show the run's recording
    bool isPlayground() const;
    RecorderProcess* recorder() const { return m_recorder.get(); }
    QString runText() const; // "recording 00:42"
    // Another file or recording is shown, or the cursor moved: what would be returned is another figure.
    void refreshActions();

Q_SIGNALS:
    void recordingBegan(); // there is something to show
    void changed(); // state or elapsed time
    void answered(const tidemark::Answer& answer);
    void ended();
    void pinsWanted();

private:
    void onUpdated();
    void onAnswered(const Answer& answer);
    void onStateChanged();
    void onRankFailed();
    void onClock();
    void keepReason();
    void refreshPrediction();
    void sayEmptied(const Answer& answer);
    void exchangeMemory();
    void onExchanged(const Answer& answer);
    void refreshExchange();
    bool isWaiting() const;
    Composition newestOfAll() const;
    QString rankText() const;

    ViewState& m_state;
    const WindowActions& m_actions;
    MessageBar& m_messages;
    std::unique_ptr<RecorderProcess> m_recorder;
    RunOptions m_options;
    QTimer m_clock;
    std::function<MessageBar::Link()> m_oomLink = [] { return MessageBar::Link(); };
    bool m_hasYielded = false; // the run's memory is with others
    bool m_awaitsExchange = false; // an answer to yield or restore
    bool m_shown = false;
    bool m_saysStarting = false; // the message bar does
};

} // namespace tidemark::ui
