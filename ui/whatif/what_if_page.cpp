// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if_page.h"

#include "ui/first_column.h"

#include "core/simulate/empty_cache_moments.h"
#include "ui/details/figures.h"
#include "ui/whatif/what_if_form.h"
#include "ui/whatif/what_if_words.h"
#include "ui/whole_memory_note.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <tuple>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

// Settings that have too little room in a line go on in the next one.
class BreakableNames : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QString displayText(const QVariant& value, const QLocale& locale) const override
    {
        constexpr QChar mayBreak(0x200b);
        return QStyledItemDelegate::displayText(value, locale).replace(u","_s, u","_s + mayBreak);
    }
};

QLabel* makeSentence(const QString& name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

std::vector<OverlayCurve> curvesOf(const DeviceHistory& recorded, const WhatIfRun& run)
{
    const auto make = [&](OverlayRole role, Curve curve, const QString& name) {
        OverlayCurve overlay;
        overlay.role = role;
        overlay.name = name;
        overlay.initial = recorded.valueAt(curve, 0);
        overlay.values = run.simulation.curve(curve);
        return overlay;
    };
    return {make(OverlayRole::SimulatedReserved, Curve::Reserved, WhatIfPage::tr("reserved, simulated")),
        make(OverlayRole::SimulatedActive, Curve::Active, WhatIfPage::tr("active, simulated"))};
}

WhatIfChoice choiceOf(const OomTrial& trial, std::uint64_t limit)
{
    WhatIfChoice choice;
    choice.conf = textOf(trial.candidate.conf);
    choice.limit = limit;
    return choice;
}

// Of those that would have served the request, the one that refuses the fewest others and reserves least;
// null: none.
const OomTrial* bestOf(const OomTrials& trials)
{
    const auto rank = [](const OomTrial& trial) {
        return std::tuple(!trial.serves, trial.figures.ooms, trial.figures.peak.reserved);
    };
    const auto best = std::min_element(trials.trials.begin(), trials.trials.end(),
        [&](const OomTrial& a, const OomTrial& b) { return rank(a) < rank(b); });
    return best != trials.trials.end() && best->serves ? &*best : nullptr;
}

WhatIfChoice choiceOf(const Trial& trial)
{
    WhatIfChoice choice;
    choice.conf = textOf(trial.candidate.conf);
    choice.limit = trial.limit;
    if (trial.candidate.emptiesCacheEachStep)
        choice.emptyCache = EmptyCacheChoice::EveryStep;
    return choice;
}

} // namespace

WhatIfPage::WhatIfPage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_form(new WhatIfForm(this))
    , m_check(makeSentence(u"whatIfCheck"_s, this))
    , m_sentence(makeSentence(u"whatIfSentence"_s, this))
    , m_rows(new QTableView(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    buildLayout();
    connectRunner();
    connect(m_form, &WhatIfForm::runRequested, this, &WhatIfPage::runChosen);
    connect(m_form, &WhatIfForm::suggestRequested, this, &WhatIfPage::suggest);
    connect(m_cancel, &QPushButton::clicked, &m_runner, &WhatIfRunner::cancel);
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) { showRow(current.row()); });
    connect(&m_state, &ViewState::recordingChanged, this, &WhatIfPage::takeProgram);
    connect(&m_state, &ViewState::recordingGrown, this, &WhatIfPage::takeGrowth);
    connect(&m_state, &ViewState::deviceChanged, this, &WhatIfPage::takeProgram);
    connect(&m_state, &ViewState::cursorChanged, this, [this] { m_form->setCursor(m_state.cursor()); });
    connect(&m_state, &ViewState::unitsChanged, this, &WhatIfPage::takeUnits);
    m_table.setUnits(m_state.units());
    m_rest.setSingleShot(true);
    m_rest.setInterval(500ms);
    connect(&m_rest, &QTimer::timeout, this, &WhatIfPage::takeProgram);
    takeProgram();
}

