// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/error.h"
#include "core/files/open_recording.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <thread>

namespace tidemark::ui {

// Writes a recording as .tide on a worker, one at a time.
class FileSaver : public QObject {
    Q_OBJECT

public:
    explicit FileSaver(QObject* parent = nullptr);

    // isSaving() must be false.
    void save(std::shared_ptr<const AnalyzedRecording> recording, const QString& path);
    bool isSaving() const { return m_thread.joinable(); }
    // Nothing is left behind, and failed() comes without a sentence.
    void cancel() { m_thread.request_stop(); }

Q_SIGNALS:
    // Only for what takes longer than 200 ms; percent is -1 when nobody knows.
    void progressed(const QString& path, int percent);
    void saved(const QString& path, std::shared_ptr<const tidemark::AnalyzedRecording> recording);
    void failed(const QString& path, const QString& sentence);

private:
    void deliver(const std::shared_ptr<const AnalyzedRecording>& recording, const Expected<void>& written);
    void reportProgress();

    QTimer m_progressTimer;
    QString m_path;
    Progress m_progress;
    std::jthread m_thread; // last: it uses the others
};

} // namespace tidemark::ui
