// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_page.h"

#include "core/analysis/scopes/phase_name.h"
#include "ui/details/figures.h"
#include "ui/details/moment.h"
#include "ui/groups/colour_by_box.h"
#include "ui/memory/groups_pane.h"
#include "ui/memory/tensors_pane.h"
#include "ui/plain_tip.h"
#include "ui/window/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

MemoryPage::MemoryPage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_moments(new QComboBox(this))
    , m_kinds(new QComboBox(this))
    , m_goThere(new QPushButton(tr("Go there"), this))
    , m_tensorsShown(new QPushButton(tr("Tensors"), this))
    , m_sum(new QLabel(this))
    , m_note(makeMutedLabel({}, this))
    , m_groups(new GroupsPane(this))
    , m_tensors(new TensorsPane(this))
    , m_nothing(makeMutedLabel({}, this))
    , m_panes(new QStackedWidget(this))
{
    buildLayout();
    m_soon.setSingleShot(true);
    m_soon.setInterval(30ms);
    connect(&m_soon, &QTimer::timeout, this, &MemoryPage::ask);
    connect(&m_finder, &FactsFinder::found, this, &MemoryPage::take);
    connect(m_moments, &QComboBox::currentIndexChanged, this, &MemoryPage::ask);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &MemoryPage::ask);
    connect(m_goThere, &QPushButton::clicked, this, [this] { m_state.setCursor(position()); });
    connect(m_tensorsShown, &QPushButton::toggled, this, &MemoryPage::say);
    connect(&m_state, &ViewState::cursorChanged, this, &MemoryPage::askSoon);
    connect(&m_state, &ViewState::allocationsChanged, this, &MemoryPage::askSoon);
    connect(&m_state, &ViewState::filterChanged, this, &MemoryPage::askSoon);
    connect(&m_state, &ViewState::curvesChanged, this, &MemoryPage::askSoon); // and with them the peaks
    connect(&m_state, &ViewState::rangeChanged, this, [this] {
        if (isOfRange())
            askSoon();
    });
    connect(&m_state, &ViewState::axisChanged, this, &MemoryPage::askSoon);
    connect(&m_state, &ViewState::unitsChanged, this, &MemoryPage::takeUnits);
    connect(&m_state, &ViewState::recordingChanged, this, &MemoryPage::dropFacts);
    connect(&m_state, &ViewState::deviceChanged, this, &MemoryPage::dropFacts);
    takeUnits();
}

void MemoryPage::buildLayout()
{
    m_moments->setObjectName(QStringLiteral("memoryMoment"));
    m_moments->setAccessibleName(tr("At which moment"));
    m_moments->addItems(
        {tr("Alive at the cursor"), tr("Alive at the peak of allocated"), tr("Alive at the peak of active"),
            tr("Alive at the peak of reserved"), tr("Allocated in view"), tr("Bytes × time in view")});
    m_moments->setToolTip(
        tr("Bytes alive at a moment; or of all that was allocated in the part of the timeline "
           "that is in view, freed or not; or what was held there on average"));
    m_kinds->setObjectName(QStringLiteral("memoryBy"));
    m_kinds->setAccessibleName(tr("What memory is told apart by"));
    for (const GroupBy by : allGroupBys)
        m_kinds->addItem(tr("by %1").arg(groupByTitle(by)), static_cast<int>(by));
    m_goThere->setToolTip(tr("Put the cursor at this moment"));
    m_tensorsShown->setObjectName(QStringLiteral("memoryTensors"));
    m_tensorsShown->setCheckable(true);
    m_tensorsShown->setToolTip(tr("Every tensor that is alive, with its name, shape and element type"));
    m_sum->setObjectName(QStringLiteral("memorySum"));
    m_sum->setTextFormat(Qt::PlainText);
    m_sum->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->setObjectName(QStringLiteral("memoryNote"));
    m_note->setWordWrap(true);
    m_nothing->setObjectName(QStringLiteral("memoryNothing"));
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setMargin(24);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    for (QWidget* control : std::initializer_list<QWidget*>{m_moments, m_kinds, m_tensorsShown})
        bar->addWidget(control);
    bar->addWidget(m_sum, 1);
    bar->addWidget(m_goThere);
    m_panes->addWidget(m_nothing);
    m_panes->addWidget(m_groups);
    m_panes->addWidget(m_tensors);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 8);
    column->setSpacing(6);
    column->addLayout(bar);
    column->addWidget(m_note);
    column->addWidget(m_panes, 1);
}

void MemoryPage::setMoment(Moment moment)
{
    m_moments->setCurrentIndex(static_cast<int>(moment));
}

void MemoryPage::setBy(GroupBy by)
{
    m_kinds->setCurrentIndex(m_kinds->findData(static_cast<int>(by)));
}

void MemoryPage::showTensors(bool shown)
{
    m_tensorsShown->setChecked(shown);
}

void MemoryPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state.setAllocationsWanted(this, true);
    ask();
}

void MemoryPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state.setAllocationsWanted(this, false);
}

std::size_t MemoryPage::position() const
{
    if (!m_state.hasDevice())
        return 0;
    const CurveView curves = m_state.curves();
    switch (static_cast<Moment>(m_moments->currentIndex())) {
    case Moment::Cursor:
        return m_state.cursor();
    case Moment::AllocatedPeak:
        return curves.peak(Curve::Allocated).position;
    case Moment::ActivePeak:
        return curves.peak(Curve::Active).position;
    case Moment::ReservedPeak:
        return curves.hasReserved() ? curves.peak(Curve::Reserved).position
                                    : m_state.history().peak(Curve::Reserved).position;
    case Moment::AllocatedInView:
    case Moment::HeldInView:
        break;
    }
    return m_state.cursor();
}

