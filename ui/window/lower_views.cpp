// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lower_views.h"

#include "ui/active_memory/active_memory_page.h"
#include "ui/compare/comparison_page.h"
#include "ui/devices/devices_page.h"
#include "ui/map/fragmentation_map.h"
#include "ui/memory/memory_page.h"
#include "ui/scopes/scopes_page.h"
#include "ui/segment_history/segment_history_page.h"
#include "ui/steps/steps_page.h"
#include "ui/tables/tables_page.h"
#include "ui/theme.h"
#include "ui/whatif/simulated_map.h"
#include "ui/whatif/what_if_page.h"
#include "ui/window/look.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <initializer_list>

namespace tidemark::ui {

LowerViews::LowerViews(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_map(new FragmentationMap(state, this))
    , m_simulated(new SimulatedMap(state, this))
    , m_whatIf(new WhatIfPage(state, this))
    , m_devices(new DevicesPage(state, this))
    , m_memory(new MemoryPage(state, this))
    , m_scopes(new ScopesPage(state, this))
    , m_steps(new StepsPage(state, this))
    , m_tables(new TablesPage(state, this))
    , m_activeMemory(new ActiveMemoryPage(state, this))
    , m_segmentHistory(new SegmentHistoryPage(state, this))
    , m_compared(new ComparisonPage(state, this))
    , m_noMap(makeMutedLabel({}, this))
    , m_tabs(new QTabBar(this))
    , m_mapPlace(new QStackedWidget(this))
    , m_pages(new QStackedWidget(this))
{
    m_map->setObjectName(QStringLiteral("map"));
    m_simulated->setObjectName(QStringLiteral("simulatedMap"));
    m_whatIf->setObjectName(QStringLiteral("whatIf"));
    m_devices->setObjectName(QStringLiteral("devicesPage"));
    m_scopes->setObjectName(QStringLiteral("scopesPage"));
    m_steps->setObjectName(QStringLiteral("stepsPage"));
    m_tables->setObjectName(QStringLiteral("tablesPage"));
    m_compared->setObjectName(QStringLiteral("comparedPage"));
    m_memory->setObjectName(QStringLiteral("memoryPage"));
    m_activeMemory->setObjectName(QStringLiteral("activeMemoryPage"));
    m_segmentHistory->setObjectName(QStringLiteral("segmentHistoryPage"));
    m_noMap->setObjectName(QStringLiteral("noMap"));
    m_noMap->setWordWrap(true);
    m_noMap->setAlignment(Qt::AlignCenter);
    m_noMap->setMargin(24);
    m_tabs->setObjectName(QStringLiteral("lowerTabs"));
    m_tabs->setAccessibleName(tr("What is shown below the timeline"));
    m_tabs->setDocumentMode(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(tr("Map"));
    m_tabs->addTab(tr("What if"));
    m_tabs->setTabToolTip(WhatIfTab, tr("What the program would have reserved under other settings"));
    m_tabs->addTab(tr("Devices"));
    m_tabs->setTabToolTip(DevicesTab, tr("All devices or ranks under each other, and who stands out"));
    m_tabs->setTabVisible(DevicesTab, m_devices->isMeaningful());
    m_tabs->addTab(tr("Memory"));
    m_tabs->setTabToolTip(MemoryTab, tr("What is alive at the cursor or at the peak, and every tensor"));
    m_tabs->addTab(tr("Scopes"));
    m_tabs->setTabToolTip(ScopesTab, tr("What memory did in each scope, phase and named range"));
    m_tabs->addTab(tr("Steps"));
    m_tabs->setTabToolTip(StepsTab, tr("What training steps leave behind, and where"));
    m_tabs->addTab(tr("Compare"));
    m_tabs->setTabToolTip(ComparedTab, tr("What differs from the other recording"));
    m_tabs->setTabVisible(ComparedTab, false);
    m_tabs->addTab(tr("Active memory"));
    m_tabs->setTabToolTip(ActiveMemoryTab, tr("Every allocation over time, as a band"));
    m_tabs->addTab(tr("Segments"));
    m_tabs->setTabToolTip(SegmentHistoryTab, tr("Every segment over time: how it came to be in pieces"));
    m_tabs->addTab(tr("Tables"));
    m_tabs->setTabToolTip(TablesTab, tr("Events, allocations, segments and stacks as rows, and a histogram"));

    auto* maps = new QSplitter(Qt::Horizontal, this);
    maps->addWidget(m_map);
    maps->addWidget(m_simulated);
    maps->setChildrenCollapsible(false);
    m_simulated->hide();
    m_mapPlace->addWidget(maps);
    m_mapPlace->addWidget(m_noMap);
    m_pages->addWidget(m_mapPlace);
    m_pages->addWidget(m_whatIf);
    m_pages->addWidget(m_devices);
    m_pages->addWidget(m_memory);
    m_pages->addWidget(m_scopes);
    m_pages->addWidget(m_steps);
    m_pages->addWidget(m_compared);
    m_pages->addWidget(m_activeMemory);
    m_pages->addWidget(m_segmentHistory);
    m_pages->addWidget(m_tables);
    // A small window keeps its size whichever page is there: fields give way before it grows.
    constexpr int leastWidth = 320;
    for (QWidget* page : std::initializer_list<QWidget*>{m_memory, m_scopes, m_steps, m_tables, m_compared})
        page->setMinimumWidth(leastWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_pages, 1);

    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_whatIf, &WhatIfPage::shownChanged, this, [this](const std::shared_ptr<const WhatIfRun>& run) {
        m_simulated->setRun(run);
        m_simulated->setVisible(run != nullptr);
    });
    connect(m_devices, &DevicesPage::meaningChanged, this, [this](bool isMeaningful) {
        if (!isMeaningful && m_tabs->currentIndex() == DevicesTab)
            showMap();
        m_tabs->setTabVisible(DevicesTab, isMeaningful);
    });
    const auto showTab = [this] {
        const bool isShown = m_compared->comparison()->isShown();
        if (!isShown && m_tabs->currentIndex() == ComparedTab)
            showMap();
        m_tabs->setTabVisible(ComparedTab, isShown);
    };
    connect(m_compared->comparison(), &Comparison::begun, this, showTab);
    connect(m_compared->comparison(), &Comparison::changed, this, showTab);
    applyTheme();
}

void LowerViews::showMap()
{
    m_tabs->setCurrentIndex(MapTab);
}

void LowerViews::showWhatIf()
{
    m_tabs->setCurrentIndex(WhatIfTab);
}

void LowerViews::showDevices()
{
    m_tabs->setCurrentIndex(m_devices->isMeaningful() ? DevicesTab : MapTab);
}

void LowerViews::showMemory()
{
    m_tabs->setCurrentIndex(MemoryTab);
}

void LowerViews::showScopes()
{
    m_tabs->setCurrentIndex(ScopesTab);
}

void LowerViews::showSteps()
{
    m_tabs->setCurrentIndex(StepsTab);
}

void LowerViews::showActiveMemory()
{
    m_tabs->setCurrentIndex(ActiveMemoryTab);
}

void LowerViews::showSegmentHistory()
{
    m_tabs->setCurrentIndex(SegmentHistoryTab);
}

void LowerViews::showCompared()
{
    m_tabs->setCurrentIndex(m_compared->comparison()->isShown() ? ComparedTab : MapTab);
}

void LowerViews::showTables()
{
    m_tabs->setCurrentIndex(TablesTab);
}

void LowerViews::findInTables()
{
    showTables();
    m_tables->startSearch();
}

void LowerViews::applyTheme()
{
    m_compared->applyTheme();
    setLook(m_scopes, pageLook(applicationTheme()));
    setLook(m_memory, pageLook(applicationTheme()));
    setLook(m_tables, pageLook(applicationTheme()));
    setLook(m_activeMemory, pageLook(applicationTheme()));
    setLook(m_segmentHistory, pageLook(applicationTheme()));
    setLook(m_whatIf, pageLook(applicationTheme()));
}

void LowerViews::setNoMap(const QString& reason)
{
    m_noMap->setText(reason);
    m_mapPlace->setCurrentIndex(reason.isEmpty() ? 0 : 1);
}

} // namespace tidemark::ui
