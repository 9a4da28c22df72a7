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
        m_pair = {m_runner.first(), m_runner.second(), m_runner.experiment(), true};
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
    return QString::fromStdString(m_pair.experiment.title);
}

bool ExperimentController::isShown() const
{
    return m_pair.second && m_state.recording() == m_pair.second;
}

ExperimentAnswer ExperimentController::answer() const
{
    if (m_pair.isExperiment)
        return experimentAnswer(m_pair.experiment.kind, *m_pair.first, *m_pair.second);
    const std::size_t device = m_state.deviceIndex();
    const Attribution first = attribute(m_pair.first->recording, 0, m_pair.first->histories[0]);
    const Attribution second =
        attribute(m_pair.second->recording, device, m_pair.second->histories[device]);
    return comparisonAnswer({m_pair.first.get(), 0, &first}, {m_pair.second.get(), device, &second});
}

void ExperimentController::compare(
    const std::shared_ptr<const AnalyzedRecording>& other, const QString& otherName, const QString& shownName)
{
    Experiment words;
    words.title = tr("Compared").toStdString();
    words.question = tr("What differs between %1 and %2?").arg(shownName, otherName).toStdString();
    words.first.name = otherName.toStdString();
    words.second.name = shownName.toStdString();
    m_pair = {other, m_state.recording(), words, false};
    m_isClosed = false;
    show();
}

void ExperimentController::show()
{
    if (m_isClosed || !isShown() || !m_pair.first)
        return;
    m_panel.setAnswer(m_pair.experiment, answer());
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
    if (m_isClosed || !isShown() || !m_pair.first)
        return;
    m_state.setOverlays(OverlayOwner::Comparison,
        comparisonCurves(*m_pair.second, m_state.deviceIndex(), *m_pair.first,
            QString::fromStdString(m_pair.experiment.first.name)));
}

} // namespace tidemark::ui
