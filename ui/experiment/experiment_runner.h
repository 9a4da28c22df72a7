// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/experiment.h"
#include "ui/live/recorder_process.h"

#include <QObject>
#include <array>
#include <memory>

namespace tidemark::ui {

// Runs the two workloads of an experiment, one after the other, each by a recorder of its own, and keeps
// their recordings.
class ExperimentRunner : public QObject {
    Q_OBJECT

public:
    using Recording = std::shared_ptr<const AnalyzedRecording>;

    explicit ExperimentRunner(QObject* parent = nullptr);
    ~ExperimentRunner() override;

    // Gives up what still runs. `device` as RunOptions has it.
    void start(const RecorderProgram& program, const Experiment& experiment, const QString& device);
    void cancel(); // nothing more is told of it

    bool isRunning() const { return m_recorder != nullptr; }
    const Experiment& experiment() const { return m_experiment; }
    const Recording& first() const { return m_recordings[0]; }
    const Recording& second() const { return m_recordings[1]; }

Q_SIGNALS:
    void progressed(const QString& sentence, int percent);
    void finished(); // first() and second() are there
    void failed(const QString& sentence);

private:
    void startRun(std::size_t number);
    void onStateChanged();
    void onUpdated();
    void endRun();
    void fail(const QString& sentence);
    void drop(); // the recorder, which may be the one that speaks
    const ExperimentRun& run() const { return m_number == 0 ? m_experiment.first : m_experiment.second; }

    RecorderProgram m_program;
    Experiment m_experiment;
    QString m_device;
    std::size_t m_number = 0;
    bool m_isEnding = false; // the last step is done and what comes behind it was asked for
    std::unique_ptr<RecorderProcess> m_recorder;
    std::array<Recording, 2> m_recordings;
};

} // namespace tidemark::ui
