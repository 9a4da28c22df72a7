// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/dock_area.h"

class QLabel;
class QLineEdit;
class QStackedWidget;

namespace tidemark::ui {

class ActiveMemoryPage;
class ComparisonPage;
class DevicesPage;
class FragmentationMap;
class MemoryPage;
class ScopesPage;
class SegmentHistoryPage;
class SimulatedMap;
class StepsPage;
class TablesPage;
class ViewState;
class WhatIfPage;

// Around the timeline: the map of the memory at the cursor, beside it that of a simulated run while one is
// chosen, and at first behind other tabs the questions to the simulator, what is alive, what memory did in
// each scope, what training steps leave behind and, where there are several devices or another recording to
// compare with, those side by side. All can be moved.
class LowerViews : public DockArea {
    Q_OBJECT

public:
    // `state` must outlive the views.
    explicit LowerViews(ViewState& state, QWidget* parent = nullptr);

    FragmentationMap* map() const { return m_map; }
    SimulatedMap* simulatedMap() const { return m_simulated; }
    WhatIfPage* whatIf() const { return m_whatIf; }
    DevicesPage* devices() const { return m_devices; }
    MemoryPage* memory() const { return m_memory; }
    ScopesPage* scopes() const { return m_scopes; }
    StepsPage* steps() const { return m_steps; }
    TablesPage* tables() const { return m_tables; }
    ActiveMemoryPage* activeMemory() const { return m_activeMemory; }
    SegmentHistoryPage* segmentHistory() const { return m_segmentHistory; }
    ComparisonPage* compared() const { return m_compared; }

    void showMap() { showView(DockedView::Map); }
    void showWhatIf() { showView(DockedView::WhatIf); }
    void showMemory() { showView(DockedView::Memory); }
    void showDevices(); // the map, where there is only one
    void showScopes() { showView(DockedView::Scopes); }
    void showSteps() { showView(DockedView::Steps); }
    void showTables() { showView(DockedView::Tables); }
    void showActiveMemory() { showView(DockedView::ActiveMemory); }
    void showSegmentHistory() { showView(DockedView::SegmentHistory); }
    void showCompared(); // the map, while nothing is compared
    // What is searched is the current view where it has a search of its own, else the table shown last: its
    // box is ready to be typed into.
    void startSearch();
    void applyTheme(); // anew, when the palette changed
    // In place of the map, why there is none; empty: the map.
    void setNoMap(const QString& reason);

private:
    void buildPages();
    void buildMapPlace();
    void followMeaning();
    QWidget* pageOf(DockedView view) const;
    QLineEdit* searchOf(DockedView view) const;

    FragmentationMap* m_map;
    SimulatedMap* m_simulated;
    WhatIfPage* m_whatIf;
    DevicesPage* m_devices;
    MemoryPage* m_memory;
    ScopesPage* m_scopes;
    StepsPage* m_steps;
    TablesPage* m_tables;
    ActiveMemoryPage* m_activeMemory;
    SegmentHistoryPage* m_segmentHistory;
    ComparisonPage* m_compared;
    QLabel* m_noMap;
    QStackedWidget* m_mapPlace;
};

} // namespace tidemark::ui