void WhatIfPage::buildLayout()
{
    m_rows->setObjectName(u"whatIfRows"_s);
    m_rows->setModel(&m_table);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rows->setShowGrid(false);
    m_rows->setItemDelegateForColumn(RunTable::Settings, new BreakableNames(m_rows));
    m_rows->setAlternatingRowColors(true);
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 8);
    m_rows->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_rows->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    constexpr int leastSettings = 220; // pixels
    new FirstColumn(m_rows, leastSettings);
    connect(m_rows->horizontalHeader(), &QHeaderView::sectionResized, m_rows,
        &QTableView::resizeRowsToContents, Qt::QueuedConnection);
    m_rows->horizontalHeader()->setHighlightSections(false);
    m_rows->setAccessibleName(tr("Runs of the recorded program"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);

    auto* progress = new QHBoxLayout;
    progress->addWidget(m_progress, 1);
    progress->addWidget(m_cancel);
    auto* left = new QVBoxLayout;
    left->addWidget(m_check);
    left->addWidget(m_form);
    left->addLayout(progress);
    left->addStretch();
    auto* right = new QVBoxLayout;
    right->addWidget(makeWholeMemoryNote(m_state, this));
    right->addWidget(m_rows, 1);
    right->addWidget(m_sentence);
    auto* page = new QHBoxLayout(this);
    page->setContentsMargins(12, 10, 12, 10);
    page->setSpacing(20);
    page->addLayout(left, 2);
    page->addLayout(right, 5);
}

void WhatIfPage::connectRunner()
{
    connect(&m_runner, &WhatIfRunner::progressed, this, [this](int percent) {
        m_progress->setRange(0, percent < 0 ? 0 : 100);
        m_progress->setValue(std::max(percent, 0));
    });
    connect(&m_runner, &WhatIfRunner::taskChanged, this, &WhatIfPage::showTask);
    connect(&m_runner, &WhatIfRunner::checked, this, &WhatIfPage::fillRecorded);
    connect(&m_runner, &WhatIfRunner::failed, this, &WhatIfPage::say);
    connect(&m_runner, &WhatIfRunner::ran, this, [this](const std::shared_ptr<const WhatIfRun>& run) {
        const int row = m_table.put({{}, run->simulation.figures, run->choice, false, run});
        m_rows->selectRow(row);
        showRow(row);
    });
    connect(&m_runner, &WhatIfRunner::suggested, this,
        [this](const std::shared_ptr<const Suggestion>& suggestion) { fillSuggested(*suggestion); });
    connect(&m_runner, &WhatIfRunner::outOfMemoryTried, this, &WhatIfPage::fillOutOfMemory);
}

bool WhatIfPage::hasProgram() const
{
    return m_state.hasDevice() && m_state.recording()->recording.complete && !m_state.device().events.empty();
}

void WhatIfPage::takeProgram()
{
    m_rest.stop();
    m_hadProgram = hasProgram();
    m_events = m_state.hasDevice() ? m_state.device().events.size() : 0;
    setProgram(m_hadProgram);
}

// A run that goes on grows many times a second: it is asked once it rests. What comes beside events, such as
// the driver's samples, changes no answer.
void WhatIfPage::takeGrowth()
{
    const std::size_t events = m_state.device().events.size();
    if (events == m_events && hasProgram() == m_hadProgram)
        return;
    m_hadProgram = hasProgram();
    m_events = events;
    setProgram(false);
    if (m_hadProgram)
        m_rest.start();
    else
        m_rest.stop();
}

void WhatIfPage::setProgram(bool isThere)
{
    m_table.clear();
    m_oom = nullptr;
    showRun(nullptr);
    m_runner.setProgram(isThere ? m_state.recording() : nullptr, m_state.deviceIndex());
    m_check->clear();
    m_form->setEnabled(isThere);
    say(isThere ? QString()
            : m_hadProgram
            ? tr("The run goes on. What would have been can be asked once it rests or has ended.")
            : tr("What would have been can be asked of a whole recording with events."));
    if (!isThere)
        return;
    m_form->setCursor(m_state.cursor());
    m_form->setHasSteps(!stepEnds(m_state.recording()->recording, m_state.deviceIndex()).empty());
    if (isVisible())
        m_runner.check();
}

void WhatIfPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_runner.check();
}

void WhatIfPage::emptyCacheHere()
{
    if (m_rest.isActive())
        takeProgram(); // of this moment
    WhatIfChoice choice;
    if (const auto& program = m_runner.program())
        choice.conf = textOf(program->conf);
    else if (m_state.hasDevice())
        choice.conf = textOf(m_state.recording()->recording.allocatorConf);
    choice.emptyCache = EmptyCacheChoice::AtCursor;
    choice.cursor = m_state.cursor();
    m_form->setChoice(choice);
    run(choice);
}

void WhatIfPage::askOutOfMemory(std::size_t position)
{
    if (position == 0)
        return;
    if (m_rest.isActive())
        takeProgram();
    m_oom = nullptr;
    say({});
    m_runner.tryOutOfMemory(position - 1);
}

