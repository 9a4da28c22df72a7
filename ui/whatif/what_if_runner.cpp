// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if_runner.h"

#include "core/simulate/empty_cache_moments.h"
#include "core/simulate/recorded_figures.h"
#include "ui/details/figures.h"

#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

Expected<WhatIf> whatIfOf(
    const WhatIfChoice& choice, const Recording& recording, std::size_t device, const CheckedProgram& program)
{
    const auto settings = AllocatorSettings::parse(choice.conf.toStdString());
    if (!settings)
        return tl::unexpected(settings.error());
    WhatIf whatIf;
    whatIf.run = program.recorded;
    whatIf.run.settings = *settings;
    if (choice.limit > 0)
        whatIf.run.limit = choice.limit;
    whatIf.keep = Keep::Events;
    if (choice.emptyCache == EmptyCacheChoice::EveryStep) {
        auto moments = emptyCacheMoments(recording, device, "every-step");
        if (!moments)
            return tl::unexpected(moments.error());
        whatIf.emptyCacheAt = *std::move(moments);
    } else if (choice.emptyCache == EmptyCacheChoice::AtCursor) {
        whatIf.emptyCacheAt = {choice.cursor};
    }
    return whatIf;
}

// The simulated run with what names its stacks and strings, followed like any recording.
std::shared_ptr<const AnalyzedRecording> replayOf(
    const Recording& recording, const Simulation& simulation, const WhatIf& whatIf)
{
    auto replay = std::make_shared<AnalyzedRecording>();
    replay->recording = recording;
    replay->recording.annotations.clear(); // their event numbers are the recorded run's
    replay->recording.marks.clear();
    replay->recording.devices = {simulation.device};
    DeviceHistory& history = replay->histories.emplace_back(whatIf.run.settings);
    history.advance(replay->recording.devices.front());
    return replay;
}

} // namespace

WhatIfRunner::WhatIfRunner(QObject* parent)
    : QObject(parent)
{
    connect(&m_progressTimer, &QTimer::timeout, this, &WhatIfRunner::reportProgress);
}

WhatIfRunner::~WhatIfRunner()
{
    for (Job& job : m_jobs)
        job.thread.request_stop();
}

void WhatIfRunner::setProgram(std::shared_ptr<const AnalyzedRecording> recording, std::size_t device)
{
    cancel();
    m_program.reset();
    m_recording = std::move(recording);
    m_device = device;
}

void WhatIfRunner::check()
{
    if (!m_recording || m_program || m_task != Task::None)
        return;
    begin(Task::Check, [](const CheckedProgram&, const Watch&) -> Deliver { return [] {}; });
}

void WhatIfRunner::run(const WhatIfChoice& choice)
{
    if (!m_recording)
        return;
    begin(Task::Run,
        [this, choice, recording = m_recording, device = m_device](
            const CheckedProgram& program, const Watch& watch) -> Deliver {
            const auto whatIf = whatIfOf(choice, recording->recording, device, program);
            if (!whatIf)
                return [this, why = textOf(whatIf.error().message)] { Q_EMIT failed(why); };
            auto run = std::make_shared<WhatIfRun>();
            run->choice = choice;
            run->simulation = simulate(recording->recording.devices[device], program, *whatIf, watch);
            if (choice.emptyCache == EmptyCacheChoice::AtCursor)
                run->emptied = emptiedHere(recording->histories[device], run->simulation, choice.cursor);
            run->replay = replayOf(recording->recording, run->simulation, *whatIf);
            return [this, run = std::shared_ptr<const WhatIfRun>(std::move(run))] { Q_EMIT ran(run); };
        });
}

void WhatIfRunner::suggest(std::uint64_t limit)
{
    if (!m_recording)
        return;
    begin(Task::Suggest,
        [this, limit, recording = m_recording, device = m_device](
            const CheckedProgram& program, const Watch& watch) -> Deliver {
            auto suggestion = std::make_shared<const Suggestion>(
                tidemark::suggest(recording->recording, device, program, limit, watch));
            return [this, suggestion = std::move(suggestion)] { Q_EMIT suggested(suggestion); };
        });
}

void WhatIfRunner::tryOutOfMemory(std::size_t event)
{
    if (!m_recording)
        return;
    begin(Task::OutOfMemory,
        [this, event, recording = m_recording, device = m_device](
            const CheckedProgram& program, const Watch& watch) -> Deliver {
            auto report =
                outOfMemoryReport(recording->recording, device, recording->histories[device], event);
            if (!report)
                return [this, why = textOf(report.error().message)] { Q_EMIT failed(why); };
            auto oom = std::make_shared<WhatIfOom>();
            oom->report = *std::move(report);
            oom->trials =
                outOfMemoryTrials(recording->recording.devices[device], program, oom->report, watch);
            return [this, oom = std::shared_ptr<const WhatIfOom>(std::move(oom))] {
                Q_EMIT outOfMemoryTried(oom);
            };
        });
}

void WhatIfRunner::cancel()
{
    ++m_generation;
    for (Job& job : m_jobs)
        job.thread.request_stop();
    endTask();
}

void WhatIfRunner::begin(Task task, Work work)
{
    cancel();
    // Those that have come to their end are joined here, at once.
    std::erase_if(m_jobs, [](const Job& job) { return job.progress.use_count() == 1; });
    auto progress = std::make_shared<Progress>();
    progress->total = m_recording->recording.devices[m_device].events.size();
    std::jthread thread([this, generation = m_generation, progress, work = std::move(work),
                            recording = m_recording, device = m_device,
                            known = m_program](const std::stop_token& stop) {
        const Watch watch = {progress.get(), stop};
        const auto program =
            known ? CheckedResult(known) : checkProgram(recording->recording, device, {}, watch);
        const RunFigures recorded = program
            ? recordedFigures(recording->recording.devices[device], recording->histories[device], **program)
            : RunFigures();
        const Deliver deliver = program ? work(**program, watch) : Deliver();
        if (stop.stop_requested())
            return;
        const auto backHome = [this, generation, program, recorded, deliver] {
            if (generation != m_generation)
                return;
            m_recorded = recorded;
            finish(program, deliver);
        };
        QMetaObject::invokeMethod(this, backHome, Qt::QueuedConnection);
    });
    m_jobs.push_back({std::move(progress), std::move(thread)});
    m_task = task;
    m_progressTimer.start(100ms);
    Q_EMIT taskChanged();
}

void WhatIfRunner::finish(const CheckedResult& program, const Deliver& deliver)
{
    endTask();
    if (!program) {
        Q_EMIT failed(textOf(program.error().message));
        return;
    }
    if (!m_program) {
        m_program = *program;
        Q_EMIT checked();
    }
    deliver();
}

void WhatIfRunner::endTask()
{
    m_progressTimer.stop();
    if (m_task == Task::None)
        return;
    m_task = Task::None;
    Q_EMIT taskChanged();
}

void WhatIfRunner::reportProgress()
{
    if (m_jobs.empty())
        return;
    const Progress& progress = *m_jobs.back().progress;
    const std::uint64_t total = progress.total;
    const std::uint64_t done = progress.done;
    Q_EMIT progressed(total == 0 ? -1 : static_cast<int>(std::min<std::uint64_t>(100, 100 * done / total)));
}

} // namespace tidemark::ui
