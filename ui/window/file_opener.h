// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/error.h"

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <thread>
#include <vector>

namespace tidemark::ui {

// 0 to 100; -1 while nobody knows.
int percentOf(const Progress& progress);

// How far an opening is: the bytes are read first, then the events are followed.
struct OpeningProgress {
    enum class Stage { Reading, Following };

    Stage stage = Stage::Reading;
    int percent = -1; // of this stage; -1 when nobody knows
};

// Opens files on a worker, one opening at a time as far as anybody outside can see: opening others, or
// cancelling, makes the one before stop, and whatever it still delivers is dropped.
class FileOpener : public QObject {
    Q_OBJECT

public:
    explicit FileOpener(QObject* parent = nullptr);
    ~FileOpener() override;

    // Several files, or a folder, become one recording.
    void open(const QStringList& paths);
    void cancel();
    bool isOpening() const { return !m_paths.isEmpty(); }
    const QStringList& paths() const { return m_paths; } // being opened; empty: none

Q_SIGNALS:
    // Only for what takes longer than 200 ms.
    void progressed(const tidemark::ui::OpeningProgress& progress);
    // The recording as far as it has been read, growing from one to the next. Null: what was shown of it
    // turned out to be unsure, and nothing more comes before the whole.
    void previewed(std::shared_ptr<const tidemark::AnalyzedRecording> recording);
    void opened(const QStringList& paths, std::shared_ptr<const tidemark::AnalyzedRecording> recording);
    void failed(const QStringList& paths, const QString& sentence);
    void finished(); // after opened, failed and cancel

private:
    using Result = Expected<std::shared_ptr<const AnalyzedRecording>>;
    // Shared with the worker.
    struct Watch {
        Progress read; // bytes
        Progress followed; // events
    };
    struct Job {
        std::uint64_t generation = 0;
        std::shared_ptr<Watch> watch;
        std::jthread thread;
    };

    Result run(std::uint64_t generation, const QStringList& paths, Watch& watch, const std::stop_token& stop);
    void preview(std::uint64_t generation, const std::shared_ptr<const AnalyzedRecording>& recording);
    void deliver(std::uint64_t generation, const Result& result);
    void reportProgress();

    QTimer m_progressTimer;
    QStringList m_paths;
    std::uint64_t m_generation = 0;
    std::vector<Job> m_jobs; // the newest, and older ones that have not stopped yet
};

} // namespace tidemark::ui
