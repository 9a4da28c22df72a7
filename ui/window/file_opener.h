// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/error.h"
#include "core/files/open_recording.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <thread>
#include <vector>

namespace tidemark::ui {

// 0 to 100; -1 while nobody knows.
int percentOf(const Progress& progress);

// Opens files on a worker, one at a time as far as anybody outside can see: opening another, or cancelling,
// makes the one before stop, and whatever it still delivers is dropped.
class FileOpener : public QObject {
    Q_OBJECT

public:
    explicit FileOpener(QObject* parent = nullptr);
    ~FileOpener() override;

    void open(const QString& path);
    void cancel();
    bool isOpening() const { return !m_path.isEmpty(); }

Q_SIGNALS:
    // Only for what takes longer than 200 ms; percent is -1 when nobody knows.
    void progressed(const QString& path, int percent);
    void opened(const QString& path, std::shared_ptr<const tidemark::AnalyzedRecording> recording);
    void failed(const QString& path, const QString& sentence);
    void finished(); // after opened, failed and cancel

private:
    using Result = Expected<std::shared_ptr<const AnalyzedRecording>>;
    struct Job {
        std::uint64_t generation = 0;
        std::shared_ptr<Progress> progress;
        std::jthread thread;
    };

    void deliver(std::uint64_t generation, const Result& result);
    void reportProgress();
    void close();

    QTimer m_progressTimer;
    QString m_path; // being opened; empty: none
    std::uint64_t m_generation = 0;
    std::vector<Job> m_jobs; // the newest, and older ones that have not stopped yet
};

} // namespace tidemark::ui
