// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tables_page.h"

#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/event_rows.h"
#include "core/analysis/tables/filter_query.h"
#include "core/analysis/tables/segment_rows.h"
#include "core/analysis/tables/stack_rows.h"
#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/tables/histogram_pane.h"
#include "ui/tables/table_pane.h"
#include "ui/view_state.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <array>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

TablesPage::TablesPage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_tabs(new QTabBar(this))
    , m_pages(new QStackedWidget(this))
    , m_events(new TablePane(QStringLiteral("events"), this))
    , m_allocations(new TablePane(QStringLiteral("allocations"), this))
    , m_segments(new TablePane(QStringLiteral("segments"), this))
    , m_stacks(new TablePane(QStringLiteral("stacks"), this))
    , m_histogram(new HistogramPane(this))
    , m_hidesFramework(new QCheckBox(tr("Hide framework frames"), this))
    , m_inView(new QCheckBox(tr("Only what is in view"), this))
    , m_filterBySearch(new QPushButton(tr("Filter all views"), this))
{
    buildLayout();
    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    m_followSoon.setSingleShot(true);
    m_followSoon.setInterval(30ms);
    m_rangeSoon.setSingleShot(true);
    m_rangeSoon.setInterval(120ms);
    connect(&m_soon, &QTimer::timeout, this, &TablesPage::refresh);
    connect(&m_rangeSoon, &QTimer::timeout, this, &TablesPage::takeRange);
    connect(&m_state, &ViewState::rangeChanged, this, [this] {
        if (m_inView->isChecked() && isVisible())
            m_rangeSoon.start();
    });
    connect(m_inView, &QCheckBox::toggled, this, &TablesPage::takeRange);
    connect(m_inView, &QCheckBox::toggled, this, &TablesPage::sayWhatSearchFilters);
    connect(&m_state, &ViewState::filterChanged, this, &TablesPage::sayWhatSearchFilters);
    connect(m_filterBySearch, &QPushButton::clicked, this, &TablesPage::filterBySearch);
    connect(m_allocations->search(), &QLineEdit::textChanged, this, &TablesPage::sayWhatSearchFilters);
    connect(&m_followSoon, &QTimer::timeout, this, &TablesPage::follow);
    connect(&m_state, &ViewState::recordingChanged, this, &TablesPage::startAnew);
    connect(&m_state, &ViewState::deviceChanged, this, &TablesPage::startAnew);
    connect(&m_state, &ViewState::recordingGrown, this, &TablesPage::takeGrowth);
    connect(&m_state, &ViewState::allocationsChanged, this, &TablesPage::refresh);
    connect(&m_state, &ViewState::filterChanged, this, &TablesPage::takeFilter);
    connect(&m_state, &ViewState::cursorChanged, this, [this] { m_followSoon.start(); });
    connect(&m_state, &ViewState::selectionChanged, this, [this] { m_followSoon.start(); });
    connect(&m_state, &ViewState::unitsChanged, this, &TablesPage::takeUnits);
    connect(m_histogram, &HistogramPane::filterWanted, this, [this](const AllocationFilter& wanted) {
        MemoryFilter filter = m_state.filter();
        filter.allocations = wanted;
        m_state.setFilter(filter);
    });
    connect(m_hidesFramework, &QCheckBox::toggled, this, &TablesPage::makeStacks);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_pages->setCurrentIndex(tab);
        refresh();
        follow();
    });
    takeUnits();
    startAnew();
}

void TablesPage::takeUnits()
{
    for (TablePane* table : {m_events, m_allocations, m_segments, m_stacks})
        table->setUnits(m_state.units());
    m_histogram->setUnits(m_state.units());
}

