// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile_workers.h"

#include <algorithm>

namespace tidemark::ui {

TileWorkers::TileWorkers(QObject* parent)
    : QObject(parent)
{
    constexpr unsigned most = 4;
    const unsigned count = std::clamp(std::thread::hardware_concurrency(), 2U, most + 1) - 1;
    m_running.resize(count);
    for (Running& running : m_running)
        m_threads.emplace_back([this, &running](const std::stop_token& stop) { run(running, stop); });
}

TileWorkers::~TileWorkers()
{
    want({});
    for (std::jthread& thread : m_threads)
        thread.request_stop();
}

void TileWorkers::want(std::vector<Job> jobs)
{
    const std::lock_guard lock(m_mutex);
    for (Running& running : m_running) {
        if (!running.isBusy)
            continue;
        const auto found = std::find(jobs.begin(), jobs.end(), running.job);
        if (found == jobs.end())
            running.stop.request_stop();
        else if (!running.stop.stop_requested())
            jobs.erase(found);
    }
    m_waiting.assign(jobs.begin(), jobs.end());
    m_isWanted.notify_all();
}

bool TileWorkers::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiting.empty()
        && std::none_of(m_running.begin(), m_running.end(), [](const Running& one) { return one.isBusy; });
}

void TileWorkers::run(Running& mine, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_isWanted.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
        mine.job = std::move(m_waiting.front());
        m_waiting.pop_front();
        mine.stop = std::stop_source();
        mine.isBusy = true;
        const Job job = mine.job;
        const std::stop_token dropped = mine.stop.get_token();
        lock.unlock();
        const auto tile = makeTile(job.source, job.grid, job.index, *job.style, dropped);
        lock.lock();
        mine.isBusy = false;
        mine.job = {};
        if (tile)
            QMetaObject::invokeMethod(
                this, [this, tile, style = job.style] { Q_EMIT made(tile, style); }, Qt::QueuedConnection);
    }
}

} // namespace tidemark::ui