void WhatIfPage::run(const WhatIfChoice& choice)
{
    say({});
    m_runner.run(choice);
}

void WhatIfPage::runChosen()
{
    if (const auto choice = m_form->choice())
        run(*choice);
}

void WhatIfPage::suggest()
{
    say({});
    m_runner.suggest(m_form->limit().value_or(0));
}

void WhatIfPage::fillRecorded()
{
    const CheckedProgram& program = *m_runner.program();
    m_check->setText(checkSentence(program));
    RunRow row;
    row.name = program.conf.empty() ? tr("as recorded (PyTorch's defaults)")
                                    : tr("as recorded (%1)").arg(textOf(program.conf));
    row.figures = m_runner.recorded();
    row.choice.conf = textOf(program.conf);
    m_table.setRecorded(std::move(row));
}

void WhatIfPage::fillSuggested(const Suggestion& suggestion)
{
    for (const Trial& trial : suggestion.trials) {
        if (trial.isRecorded)
            continue;
        const WhatIfChoice choice = choiceOf(trial);
        m_table.put({{}, trial.figures, choice, false, nullptr});
    }
    if (suggestion.recordedIsBest()) {
        say(tr("The recorded settings are already the best of these."));
        return;
    }
    const WhatIfChoice best = choiceOf(suggestion.trials.front());
    m_form->setChoice(best);
    run(best);
}

// The limit stays in the form, for further trials.
void WhatIfPage::fillOutOfMemory(const std::shared_ptr<const WhatIfOom>& oom)
{
    m_oom = oom;
    const OomTrials& trials = oom->trials;
    WhatIfChoice shown;
    shown.conf = textOf(m_runner.program()->conf);
    shown.limit = trials.limit;
    if (trials.isRefusedAsRecorded)
        for (const OomTrial& trial : trials.trials) {
            const WhatIfChoice choice = choiceOf(trial, trials.limit);
            m_table.put({{}, trial.figures, choice, false, nullptr});
        }
    const OomTrial* best = trials.isRefusedAsRecorded ? bestOf(trials) : nullptr;
    if (best)
        shown = choiceOf(*best, trials.limit);
    m_form->setChoice(shown);
    if (best)
        run(shown);
    say(outOfMemorySentence(*oom, m_state.units()));
}

// What was only suggested is run now, for its curves.
void WhatIfPage::showRow(int row)
{
    if (row < 0)
        return;
    const RunRow& chosen = m_table.row(row);
    if (chosen.isRecorded || chosen.run)
        showRun(chosen.run);
    else
        run(chosen.choice);
}

void WhatIfPage::showRun(std::shared_ptr<const WhatIfRun> run)
{
    if (run == m_shown)
        return;
    m_shown = std::move(run);
    if (!m_shown) {
        m_state.setOverlays(OverlayOwner::WhatIf, {});
        say({});
    } else {
        m_state.setOverlays(OverlayOwner::WhatIf, curvesOf(m_state.history(), *m_shown));
        say(sentenceAbout(*m_shown));
    }
    Q_EMIT shownChanged(m_shown);
}

QString WhatIfPage::sentenceAbout(const WhatIfRun& run) const
{
    const ByteUnits units = m_state.units();
    QString text = comparisonSentence(m_table.row(0).figures, run, units);
    if (m_oom && run.choice.limit == m_oom->trials.limit)
        text = outOfMemorySentence(*m_oom, units) + u' ' + text;
    if (run.emptied)
        text = emptiedSentence(*run.emptied, run.choice.cursor, units) + u' ' + text;
    return text;
}

void WhatIfPage::takeUnits()
{
    m_table.setUnits(m_state.units());
    if (m_shown)
        say(sentenceAbout(*m_shown));
    else if (m_oom)
        say(outOfMemorySentence(*m_oom, m_state.units()));
}

void WhatIfPage::say(const QString& sentence)
{
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

void WhatIfPage::showTask()
{
    const bool isBusy = m_runner.task() != WhatIfRunner::Task::None;
    // Whoever cannot wait for the check may ask at once: every run checks first.
    m_form->setBusy(isBusy && m_runner.task() != WhatIfRunner::Task::Check);
    m_progress->setVisible(isBusy);
    m_cancel->setVisible(isBusy);
    if (m_runner.task() == WhatIfRunner::Task::Check)
        m_check->setText(tr("Checking how the simulator does on the recorded settings \u2026"));
}

} // namespace tidemark::ui
