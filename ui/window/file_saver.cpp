// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_saver.h"

#include "core/files/tide_file.h"

#include <QFile>
#include <filesystem>

namespace tidemark::ui {

FileSaver::FileSaver(QObject* parent)
    : QObject(parent)
{ }

void FileSaver::save(std::shared_ptr<const AnalyzedRecording> recording, const QString& path)
{
    m_thread = std::jthread([this, recording = std::move(recording), path] {
        const auto written =
            writeTide(recording->recording, std::filesystem::path(QFile::encodeName(path).toStdString()));
        const auto report = [this, recording, path, written] {
            m_thread.join();
            if (written)
                Q_EMIT saved(path, recording);
            else
                Q_EMIT failed(path, QString::fromStdString(written.error().message));
        };
        QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
    });
}

} // namespace tidemark::ui