bool MemoryPage::isOfRange() const
{
    return m_moments->currentIndex() >= static_cast<int>(Moment::AllocatedInView);
}

MemoryQuestion MemoryPage::question() const
{
    MemoryQuestion question;
    question.device = m_state.allocations();
    question.by = static_cast<GroupBy>(m_kinds->currentData().toInt());
    question.filter = m_state.filter();
    if (!isOfRange()) {
        question.position = std::min(position(), question.device->eventCount());
        return question;
    }
    const bool isHeld = m_moments->currentIndex() == static_cast<int>(Moment::HeldInView);
    question.measure = isHeld ? MemoryMeasure::HeldOver : MemoryMeasure::AllocatedIn;
    question.range = m_state.visibleEvents();
    question.range.end = std::min<std::uint64_t>(question.range.end, question.device->eventCount());
    if (isHeld)
        question.axis = m_state.axis();
    return question;
}

bool MemoryPage::isSettled() const
{
    return m_facts && m_state.allocations() && !m_soon.isActive() && !m_finder.isBusy()
        && m_facts->question == question();
}

void MemoryPage::dropFacts()
{
    m_finder.forget();
    m_facts.reset();
    m_groups->setFacts(nullptr);
    m_tensors->setFacts(nullptr);
    say();
}

// While the cursor is dragged, not at every place.
void MemoryPage::askSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void MemoryPage::ask()
{
    if (!isVisible())
        return;
    if (m_state.allocations()) {
        const MemoryQuestion wanted = question();
        if (m_facts && m_facts->question == wanted)
            m_finder.forget(); // what was asked meanwhile is not wanted any more
        else
            m_finder.ask(wanted);
    }
    say();
}

void MemoryPage::take(const std::shared_ptr<const MemoryFacts>& facts)
{
    if (facts->device->device != m_state.deviceIndex() || !m_state.hasDevice())
        return;
    m_facts = facts;
    m_groups->setFacts(facts);
    m_tensors->setFacts(facts);
    say();
}

void MemoryPage::takeUnits()
{
    m_groups->setUnits(m_state.units());
    m_tensors->setUnits(m_state.units());
    say();
}

QString MemoryPage::sumText() const
{
    const QString bytes = tr("%1 allocated (%2 B)")
                              .arg(bytesText(m_facts->bytes(), m_state.units()), countText(m_facts->bytes()));
    const EventRange& range = m_facts->question.range;
    const QString events = countText(range.end - std::min(range.begin, range.end));
    const QString only = m_facts->question.filter.isAll()
        ? QString()
        : tr(" · only %1").arg(filterName(m_state.device(), m_facts->question.filter, m_state.units()));
    if (m_facts->question.measure == MemoryMeasure::AllocatedIn)
        return tr("%1 by the %2 events in view, freed or not").arg(bytes, events) + only;
    if (m_facts->question.measure == MemoryMeasure::HeldOver)
        return tr("%1 on average over the %2 events in view").arg(bytes, events)
            + (m_facts->question.axis == TimeAxis::Time ? tr(", by time") : tr(", by events")) + only;
    const std::string phase = m_facts->position == 0
        ? std::string()
        : phaseName(m_facts->recording(), m_facts->device->device, m_facts->position - 1);
    QString text = tr("%1, event %2 of %3")
                       .arg(bytes, countText(m_facts->position), countText(m_facts->device->eventCount()));
    if (!phase.empty())
        text += QStringLiteral(" · ") + textOf(phase);
    return text + only;
}

void MemoryPage::say()
{
    m_goThere->setVisible(m_moments->currentIndex() != static_cast<int>(Moment::Cursor) && !isOfRange());
    m_kinds->setEnabled(!m_tensorsShown->isChecked());
    m_note->setVisible(m_facts && !m_facts->note.isEmpty());
    if (!m_facts) {
        m_sum->clear();
        m_panes->setCurrentWidget(m_nothing);
        m_nothing->setText(!m_state.hasDevice() ? tr("No recording is open.")
                : m_state.history().eventCount() == 0 && m_state.history().valueAt(Curve::Allocated, 0) == 0
                ? tr("This recording has no allocations.")
                : tr("Finding out what is alive …"));
        return;
    }
    const QString text = sumText();
    m_sum->setText(text);
    m_sum->setToolTip(plainTip(text));
    const bool lacksTensors = m_tensorsShown->isChecked() && m_facts->tensors.rows.empty();
    const bool isOnAverage =
        m_tensorsShown->isChecked() && m_facts->question.measure == MemoryMeasure::HeldOver;
    m_note->setText(lacksTensors ? tr("No tensor is named here: this recording has no labels of tensors. "
                                      "tidemark-record writes them.")
            : isOnAverage        ? tr("Every tensor that was there in view, with all of its bytes.")
                                 : m_facts->note);
    m_note->setVisible(!m_note->text().isEmpty());
    m_panes->setCurrentWidget(m_tensorsShown->isChecked() ? static_cast<QWidget*>(m_tensors) : m_groups);
}

} // namespace tidemark::ui
