// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiment/experiment_runner.h"

#include "ui/details/figures.h"

#include <algorithm>
#include <utility>

namespace tidemark::ui {

namespace {

QStringList wordsFor(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts)
        list << textOf(text);
    return list;
}

RunOptions optionsOf(const ExperimentRun& run, const QString& device)
{
    RunOptions options;
    options.workload = textOf(run.workload);
    options.settings = wordsFor(run.settings);
    options.more = wordsFor(run.options);
    options.steps = run.steps;
    options.device = device;
    options.hold = true; // what is told behind the last step needs the model
    return options;
}

} // namespace

ExperimentRunner::ExperimentRunner(QObject* parent)
    : QObject(parent)
{ }

ExperimentRunner::~ExperimentRunner() = default;

void ExperimentRunner::start(
    const RecorderProgram& program, const Experiment& experiment, const QString& device)
{
    cancel();
    m_program = program;
    m_experiment = experiment;
    m_device = device;
    m_recordings = {};
    startRun(0);
}

void ExperimentRunner::cancel()
{
    if (m_recorder)
        m_recorder->stop();
    drop();
}

void ExperimentRunner::drop()
{
    if (!m_recorder)
        return;
    m_recorder->disconnect(this);
    m_recorder.release()->deleteLater();
}

void ExperimentRunner::startRun(std::size_t number)
{
    m_number = number;
    m_isEnding = false;
    m_recorder = std::make_unique<RecorderProcess>();
    connect(m_recorder.get(), &RecorderProcess::updated, this, &ExperimentRunner::onUpdated);
    connect(m_recorder.get(), &RecorderProcess::stateChanged, this, &ExperimentRunner::onStateChanged);
    connect(m_recorder.get(), &RecorderProcess::answered, this, [this](const Answer& answer) {
        if (answer.command != "empty_cache")
            return;
        if (answer.ok)
            m_recorder->stop();
        else
            fail(textOf(answer.text));
    });
    Q_EMIT progressed(
        tr("%1, run %2 of 2: %3 …").arg(textOf(m_experiment.title)).arg(number + 1).arg(textOf(run().name)),
        static_cast<int>(number) * 50);
    m_recorder->start(m_program, optionsOf(run(), m_device));
}

void ExperimentRunner::onUpdated()
{
    const auto step = static_cast<int>(m_recorder->newest().status.step);
    const int share = 50 * std::clamp(step, 0, run().steps) / std::max(run().steps, 1);
    Q_EMIT progressed(tr("%1, run %2 of 2: %3, step %4 of %5 …")
                          .arg(textOf(m_experiment.title))
                          .arg(m_number + 1)
                          .arg(textOf(run().name))
                          .arg(step)
                          .arg(run().steps),
        static_cast<int>(m_number) * 50 + share);
}

void ExperimentRunner::onStateChanged()
{
    switch (m_recorder->state()) {
    case RecorderProcess::State::Holding:
        if (std::exchange(m_isEnding, true))
            return;
        if (const std::string& early = m_recorder->newest().status.text; !early.empty()) {
            fail(textOf(early));
            return;
        }
        if (run().emptiesCache)
            m_recorder->send(QStringLiteral("empty_cache"));
        else
            m_recorder->stop();
        return;
    case RecorderProcess::State::Finished:
        endRun();
        return;
    case RecorderProcess::State::Failed:
    case RecorderProcess::State::Crashed:
        fail(m_recorder->ending());
        return;
    case RecorderProcess::State::Idle:
    case RecorderProcess::State::Starting:
    case RecorderProcess::State::Running:
    case RecorderProcess::State::Paused:
        return;
    }
}

void ExperimentRunner::endRun()
{
    m_recordings[m_number] = m_recorder->newest().recording;
    const bool isThere = m_recordings[m_number] && !m_recordings[m_number]->histories.empty();
    drop();
    if (!isThere)
        Q_EMIT failed(
            tr("%1 stopped: run %2 recorded nothing.").arg(textOf(m_experiment.title)).arg(m_number + 1));
    else if (m_number == 0)
        startRun(1);
    else
        Q_EMIT finished();
}

void ExperimentRunner::fail(const QString& sentence)
{
    if (m_recorder)
        m_recorder->stop();
    drop();
    Q_EMIT failed(tr("%1 stopped in run %2, %3: %4")
                      .arg(textOf(m_experiment.title))
                      .arg(m_number + 1)
                      .arg(textOf(run().name), sentence));
}

} // namespace tidemark::ui