void TablesPage::buildLayout()
{
    m_tabs->setObjectName(QStringLiteral("tablesTabs"));
    m_tabs->setAccessibleName(tr("Which table"));
    m_tabs->setDocumentMode(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (const QString& name :
        {tr("Events"), tr("Allocations"), tr("Segments"), tr("Stacks"), tr("Histogram")})
        m_tabs->addTab(name);
    m_hidesFramework->setObjectName(QStringLiteral("hideFramework"));
    m_hidesFramework->setToolTip(
        tr("Leave out the frames of PyTorch, Python and the C library; stacks that are "
           "then alike become one row"));
    m_stacks->addTool(m_hidesFramework);
    m_filterBySearch->setObjectName(QStringLiteral("filterBySearch"));
    m_allocations->addTool(m_filterBySearch);
    sayWhatSearchFilters();
    m_inView->setObjectName(QStringLiteral("tablesInView"));
    m_inView->setToolTip(tr("Only events in the part of the timeline that is in view, and allocations, "
                            "segments and stacks of allocations that were there in it"));
    for (TablePane* table : {m_events, m_allocations, m_segments, m_stacks}) {
        m_pages->addWidget(table);
        connect(table, &TablePane::rowChosen, this, &TablesPage::choose);
    }
    m_pages->addWidget(m_histogram);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 2, 10, 8);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(m_tabs);
    head->addStretch(1);
    head->addWidget(m_inView);
    column->addLayout(head);
    column->addWidget(m_pages, 1);
    setFocusProxy(m_pages);
}

void TablesPage::showTable(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

void TablesPage::startSearch()
{
    if (!currentTable())
        showTable(Events);
    currentTable()->startSearch();
}

void TablesPage::setInView(bool only)
{
    m_inView->setChecked(only);
}

// What is found becomes what all views show: those of the search that the filter held already.
void TablesPage::filterBySearch()
{
    const auto wanted = searchedFilter();
    if (!wanted)
        return;
    MemoryFilter filter = m_state.filter();
    filter.allocations = *wanted;
    m_allocations->setSearch({});
    m_state.setFilter(filter);
}

Expected<AllocationFilter> TablesPage::searchedFilter() const
{
    const auto query = parseQuery(m_allocations->search()->text().toStdString());
    if (!query)
        return tl::unexpected(query.error());
    return allocationFilterOf(*query, m_state.filter().allocations);
}

void TablesPage::sayWhatSearchFilters()
{
    const bool isSearched = !m_allocations->search()->text().trimmed().isEmpty();
    const bool canFilter = isSearched && !m_inView->isChecked() && searchedFilter();
    m_filterBySearch->setEnabled(canFilter);
    QString words = tr("Shows what a search by size or life finds in all views: >1MiB life:0..9");
    if (canFilter)
        words = tr("Show the allocations that are found, and no others, in all views");
    else if (isSearched && m_inView->isChecked())
        words = tr("A filter knows size and life, and not what is in view");
    m_filterBySearch->setToolTip(plainTip(words));
}

bool TablesPage::isBusy() const
{
    return m_factsFinder.isBusy() || m_stacksFinder.isBusy() || m_events->isBusy() || m_allocations->isBusy()
        || m_segments->isBusy() || m_stacks->isBusy() || m_histogram->isBusy() || m_rangeSoon.isActive();
}

bool TablesPage::isSettled() const
{
    if (isBusy() || m_followSoon.isActive())
        return false;
    return !needsAllocations() || (m_facts && m_state.allocations() && m_factsOf == m_state.allocations());
}

TablePane* TablesPage::currentTable() const
{
    const std::array tables = {m_events, m_allocations, m_segments, m_stacks};
    const auto tab = static_cast<std::size_t>(m_tabs->currentIndex());
    return tab < tables.size() ? tables[tab] : nullptr;
}

void TablesPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    takeRange();
    refresh();
    follow();
}

void TablesPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state.setAllocationsWanted(this, false);
}

void TablesPage::startAnew()
{
    m_soon.stop();
    m_factsFinder.forget();
    m_stacksFinder.forget();
    m_facts.reset();
    m_factsOf.reset();
    m_eventsOf.reset();
    setNoFacts();
    refresh();
}

void TablesPage::takeGrowth()
{
    if (isVisible() && !m_soon.isActive())
        m_soon.start();
}

void TablesPage::takeFilter()
{
    if (m_eventsOf) // before they are searched for the part
        listEvents();
    for (TablePane* table : {m_events, m_allocations, m_segments})
        table->setFilter(m_state.filter());
    refresh();
    if (!m_facts)
        return;
    m_histogram->setFacts(m_facts, choice());
    makeStacks();
}

void TablesPage::takeRange()
{
    m_rangeSoon.stop();
    const auto within =
        m_inView->isChecked() ? std::optional(m_state.visibleEvents()) : std::optional<EventRange>();
    if (within == m_within)
        return;
    m_within = within;
    for (TablePane* table : {m_events, m_allocations, m_segments})
        table->setWithin(m_within);
    if (!m_facts)
        return;
    m_histogram->setFacts(m_facts, choice());
    makeStacks();
}

