// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_opener.h"

#include "core/files/open_recordings.h"
#include "ui/window/preview_follower.h"

#include <QFile>
#include <QThreadPool>
#include <chrono>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

// What reading used, and what was shown meanwhile, stays in the process otherwise: at ten million events five
// bytes for each of them. On a worker, for it takes a while.
void returnFreedMemory()
{
#ifdef __GLIBC__
    QThreadPool::globalInstance()->start([] { ::malloc_trim(0); });
#endif
}

} // namespace

int percentOf(const Progress& progress)
{
    const std::uint64_t total = progress.total;
    const std::uint64_t done = progress.done;
    return total == 0 || done >= total ? -1 : static_cast<int>(done * 100 / total);
}

FileOpener::FileOpener(QObject* parent)
    : QObject(parent)
{
    connect(&m_progressTimer, &QTimer::timeout, this, &FileOpener::reportProgress);
}

FileOpener::~FileOpener()
{
    for (Job& job : m_jobs)
        job.thread.request_stop();
}

void FileOpener::open(const QStringList& paths)
{
    cancel();
    if (paths.isEmpty())
        return;
    m_paths = paths;
    const std::uint64_t generation = m_generation;
    auto watch = std::make_shared<Watch>();
    std::jthread thread([this, generation, paths, watch](const std::stop_token& stop) {
        const Result result = run(generation, paths, *watch, stop);
        QMetaObject::invokeMethod(
            this, [this, generation, result] { deliver(generation, result); }, Qt::QueuedConnection);
    });
    m_jobs.push_back({generation, std::move(watch), std::move(thread)});
    m_progressTimer.start(200ms);
}

// On the worker.
FileOpener::Result FileOpener::run(
    std::uint64_t generation, const QStringList& paths, Watch& watch, const std::stop_token& stop)
{
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(QFile::encodeName(path).toStdString());
    PreviewFollower follower([this, generation](const std::shared_ptr<const AnalyzedRecording>& recording) {
        QMetaObject::invokeMethod(
            this, [this, generation, recording] { preview(generation, recording); }, Qt::QueuedConnection);
    });
    Reading reading;
    reading.progress = &watch.read;
    reading.stop = stop;
    reading.preview = [&follower](const Recording& recording) { follower.take(recording); };
    Expected<Recording> recording = openRecordings(files, reading);
    follower.stop();
    if (!recording)
        return tl::unexpected(recording.error());
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(*recording), stop, &watch.followed));
}

void FileOpener::cancel()
{
    ++m_generation;
    for (Job& job : m_jobs)
        job.thread.request_stop();
    if (!isOpening())
        return;
    m_paths.clear();
    m_progressTimer.stop();
    Q_EMIT finished();
}

void FileOpener::preview(std::uint64_t generation, const std::shared_ptr<const AnalyzedRecording>& recording)
{
    if (generation == m_generation && isOpening())
        Q_EMIT previewed(recording);
}

void FileOpener::deliver(std::uint64_t generation, const Result& result)
{
    std::erase_if(m_jobs, [generation](const Job& job) { return job.generation == generation; });
    if (generation != m_generation || !isOpening())
        return;
    const QStringList paths = std::exchange(m_paths, {});
    m_progressTimer.stop();
    if (result)
        Q_EMIT opened(paths, *result);
    else
        Q_EMIT failed(paths, QString::fromStdString(result.error().message));
    returnFreedMemory();
    if (!isOpening())
        Q_EMIT finished();
}

void FileOpener::reportProgress()
{
    m_progressTimer.setInterval(100ms);
    const Watch& watch = *m_jobs.back().watch;
    const bool follows = watch.followed.total > 0;
    Q_EMIT progressed({follows ? OpeningProgress::Stage::Following : OpeningProgress::Stage::Reading,
        percentOf(follows ? watch.followed : watch.read)});
}

} // namespace tidemark::ui
