// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/experiment_controller.h"

#include "ui/compare/comparison.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/view_state.h"
#include "ui/window/message_bar.h"

namespace tidemark::ui {

ExperimentController::ExperimentController(
    ViewState& state, MessageBar& messages, ExperimentPanel& panel, Comparison& comparison, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_messages(messages)
    , m_panel(panel)
    , m_comparison(comparison)
{
    m_panel.hide();
    connect(&m_runner, &ExperimentRunner::progressed, this, [this](const QString& sentence, int percent) {
        m_messages.showProgress(sentence, percent, [this] { cancel(); });
    });
    connect(&m_runner, &ExperimentRunner::failed, this,
        [this](const QString& sentence) { m_messages.say(MessageBar::Tone::Trouble, sentence); });
    connect(&m_runner, &ExperimentRunner::finished, this, [this] {
        m_experiment = m_runner.experiment();
        m_first = m_runner.first();
        m_second = m_runner.second();
        m_messages.dismiss();
        Q_EMIT finished(m_second);
    });
    m_panel.setUnits(m_state.units());
    connect(&m_state, &ViewState::unitsChanged, &m_panel, [this] { m_panel.setUnits(m_state.units()); });
    connect(&m_panel, &ExperimentPanel::closed, this, &ExperimentController::hide);
    connect(&m_panel, &ExperimentPanel::linkClicked, this, [this](const Link& link) {
        if (link.kind == Link::Kind::Moment)
            m_state.setCursor(link.value);
        else if (link.kind == Link::Kind::Band)
            m_state.setHighlightedBand(static_cast<Band>(link.value));
    });
    connect(&m_comparison, &Comparison::changed, this, &ExperimentController::refreshPanel);
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
    return QString::fromStdString(m_experiment.title);
}

bool ExperimentController::hasAnswer() const
{
    return m_comparison.isShown() && m_comparison.question().experiment && m_comparison.facts();
}

void ExperimentController::refreshPanel()
{
    if (m_isAway || !hasAnswer())
        return m_panel.hide();
    m_panel.setAnswer(m_comparison.words(), m_comparison.facts()->words);
    m_panel.show();
}

void ExperimentController::compare(
    const std::shared_ptr<const AnalyzedRecording>& other, const QString& otherName, const QString& shownName)
{
    if (other->histories.empty()) {
        m_messages.say(MessageBar::Tone::Trouble,
            tr("%1 holds no device's memory, so there is nothing to compare with.").arg(otherName));
        return;
    }
    Experiment words;
    words.title = tr("Compared").toStdString();
    words.question = tr("What differs between %1 and %2?").arg(otherName, shownName).toStdString();
    words.first.name = otherName.toStdString();
    words.second.name = shownName.toStdString();
    m_comparison.begin(other, words);
}

void ExperimentController::leave()
{
    m_isAway = true;
    m_panel.hide();
}

void ExperimentController::show()
{
    m_isAway = false;
    const bool isDue = m_second && m_state.recording() == m_second;
    if (isDue && m_first && !m_first->histories.empty() && m_state.hasDevice())
        m_comparison.begin(std::exchange(m_first, nullptr), m_experiment, m_experiment.kind);
    else
        refreshPanel();
    if (isDue)
        m_second.reset();
}

void ExperimentController::hide()
{
    m_comparison.end();
}

} // namespace tidemark::ui
