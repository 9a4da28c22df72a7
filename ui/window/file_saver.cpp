// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_saver.h"

#include "core/files/tide_file.h"
#include "ui/window/file_opener.h"

#include <QFile>
#include <chrono>
#include <filesystem>

namespace tidemark::ui {

using namespace std::chrono_literals;

FileSaver::FileSaver(QObject* parent)
    : QObject(parent)
{
    connect(&m_progressTimer, &QTimer::timeout, this, &FileSaver::reportProgress);
}

void FileSaver::save(std::shared_ptr<const AnalyzedRecording> recording, const QString& path)
{
    m_path = path;
    m_progress.done = 0;
    m_progress.total = 0;
    m_progressTimer.start(200ms);
    m_thread = std::jthread([this, recording = std::move(recording),
                                file = std::filesystem::path(QFile::encodeName(path).toStdString())](
                                const std::stop_token& stop) {
        const auto written = writeTide(recording->recording, file, &m_progress, stop);
        QMetaObject::invokeMethod(
            this, [this, recording, written] { deliver(recording, written); }, Qt::QueuedConnection);
    });
}

void FileSaver::deliver(
    const std::shared_ptr<const AnalyzedRecording>& recording, const Expected<void>& written)
{
    const bool cancelled = m_thread.get_stop_token().stop_requested();
    m_progressTimer.stop();
    m_thread.join();
    if (written)
        Q_EMIT saved(m_path, recording);
    else
        Q_EMIT failed(m_path, cancelled ? QString() : QString::fromStdString(written.error().message));
}

void FileSaver::reportProgress()
{
    m_progressTimer.setInterval(100ms);
    Q_EMIT progressed(m_path, percentOf(m_progress));
}

} // namespace tidemark::ui
