// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/recorder_offer.h"
#include "ui/live/recorder_program.h"
#include "ui/live/run_options.h"

#include <QWidget>

class QButtonGroup;
class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSettings;
class QSpinBox;
class QVBoxLayout;

namespace tidemark::ui {

class PlaceForm;

// What to record, and how: a workload and the options of its run. Says beside the field what is wrong with
// it.
class RecordForm : public QWidget {
    Q_OBJECT

public:
    explicit RecordForm(QWidget* parent = nullptr);

    void setOffer(const RecorderOffer& offer);
    // Where the recorder is; without one the form says so and nothing can be started.
    void setFoundRecorder(const RecorderProgram& recorder);

    RunOptions options() const;
    void setOptions(const RunOptions& options);
    // Where and how it runs.
    PlaceForm* place() const { return m_place; }

    // The first thing that is wrong, as a sentence; empty when the run can start.
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void startRequested();

private:
    void setWorkloads(const QList<WorkloadInfo>& workloads);
    QWidget* makeWorkloads();
    QWidget* makeFields();
    QWidget* makeMore();
    QLineEdit* addField(
        QFormLayout* form, const QString& label, const QString& placeholder, QLabel** problem);
    void addWorkload(const WorkloadInfo& info, int index);
    void orderTab();
    const WorkloadInfo* chosen() const;
    void onWorkloadChosen();
    void startIfFine();
    void validate();
    QString confProblem() const;
    QString limitProblem() const;
    QString settingsProblem() const;

    QList<WorkloadInfo> m_workloads;
    QButtonGroup* m_choice = nullptr;
    QVBoxLayout* m_workloadRows = nullptr;
    QSpinBox* m_steps = nullptr;
    QLineEdit* m_limit = nullptr;
    QLineEdit* m_conf = nullptr;
    QCheckBox* m_hold = nullptr;
    QLineEdit* m_settings = nullptr;
    QLineEdit* m_seed = nullptr;
    PlaceForm* m_place = nullptr;
    QLabel* m_limitProblem = nullptr;
    QLabel* m_confProblem = nullptr;
    QLabel* m_settingsProblem = nullptr;
    QLabel* m_noRecorder = nullptr;
    QPushButton* m_start = nullptr;
    QString m_problem;
};

// The form's last options, kept in the settings.
void saveRunOptions(QSettings& settings, const RunOptions& options);
RunOptions savedRunOptions(QSettings& settings);
void saveRecorderPlace(QSettings& settings, const RecorderPlace& place);
RecorderPlace savedRecorderPlace(QSettings& settings);

} // namespace tidemark::ui
