// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_process.h"

#include "ui/live/stream_reader.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

RecorderProcess::State stateOf(RecorderState state)
{
    switch (state) {
    case RecorderState::Starting:
        return RecorderProcess::State::Starting;
    case RecorderState::Paused:
        return RecorderProcess::State::Paused;
    case RecorderState::Holding:
        return RecorderProcess::State::Holding;
    case RecorderState::Running:
    case RecorderState::Finished: // until the process itself has gone
    case RecorderState::Failed:
        break;
    }
    return RecorderProcess::State::Running;
}

RecorderProcess::State stateOf(const RecorderEnding& ending)
{
    if (ending.isFine())
        return RecorderProcess::State::Finished;
    return ending.kind == RecorderEnding::Kind::Crashed ? RecorderProcess::State::Crashed
                                                        : RecorderProcess::State::Failed;
}

} // namespace

RecorderProcess::RecorderProcess(QObject* parent)
    : QObject(parent)
{ }

RecorderProcess::~RecorderProcess()
{
    for (const auto& child : m_children)
        child->disconnect(this);
    RecorderChild::endAll(m_children);
}

void RecorderProcess::start(const RecorderProgram& program, const RunOptions& options)
{
    m_clock.start();
    if (program.isEmpty()) {
        endAtOnce(
            tr("tidemark-record is neither beside this program nor on the PATH; build it with LibTorch, "
               "or name it in TIDEMARK_RECORDER"));
        return;
    }
    setState(State::Starting);
    m_endsByItself = options.steps > 0 && !options.hold;
    launch(launchesOf(program, options));
}

void RecorderProcess::launch(const std::vector<RecorderLaunch>& launches)
{
    m_answers = AnswerGathering(launches.size());
    m_newest.ranks.resize(launches.size());
    m_carrier = launches.front().carrier;
    std::vector<FileDescriptor> pipes;
    for (std::size_t rank = 0; rank < launches.size(); ++rank) {
        auto& child = *m_children.emplace_back(std::make_unique<RecorderChild>());
        connect(&child, &RecorderChild::ended, this, [this, rank] { settle(rank); });
        connect(&child, &RecorderChild::outputOverdue, this, [this, rank] { m_reader->finish(rank); });
        m_commands << launches[rank].command();
        pipes.push_back(child.start(launches[rank]));
    }
    m_reader = std::make_unique<StreamReader>(std::move(pipes));
    connect(m_reader.get(), &StreamReader::updated, this, &RecorderProcess::takeUpdate);
}

bool RecorderProcess::send(const QString& command)
{
    if (!isAlive())
        return false;
    bool isHeard = false;
    for (const auto& child : m_children)
        isHeard = child->send(command) || isHeard;
    if (isHeard)
        m_answers.asked(command.toStdString());
    return isHeard;
}

void RecorderProcess::stop()
{
    if (!isAlive())
        return;
    for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
        m_children[rank]->stop();
        if (!m_newest.ranks[rank].hasBegun) // nothing listens yet, and there is nothing to lose
            m_children[rank]->terminate();
    }
}

qint64 RecorderProcess::elapsedMilliseconds() const
{
    return isAlive() ? m_clock.elapsed() : m_milliseconds;
}

qint64 RecorderProcess::processId(std::size_t rank) const
{
    return rank < m_children.size() ? m_children[rank]->processId() : 0;
}

void RecorderProcess::takeUpdate()
{
    LiveUpdate update = m_reader->takeUpdate();
    std::vector<RankNews> ranks = update.ranks;
    for (RankNews& news : update.ranks)
        news.answers.clear();
    m_newest = std::move(update);
    Q_EMIT updated();
    refreshState();
    takeAnswers(ranks);
    for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
        if (m_newest.ranks[rank].damage && m_children[rank]->isRunning())
            m_children[rank]->terminate();
        settle(rank);
    }
}

void RecorderProcess::takeAnswers(std::vector<RankNews>& ranks)
{
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        for (Answer& answer : ranks[rank].answers)
            m_answers.take(rank, std::move(answer));
    tellAnswers();
}

