// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/experiment/experiment_runner.h"

#include <QObject>

namespace tidemark::ui {

class ExperimentPanel;
class MessageBar;
class ViewState;

// Takes an experiment from the start page to its answer: runs it, lays the first run over the second, and
// says in the panel what came out. The same for a recording that the shown one is to be compared with.
class ExperimentController : public QObject {
    Q_OBJECT

public:
    ExperimentController(
        ViewState& state, MessageBar& messages, ExperimentPanel& panel, QObject* parent = nullptr);

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
    void hide();

private:
    struct Pair {
        std::shared_ptr<const AnalyzedRecording> first; // lies over the second
        std::shared_ptr<const AnalyzedRecording> second;
        Experiment experiment; // its words
        bool isExperiment = true;
    };

    void refreshOverlays();
    bool isShown() const;
    ExperimentAnswer answer() const;

    ViewState& m_state;
    MessageBar& m_messages;
    ExperimentPanel& m_panel;
    ExperimentRunner m_runner;
    Pair m_pair;
    bool m_isClosed = false; // the panel, by hand
};

} // namespace tidemark::ui