AllocationChoice TablesPage::choice() const
{
    return {m_state.filter(), m_within};
}

// To which part of the memory an event belongs is often told by its segment alone.
bool TablesPage::needsAllocations() const
{
    return m_tabs->currentIndex() != Events || !m_state.filter().isAll();
}

// Finds what the page lacks, or has of an older moment; only while somebody looks.
void TablesPage::refresh()
{
    if (!isVisible() || !m_state.hasDevice())
        return;
    m_state.setAllocationsWanted(this, needsAllocations());
    if (m_eventsOf != listedRecording())
        listEvents();
    if (needsAllocations())
        findFacts();
}

// A part of the memory shows the events up to which it is known what was allocated: a run may grow faster.
std::shared_ptr<const AnalyzedRecording> TablesPage::listedRecording() const
{
    if (m_state.filter().isAll())
        return m_state.recording();
    return m_facts ? m_facts->recording : nullptr;
}

void TablesPage::listEvents()
{
    const std::shared_ptr<const AnalyzedRecording> listed = m_state.hasDevice() ? listedRecording() : nullptr;
    m_eventsOf = listed;
    if (!listed)
        return m_events->setSource(nullptr, whyNoFacts());
    const bool areKnown = m_facts && m_facts->recording == listed;
    m_events->setSource(
        std::make_shared<const EventRows>(listed, m_state.deviceIndex(), areKnown ? m_facts : nullptr));
}

void TablesPage::findFacts()
{
    const std::shared_ptr<const GroupedDevice>& known = m_state.allocations();
    // One that is being read is read to its end: a run may grow faster than that.
    if (!known || m_factsOf == known || m_factsFinder.isBusy())
        return;
    m_factsOf = known;
    m_factsFinder.start([this, known](const std::stop_token& stop) -> NewestJob::Use {
        auto facts = allocationFacts(known->recording, known->device,
            std::shared_ptr<const Attribution>(known, &known->attribution),
            std::shared_ptr<const AliveAllocations>(known, &known->alive), stop);
        if (!facts)
            return {};
        return [this, facts] { takeFacts(facts); };
    });
}

void TablesPage::takeFacts(const std::shared_ptr<const AllocationFacts>& facts)
{
    m_facts = facts;
    if (facts->recording == listedRecording())
        listEvents();
    m_allocations->setSource(std::make_shared<const AllocationRows>(facts));
    m_segments->setSource(std::make_shared<const SegmentRows>(facts));
    m_histogram->setFacts(facts, choice());
    makeStacks();
    follow();
    refresh(); // it may have grown meanwhile
}

void TablesPage::makeStacks()
{
    if (!m_facts)
        return;
    const StackOptions options{m_hidesFramework->isChecked(), m_state.filter(), m_within};
    m_stacksFinder.start([this, facts = m_facts, options](const std::stop_token& stop) -> NewestJob::Use {
        auto rows = std::make_shared<const StackRows>(facts, options, stop);
        if (stop.stop_requested())
            return {};
        return [this, rows, options] {
            m_stacks->setNote(options.hidesFramework
                    ? counted(rows->hiddenFrames(), tr("frame hidden"), tr("frames hidden"))
                    : QString());
            m_stacks->setSource(rows);
            follow();
        };
    });
}

QString TablesPage::whyNoFacts() const
{
    return m_state.hasDevice() ? tr("Finding out what was allocated …") : tr("No recording is open.");
}

void TablesPage::setNoFacts()
{
    const QString why = whyNoFacts();
    for (TablePane* table : {m_events, m_allocations, m_segments, m_stacks})
        table->setSource(nullptr, why);
    m_histogram->setFacts(nullptr, {}, why);
}

void TablesPage::choose(const RowPlace& place)
{
    if (place.position)
        m_state.setCursor(*place.position);
    m_state.setSelectedAddress(place.address);
}

void TablesPage::follow()
{
    TablePane* table = currentTable();
    if (table && isVisible() && m_state.hasDevice())
        table->follow(m_state.cursor(), m_state.selectedAddress());
}

} // namespace tidemark::ui
