// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/step_drift.h"
#include "ui/newest_job.h"

#include <QObject>
#include <memory>

namespace tidemark::ui {

// What the steps of a device leave behind. Immutable once made; what a worker found.
struct FoundDrift {
    std::shared_ptr<const AnalyzedRecording> recording; // that it was made from
    std::size_t device = 0;
    StepDrift drift;
};

// Finds it on a worker: the next question ends the one before.
class DriftFinder : public QObject {
    Q_OBJECT

public:
    explicit DriftFinder(QObject* parent = nullptr);

    void find(std::shared_ptr<const AnalyzedRecording> recording, std::size_t device);
    void cancel() { m_job.forget(); }
    bool isBusy() const { return m_job.isBusy(); }

Q_SIGNALS:
    void found(std::shared_ptr<const tidemark::ui::FoundDrift> drift);

private:
    NewestJob m_job;
};

} // namespace tidemark::ui
