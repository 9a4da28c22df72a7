// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/suggestion.h"
#include "ui/whatif/what_if_run.h"

#include <QObject>
#include <QTimer>
#include <functional>
#include <thread>
#include <vector>

namespace tidemark::ui {

// Runs recorded programs on a worker, one job at a time: whatever is asked for next ends the one before, and
// what that still delivers is dropped.
class WhatIfRunner : public QObject {
    Q_OBJECT

public:
    enum class Task { None, Check, Run, Suggest, OutOfMemory };

    explicit WhatIfRunner(QObject* parent = nullptr);
    ~WhatIfRunner() override;

    // The device whose program is run; null: none. What was found out about the one before is forgotten.
    void setProgram(std::shared_ptr<const AnalyzedRecording> recording, std::size_t device);
    // How the simulator does on the recorded settings; null until check() has come to its end.
    const std::shared_ptr<const CheckedProgram>& program() const { return m_program; }
    const RunFigures& recorded() const { return m_recorded; } // where the program is known

    void check(); // nothing when that is known already, or will be by what goes on
    // Both check first where that has not been done.
    void run(const WhatIfChoice& choice);
    void suggest(std::uint64_t limit); // bytes; 0: as recorded
    // Whether other settings would have served the request of the oom, place `event` of the device's trace.
    void tryOutOfMemory(std::size_t event);
    void cancel();
    Task task() const { return m_task; }

Q_SIGNALS:
    void progressed(int percent); // of the task; -1 when nobody knows
    void checked();
    void ran(std::shared_ptr<const tidemark::ui::WhatIfRun> run);
    void suggested(std::shared_ptr<const tidemark::Suggestion> suggestion);
    void outOfMemoryTried(std::shared_ptr<const tidemark::ui::WhatIfOom> oom);
    void failed(const QString& sentence);
    void taskChanged();

private:
    struct Job {
        std::shared_ptr<Progress> progress;
        std::jthread thread;
    };
    using CheckedResult = Expected<std::shared_ptr<const CheckedProgram>>;
    // Back on the window's thread, unless the job was ended.
    using Deliver = std::function<void()>;
    using Work = std::function<Deliver(const CheckedProgram&, const Watch&)>;

    void begin(Task task, Work work);
    void finish(const CheckedResult& program, const Deliver& deliver);
    void endTask();
    void reportProgress();

    std::shared_ptr<const AnalyzedRecording> m_recording;
    std::size_t m_device = 0;
    std::shared_ptr<const CheckedProgram> m_program;
    RunFigures m_recorded;
    Task m_task = Task::None;
    std::uint64_t m_generation = 0;
    std::vector<Job> m_jobs; // the newest, and older ones that have not stopped yet
    QTimer m_progressTimer;
};

} // namespace tidemark::ui
