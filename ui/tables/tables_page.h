// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/allocation_facts.h"
#include "core/analysis/tables/row_source.h"
#include "ui/newest_job.h"

#include <QTimer>
#include <QWidget>
#include <memory>

class QCheckBox;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace tidemark::ui {

class HistogramPane;
class TablePane;
class ViewState;

// Everything as rows: events, allocations, segments and the stacks that allocated, to be searched, sorted,
// copied and exported, and a histogram of sizes and lives. A row that is chosen moves the cursor and selects
// its block; the tables follow the cursor and the selection of other views.
class TablesPage : public QWidget {
    Q_OBJECT

public:
    enum Tab { Events, Allocations, Segments, Stacks, Bars };

    // `state` must outlive the page.
    explicit TablesPage(ViewState& state, QWidget* parent = nullptr);

    void showTable(Tab tab);
    void startSearch(); // of the shown table; of the events, where none is shown
    void setInView(bool only); // lists, and counts, only what is in the visible part of the timeline

    TablePane* events() const { return m_events; }
    TablePane* allocations() const { return m_allocations; }
    TablePane* segments() const { return m_segments; }
    TablePane* stacks() const { return m_stacks; }
    HistogramPane* histogram() const { return m_histogram; }
    bool isBusy() const;
    bool isSettled() const; // not busy, and what the shown table is made of is known

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildLayout();
    void startAnew();
    void takeGrowth();
    void takeFilter();
    void takeRange();
    AllocationChoice choice() const;
    void filterBySearch();
    Expected<AllocationFilter> searchedFilter() const; // among those that are shown
    void sayWhatSearchFilters();
    void takeUnits();
    void refresh();
    bool needsAllocations() const;
    std::shared_ptr<const AnalyzedRecording> listedRecording() const; // of the events; null: not yet known
    void listEvents();
    void findFacts();
    void takeFacts(const std::shared_ptr<const AllocationFacts>& facts);
    void makeStacks();
    QString whyNoFacts() const;
    void setNoFacts();
    void choose(const RowPlace& place);
    void follow();
    TablePane* currentTable() const; // null: the histogram

    ViewState& m_state;
    std::shared_ptr<const AllocationFacts> m_facts;
    std::shared_ptr<const void> m_factsOf; // the allocations that they are, or will be, made from
    std::shared_ptr<const void> m_eventsOf; // the recording whose events are listed
    NewestJob m_factsFinder;
    NewestJob m_stacksFinder;
    QTimer m_soon; // a run that grows is read anew a few times a second
    QTimer m_followSoon;
    QTimer m_rangeSoon;
    std::optional<EventRange> m_within; // none: everything
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    TablePane* m_events;
    TablePane* m_allocations;
    TablePane* m_segments;
    TablePane* m_stacks;
    HistogramPane* m_histogram;
    QCheckBox* m_hidesFramework;
    QCheckBox* m_inView;
    QPushButton* m_filterBySearch; // of the allocations
};

} // namespace tidemark::ui
