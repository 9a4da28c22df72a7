// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_opener.h"

#include <QFile>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

int percentOf(const Progress& progress)
{
    const std::uint64_t total = progress.total;
    const std::uint64_t done = progress.done;
    // What comes once all is read is not counted: then the events are followed.
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

void FileOpener::open(const QString& path)
{
    cancel();
    m_path = path;
    const std::uint64_t generation = m_generation;
    auto progress = std::make_shared<Progress>();
    std::jthread thread(
        [this, generation, progress, file = std::filesystem::path(QFile::encodeName(path).toStdString())](
            const std::stop_token& stop) {
            const Result result =
                openRecording(file, {progress.get(), stop, nullptr}).map([&stop](Recording&& recording) {
                    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording), stop));
                });
            QMetaObject::invokeMethod(
                this, [this, generation, result] { deliver(generation, result); }, Qt::QueuedConnection);
        });
    m_jobs.push_back({generation, std::move(progress), std::move(thread)});
    m_progressTimer.start(200ms);
}

void FileOpener::cancel()
{
    ++m_generation;
    for (Job& job : m_jobs)
        job.thread.request_stop();
    if (isOpening())
        close();
}

void FileOpener::close()
{
    m_path.clear();
    m_progressTimer.stop();
    Q_EMIT finished();
}

void FileOpener::deliver(std::uint64_t generation, const Result& result)
{
    std::erase_if(m_jobs, [generation](const Job& job) { return job.generation == generation; });
    if (generation != m_generation || !isOpening())
        return;
    const QString path = m_path;
    close();
    if (result)
        Q_EMIT opened(path, *result);
    else
        Q_EMIT failed(path, QString::fromStdString(result.error().message));
}

void FileOpener::reportProgress()
{
    m_progressTimer.setInterval(100ms);
    Q_EMIT progressed(m_path, percentOf(*m_jobs.back().progress));
}

} // namespace tidemark::ui
