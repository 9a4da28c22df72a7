// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/experiment_controller.h"

#include "ui/experiment/comparison_curves.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/view_state.h"
#include "ui/window/message_bar.h"

namespace tidemark::ui {

ExperimentController::ExperimentController(
    ViewState& state, MessageBar& messages, ExperimentPanel& panel, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_messages(messages)
    , m_panel(panel)
{
    m_panel.hide();
    connect(&m_runner, &ExperimentRunner::progressed, this, [this](const QString& sentence, int percent) {
        m_messages.showProgress(sentence, percent, [this] { cancel(); });
    });
    connect(&m_runner, &ExperimentRunner::failed, this,
        [this](const QString& sentence) { m_messages.say(MessageBar::Tone::Trouble, sentence); });
    connect(&m_runner, &ExperimentRunner::finished, this, [this] {
        m_isClosed = false;
        m_messages.dismiss();
        Q_EMIT finished(m_runner.second());
    });
    connect(&m_panel, &ExperimentPanel::closed, this, &ExperimentController::hide);
    connect(&m_panel, &ExperimentPanel::linkClicked, this, [this](const Link& link) {
        if (link.kind == Link::Kind::Moment)
            m_state.setCursor(link.value);
        else if (link.kind == Link::Kind::Band)
            m_state.setHighlightedBand(static_cast<Band>(link.value));
    });
    connect(&m_state, &ViewState::recordingChanged, this, [this] {
        if (!isShown())
            m_panel.hide();
    });
    connect(&m_state, &ViewState::deviceChanged, this, &ExperimentController::refreshOverlays);
}

void ExperimentController::start(ExperimentKind kind, const RecorderProgram& program, const QString& device)
{
    start(experiment(kind, isCuda(device)), program, device);
}

void ExperimentController::start(
    const Experiment& experiment, const RecorderProgram& program, const QString& device)
{
    m_runner.start(program, experiment, device);
}

void ExperimentController::cancel()
{
    if (!isRunning())
        return;
    m_runner.cancel();
    m_messages.dismiss();
}

QString ExperimentController::title() const
{
    return QString::fromStdString(m_runner.experiment().title);
}

bool ExperimentController::isShown() const
{
    return m_runner.second() && m_state.recording() == m_runner.second();
}

void ExperimentController::show()
{
    if (m_isClosed || !isShown() || !m_runner.first())
        return;
    const Experiment& experiment = m_runner.experiment();
    m_panel.setAnswer(experiment, experimentAnswer(experiment.kind, *m_runner.first(), *m_runner.second()));
    m_panel.show();
    refreshOverlays();
}

void ExperimentController::hide()
{
    m_isClosed = true;
    m_panel.hide();
    m_state.setOverlays(OverlayOwner::Comparison, {});
}

void ExperimentController::refreshOverlays()
{
    if (!isShown() || !m_panel.isVisibleTo(m_panel.parentWidget()))
        return;
    m_state.setOverlays(OverlayOwner::Comparison,
        comparisonCurves(*m_runner.second(), m_state.deviceIndex(), *m_runner.first(),
            QString::fromStdString(m_runner.experiment().first.name)));
}

} // namespace tidemark::ui
