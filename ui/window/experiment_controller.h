// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/experiment/experiment_runner.h"

#include <QObject>

namespace tidemark::ui {

class Comparison;
class ExperimentPanel;
class MessageBar;
class ViewState;

// Takes an experiment from the start page to its answer: runs it, has its runs compared, and says in the
// panel what came out. Begins the comparison with any other recording, too, which has a page of its own.
class ExperimentController : public QObject {
    Q_OBJECT

public:
    ExperimentController(ViewState& state, MessageBar& messages, ExperimentPanel& panel,
        Comparison& comparison, QObject* parent = nullptr);

    // In full size where `device` is a CUDA device.
    void start(ExperimentKind kind, const RecorderProgram& program, const QString& device);
    void start(const Experiment& experiment, const RecorderProgram& program, const QString& device);
    void cancel();
    // Lays `other` over what is shown, and says what differs.
    void compare(const std::shared_ptr<const AnalyzedRecording>& other, const QString& otherName,
        const QString& shownName);
    bool isRunning() const { return m_runner.isRunning(); }
    const ExperimentRunner& runner() const { return m_runner; }
    QString title() const; // of the experiment that is shown, for the window's title

Q_SIGNALS:
    // The second run is there to be shown; show() does what else is needed.
    void finished(const std::shared_ptr<const tidemark::AnalyzedRecording>& recording);

public Q_SLOTS:
    void show(); // once the views have the second run
    void leave(); // the views for another page, till they are shown again
    void hide(); // for good

private:
    bool hasAnswer() const; // of the experiment's runs, which are shown
    void refreshPanel();

    ViewState& m_state;
    MessageBar& m_messages;
    ExperimentPanel& m_panel;
    Comparison& m_comparison;
    ExperimentRunner m_runner;
    bool m_isAway = true;
    Experiment m_experiment; // that ran last
    ExperimentRunner::Recording m_first; // its runs, till they are compared
    ExperimentRunner::Recording m_second;
};

} // namespace tidemark::ui
