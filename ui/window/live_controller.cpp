// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/live_controller.h"

#include "ui/details/figures.h"
#include "ui/view_state.h"
#include "ui/window/message_bar.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

// As PyTorch and Tidemark's own allocator begin their sentence.
bool isOutOfMemory(std::string_view text)
{
    return text.find("ut of memory") != std::string_view::npos;
}

void setAvailable(QAction* action, bool available, const QString& reason)
{
    action->setEnabled(available);
    action->setToolTip(available ? action->statusTip() : reason);
}

QString segmentsText(std::uint64_t segments, std::size_t ranks)
{
    const QString text = counted(segments, LiveController::tr("segment"), LiveController::tr("segments"));
    return ranks < 2 ? text : LiveController::tr("%1 of %2 ranks").arg(text).arg(ranks);
}

} // namespace

LiveController::LiveController(
    ViewState& state, const WindowActions& actions, MessageBar& messages, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_actions(actions)
    , m_messages(messages)
{
    m_clock.setInterval(500ms);
    connect(&m_clock, &QTimer::timeout, this, &LiveController::onClock);
    connect(actions.pause, &QAction::triggered, this, [this] {
        const bool halted = m_recorder && m_recorder->state() == RecorderProcess::State::Paused;
        send(halted ? QStringLiteral("resume") : QStringLiteral("pause"));
    });
    connect(actions.step, &QAction::triggered, this, [this] { send(QStringLiteral("step")); });
    connect(actions.stop, &QAction::triggered, this, &LiveController::stop);
    connect(actions.emptyCache, &QAction::triggered, this, [this] { send(QStringLiteral("empty_cache")); });
    connect(actions.resetPeak, &QAction::triggered, this, [this] { send(QStringLiteral("reset_peak")); });
    connect(actions.yieldMemory, &QAction::triggered, this, &LiveController::exchangeMemory);
    connect(&state, &ViewState::recordingChanged, this, &LiveController::refreshActions);
    connect(&state, &ViewState::cursorChanged, this, &LiveController::refreshPrediction);
    connect(&state, &ViewState::filterChanged, this, &LiveController::refreshPrediction);
    connect(&state, &ViewState::unitsChanged, this, &LiveController::refreshPrediction);
    refreshActions();
}

LiveController::~LiveController() = default;

void LiveController::start(const RecorderProgram& program, const RunOptions& options)
{
    forget();
    m_options = options;
    m_shown = false;
    m_saysStarting = false;
    m_hasYielded = false;
    m_awaitsExchange = false;
    m_recorder = std::make_unique<RecorderProcess>();
    connect(m_recorder.get(), &RecorderProcess::updated, this, &LiveController::onUpdated);
    connect(m_recorder.get(), &RecorderProcess::answered, this, &LiveController::onAnswered);
    connect(m_recorder.get(), &RecorderProcess::stateChanged, this, &LiveController::onStateChanged);
    connect(m_recorder.get(), &RecorderProcess::rankFailed, this, &LiveController::onRankFailed);
    m_clock.start();
    m_recorder->start(program, options);
}

void LiveController::forget()
{
    m_clock.stop();
    if (!m_recorder)
        return;
    m_recorder->disconnect(this);
    m_recorder.reset();
    m_shown = false;
    refreshActions();
    Q_EMIT changed();
}

void LiveController::send(const QString& command)
{
    if (m_recorder && !m_recorder->send(command) && m_recorder->isAlive())
        m_messages.say(MessageBar::Tone::Trouble, tr("The recorder does not take commands any more."));
}

void LiveController::stop()
{
    if (!isLive())
        return;
    m_recorder->stop();
    setAvailable(m_actions.stop, false, tr("The recorder is already stopping."));
}

// Nothing happens until a command comes.
bool LiveController::isWaiting() const
{
    using State = RecorderProcess::State;
    return m_recorder
        && (m_recorder->state() == State::Holding
            || (isPlayground() && m_recorder->state() == State::Running));
}

bool LiveController::isPlayground() const
{
    return m_options.workload == QLatin1String("playground");
}

void LiveController::onUpdated()
{
    const auto& recording = m_recorder->newest().recording;
    if (!recording)
        return;
    const bool first = !std::exchange(m_shown, true);
    if (std::exchange(m_saysStarting, false))
        m_messages.dismiss();
    m_state.setRecording(recording, !first);
    if (first)
        Q_EMIT recordingBegan();
    refreshPrediction();
}

void LiveController::onStateChanged()
{
    refreshActions();
    if (!m_recorder->isAlive()) {
        m_clock.stop();
        m_saysStarting = false;
        const bool fine = m_recorder->state() == RecorderProcess::State::Finished;
        if (!fine && m_shown)
            keepReason();
        m_messages.say(fine ? MessageBar::Tone::Note : MessageBar::Tone::Trouble, m_recorder->ending(),
            {{m_shown ? tr("Save it") : QString(),
                 [this] {
                     m_actions.showRecording->trigger(); // the start page saves nothing
                     m_actions.save->trigger();
                 }},
                fine || !m_shown ? MessageBar::Link() : m_oomLink()});
        Q_EMIT ended();
    } else if (const std::string& failure = m_recorder->newest().status.text;
               m_recorder->state() == RecorderProcess::State::Holding && !failure.empty()) {
        m_messages.say(MessageBar::Tone::Trouble,
            tr("The workload ended early: %1 The recorder holds what it left in memory; Stop ends the run.")
                .arg(textOf(failure)),
            {m_oomLink()});
    } else if (isWaiting()) {
        m_messages.say(MessageBar::Tone::Note,
            isPlayground()
                ? tr("The playground waits for you: allocate and free blocks in the row above.")
                : tr("The training is done and the model is still in memory. Empty cache shows what "
                     "the allocator can give back; Stop ends the run."));
    }
    Q_EMIT changed();
}

void LiveController::onRankFailed()
{
    m_saysStarting = false; // which would take the place of this
    m_messages.say(MessageBar::Tone::Trouble, tr("%1 The other ranks go on.").arg(m_recorder->reason()));
}

// A recorder takes a moment to load; one elsewhere may wait in a queue.
void LiveController::onClock()
{
    constexpr qint64 usual = 1'500; // milliseconds
    if (m_recorder && m_recorder->isAlive() && !m_shown && m_recorder->elapsedMilliseconds() > usual
        && (m_saysStarting || !m_messages.isVisible())) {
        m_saysStarting = true;
        const QString where = m_recorder->carrier();
        const QString time = elapsedText(m_recorder->elapsedMilliseconds());
        m_messages.showProgress(where.isEmpty() ? tr("Starting the recorder … %1").arg(time)
                                                : tr("Starting the recorder by %1 … %2").arg(where, time),
            -1, [this] {
                m_saysStarting = false;
                m_messages.say(MessageBar::Tone::Note, tr("Stopping the recorder …"));
                stop();
            });
    }
    Q_EMIT changed();
}

// Whoever opens the recording later reads why it ends where it does.
void LiveController::keepReason()
{
    auto kept = std::make_shared<AnalyzedRecording>(*m_state.recording());
    kept->recording.warnings.insert(kept->recording.warnings.begin(), m_recorder->reason().toStdString());
    m_state.setRecording(std::move(kept), true);
}

QString LiveController::runText() const
{
    if (!m_recorder)
        return {};
    const QString time = elapsedText(m_recorder->elapsedMilliseconds()) + rankText();
    switch (m_recorder->state()) {
    case RecorderProcess::State::Idle:
        return {};
    case RecorderProcess::State::Starting:
        return tr("starting %1").arg(time);
    case RecorderProcess::State::Running:
        return isPlayground() ? tr("waiting %1").arg(time) : tr("recording %1").arg(time);
    case RecorderProcess::State::Paused:
        return tr("paused %1").arg(time);
    case RecorderProcess::State::Holding:
        return tr("waiting %1").arg(time);
    case RecorderProcess::State::Finished:
        return tr("finished %1").arg(time);
    case RecorderProcess::State::Failed:
        return tr("failed %1").arg(time);
    case RecorderProcess::State::Crashed:
        return tr("crashed %1").arg(time);
    }
    return {};
}

// " · 2 ranks, step ≥ 12", which is where the slowest is; nothing for one rank.
QString LiveController::rankText() const
{
    const std::size_t count = m_recorder->rankCount();
    if (count < 2)
        return {};
    const QString ranks = tr(" · %1 ranks").arg(count);
    const std::int64_t step = m_recorder->newest().status.step;
    return step == 0 ? ranks : tr("%1, step ≥ %L2").arg(ranks).arg(step);
}

// Commands go to every rank, and empty the cache of every device.
Composition LiveController::newestOfAll() const
{
    Composition sum;
    for (const Composition& device : m_recorder->newest().newest) {
        sum.reserved += device.reserved;
        sum.wholeFree += device.wholeFree;
        sum.releasableSegments += device.releasableSegments;
    }
    return sum;
}

// At the end of a step, which may be a while from now.
void LiveController::exchangeMemory()
{
    m_awaitsExchange = true;
    refreshActions();
    send(m_hasYielded ? QStringLiteral("restore") : QStringLiteral("yield"));
}

void LiveController::onExchanged(const Answer& answer)
{
    m_awaitsExchange = false;
    if (answer.ok) {
        m_hasYielded = answer.command == "yield";
        const QString bytes =
            bytesText(static_cast<std::uint64_t>(answer.figure("moved_bytes")), m_state.units());
        const QString duration = secondsText(answer.figure("duration_us"));
        m_messages.say(MessageBar::Tone::Note,
            m_hasYielded
                ? tr("%1 moved to host memory in %2; %3 stays reserved. The run halts until Restore.")
                      .arg(bytes, duration,
                          bytesText(
                              static_cast<std::uint64_t>(answer.figure("reserved_bytes")), m_state.units()))
                : tr("%1 moved back in %2; the run goes on.").arg(bytes, duration));
    }
    refreshActions();
}

void LiveController::refreshExchange()
{
    m_actions.yieldMemory->setText(m_hasYielded ? tr("Rest&ore") : tr("&Yield memory"));
    m_actions.yieldMemory->setStatusTip(m_hasYielded
            ? tr("Move all back from host memory, and go on")
            : tr("When this step ends, move all to host memory, empty the cache, and halt"));
    const QString reason = !isLive() ? tr("Only a running recording has memory to yield.")
        : m_awaitsExchange           ? tr("Memory moves when this step ends.")
                                     : tr("Nothing of the playground lives on between steps.");
    setAvailable(m_actions.yieldMemory, isLive() && !isPlayground() && !m_awaitsExchange, reason);
}

void LiveController::onAnswered(const Answer& answer)
{
    Q_EMIT answered(answer);
    if (answer.command == "yield" || answer.command == "restore")
        onExchanged(answer);
    if (!answer.ok)
        m_messages.say(MessageBar::Tone::Trouble, textOf(answer.text),
            {isOutOfMemory(answer.text) ? m_oomLink() : MessageBar::Link()});
    else if (answer.command == "empty_cache")
        sayEmptied(answer);
}

void LiveController::sayEmptied(const Answer& answer)
{
    const auto returned = static_cast<std::uint64_t>(answer.figure("returned_bytes"));
    const auto segments = static_cast<std::uint64_t>(answer.figure("returned_segments"));
    const auto kept = static_cast<std::uint64_t>(answer.figure("kept_free_bytes"));
    // With its time: the run goes on, and soon other figures hold.
    const QString time = elapsedText(m_recorder->elapsedMilliseconds());
    QString sentence = returned == 0
        ? tr("Empty cache found no whole free segment at %1").arg(time)
        : tr("Empty cache returned %1 (%2) in %3, at %4")
              .arg(bytesText(returned, m_state.units()), segmentsText(segments, m_recorder->rankCount()),
                  secondsText(answer.figure("duration_us")), time);
    if (kept == 0) {
        m_messages.say(
            MessageBar::Tone::Note, tr("%1; nothing stayed free beside live blocks.").arg(sentence));
        return;
    }
    sentence = tr("%1; %2 stayed free beside live blocks.").arg(sentence, bytesText(kept, m_state.units()));
    m_messages.say(
        MessageBar::Tone::Note, sentence, {{tr("Show what pins them"), [this] { Q_EMIT pinsWanted(); }}});
}

void LiveController::refreshActions()
{
    using State = RecorderProcess::State;
    const State state = m_recorder ? m_recorder->state() : State::Idle;
    const bool live = isLive();
    const QString notLive = tr("Only a running recording can be steered; choose Record to start one.");
    const QString holding = tr("No training runs, so there is nothing to halt.");
    const QString yielded = tr("The run halts while its memory is yielded; Restore brings it back.");
    const bool halts = live && !isWaiting() && !m_hasYielded;
    const QString noHalt = !live ? notLive : m_hasYielded ? yielded : holding;

    m_actions.pause->setText(state == State::Paused ? tr("Res&ume") : tr("&Pause"));
    m_actions.pause->setStatusTip(state == State::Paused ? tr("Go on with the workload")
                                                         : tr("Halt the workload at its next operator"));
    setAvailable(m_actions.pause, halts, noHalt);
    setAvailable(m_actions.step, halts, noHalt);
    setAvailable(m_actions.stop, live, notLive);
    setAvailable(m_actions.resetPeak, live, notLive);
    setAvailable(m_actions.mark, live, notLive);
    refreshExchange();
    refreshPrediction();
}

void LiveController::refreshPrediction()
{
    Composition composition;
    if (isLive())
        composition = newestOfAll();
    else if (const SegmentList* segments = m_state.segments())
        composition = compositionOf(*segments, settingsOf(m_state.recording()->recording, m_state.device()));
    QString bytes = bytesText(composition.wholeFree, m_state.units());
    if (!m_state.filter().isAll()) // empty_cache() knows no streams
        bytes = tr("%1 in all memory").arg(bytes);
    m_actions.emptyCache->setText(
        composition.reserved == 0 ? tr("&Empty cache") : tr("&Empty cache · %1").arg(bytes));
    m_actions.emptyCache->setStatusTip(
        tr("Would return %1 (%2) to the device")
            .arg(bytes, counted(composition.releasableSegments, tr("segment"), tr("segments"))));
    setAvailable(m_actions.emptyCache, isLive(),
        tr("Only a running recording can be emptied. At the cursor it would have returned %1.").arg(bytes));
}

} // namespace tidemark::ui
