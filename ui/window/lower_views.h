// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabBar;

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

// Below the timeline: the map of the memory at the cursor, beside it that of a simulated run while one is
// chosen, and behind other tabs the questions to the simulator, what is alive, what memory did in each
// scope, what training steps leave behind and, where there are several devices or another recording to
// compare with, those side by side.
class LowerViews : public QWidget {
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

    void showMap();
    void showWhatIf();
    void showMemory();
    void showDevices(); // the map, where there is only one
    void showScopes();
    void showSteps();
    void showTables();
    void findInTables(); // the table shown last, its search box ready to be typed into
    void showActiveMemory();
    void showSegmentHistory();
    void showCompared(); // the map, while nothing is compared
    void applyTheme(); // anew, when the palette changed
    // In place of the map, why there is none; empty: the map.
    void setNoMap(const QString& reason);

private:
    enum Tab {
        MapTab,
        WhatIfTab,
        DevicesTab,
        MemoryTab,
        ScopesTab,
        StepsTab,
        ComparedTab,
        ActiveMemoryTab,
        SegmentHistoryTab,
        TablesTab
    };

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
    QTabBar* m_tabs;
    QStackedWidget* m_mapPlace;
    QStackedWidget* m_pages;
};

} // namespace tidemark::ui