void RecorderProcess::tellAnswers()
{
    while (const auto answer = m_answers.next())
        Q_EMIT answered(*answer);
}

int RecorderProcess::numberOf(std::size_t rank) const
{
    return m_children.size() == 1 ? RankEnding::only : static_cast<int>(rank);
}

bool RecorderProcess::hasSettled(std::size_t rank) const
{
    return std::any_of(m_endings.begin(), m_endings.end(),
        [number = numberOf(rank)](const RankEnding& ending) { return ending.rank == number; });
}

// A rank has ended once its process has and all that it sent is read.
void RecorderProcess::settle(std::size_t rank)
{
    if (!m_children[rank]->hasEnded() || !m_newest.ranks[rank].closed || hasSettled(rank))
        return;
    m_answers.rankEnded(rank);
    m_endings.push_back({numberOf(rank), endingOf(rank)});
    const bool isFine = m_endings.back().ending.isFine();
    std::sort(m_endings.begin(), m_endings.end(),
        [](const RankEnding& left, const RankEnding& right) { return left.rank < right.rank; });
    if (m_endings.size() < m_children.size()) {
        if (!isFine)
            Q_EMIT rankFailed();
        refreshState();
        tellAnswers();
        return;
    }
    tellAnswers();
    m_milliseconds = m_clock.elapsed();
    const auto failed = std::find_if(
        m_endings.begin(), m_endings.end(), [](const RankEnding& ending) { return !ending.ending.isFine(); });
    setState(failed == m_endings.end() ? State::Finished : stateOf(failed->ending));
}

RecorderEnding RecorderProcess::endingOf(std::size_t rank) const
{
    using Kind = RecorderEnding::Kind;
    const RecorderChild& child = *m_children[rank];
    const RankNews& news = m_newest.ranks[rank];
    RecorderEnding ending;
    ending.code = child.code();
    ending.lastWords = child.lastWords();
    ending.events = news.events;
    ending.milliseconds = m_clock.elapsed();
    ending.carrier = m_carrier;
    ending.command = m_commands[static_cast<qsizetype>(rank)];
    if (!child.startProblem().isEmpty()) {
        ending.kind = Kind::NotStarted;
        ending.reason = child.startProblem();
    } else if (news.damage) {
        ending.kind = news.hasBegun ? Kind::Damaged : Kind::NeverBegan;
        ending.reason = QString::fromStdString(news.damage->message);
    } else if (news.status.state == RecorderState::Failed) {
        ending.kind = Kind::Failed;
        ending.reason = QString::fromStdString(news.status.text);
    } else if (child.wasAskedToStop()) {
        ending.kind = Kind::Finished; // to whoever asked it to stop, the signal that ended it is no crash
    } else if (child.wasEndedBySignal()) {
        ending.kind = Kind::Crashed;
    } else if (!news.hasBegun) {
        ending.kind = Kind::NeverBegan;
    } else if (ending.code != 0) {
        ending.kind = Kind::Failed;
    } else if (news.streamEnded && !m_carrier.isEmpty() && !m_endsByItself) {
        ending.kind = Kind::CutOff;
        ending.reason = tr("The recorder ended because its standard input did: “%1” does not pass it on. "
                           "kubectl and docker do with -i.")
                            .arg(m_carrier);
    } else {
        ending.kind = news.streamEnded ? Kind::Finished : Kind::CutOff;
    }
    return ending;
}

void RecorderProcess::refreshState()
{
    if (!isAlive())
        return;
    State earliest = State::Idle;
    for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
        if (m_children[rank]->hasEnded())
            continue;
        const State state = stateOf(m_newest.ranks[rank].status.state);
        earliest = earliest == State::Idle ? state : std::min(earliest, state);
    }
    if (earliest != State::Idle)
        setState(earliest);
}

void RecorderProcess::endAtOnce(const QString& reason)
{
    RecorderEnding ending;
    ending.kind = RecorderEnding::Kind::NotStarted;
    ending.reason = reason;
    m_endings.push_back({RankEnding::only, ending});
    setState(State::Failed);
}

void RecorderProcess::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace tidemark::ui
