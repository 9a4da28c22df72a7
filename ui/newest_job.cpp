// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/newest_job.h"

#include <utility>

namespace tidemark::ui {

NewestJob::NewestJob(QObject* parent)
    : QObject(parent)
{ }

void NewestJob::start(Job job)
{
    ++m_generation;
    m_thread.request_stop();
    startNext(std::move(job));
}

void NewestJob::startNext(Job job)
{
    if (m_isRunning)
        m_next = std::move(job);
    else
        run(std::move(job));
    setBusy(true);
}

void NewestJob::forget()
{
    ++m_generation;
    m_next.reset();
    m_thread.request_stop();
    setBusy(false);
}

void NewestJob::run(Job job)
{
    m_isRunning = true;
    m_thread =
        std::jthread([this, job = std::move(job), generation = m_generation](const std::stop_token& stop) {
            Use use = job(stop);
            QMetaObject::invokeMethod(
                this, [this, generation, use = std::move(use)] { finish(generation, use); },
                Qt::QueuedConnection);
        });
}

void NewestJob::finish(std::uint64_t generation, const Use& use)
{
    m_isRunning = false;
    const bool isWanted = generation == m_generation;
    if (auto next = std::exchange(m_next, std::nullopt))
        run(std::move(*next));
    else
        setBusy(false);
    if (isWanted && use)
        use();
}

void NewestJob::setBusy(bool busy)
{
    if (std::exchange(m_isBusy, busy) != busy)
        Q_EMIT busyChanged();
}

} // namespace tidemark::ui
