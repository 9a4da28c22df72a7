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
#include "ui/window/view_dock.h"

#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

namespace tidemark::ui {

LowerViews::LowerViews(ViewState& state, QWidget* parent)
    : DockArea(parent)
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
    , m_mapPlace(new QStackedWidget(this))
{
    buildMapPlace();
    buildPages();
    connect(m_whatIf, &WhatIfPage::shownChanged, this, [this](const std::shared_ptr<const WhatIfRun>& run) {
        m_simulated->setRun(run);
        m_simulated->setVisible(run != nullptr);
    });
    followMeaning();
    applyTheme();
}

void LowerViews::buildMapPlace()
{
    m_map->setObjectName(QStringLiteral("map"));
    m_simulated->setObjectName(QStringLiteral("simulatedMap"));
    m_noMap->setObjectName(QStringLiteral("noMap"));
    m_noMap->setWordWrap(true);
    m_noMap->setAlignment(Qt::AlignCenter);
    m_noMap->setMargin(24);
    auto* maps = new QSplitter(Qt::Horizontal, m_mapPlace);
    maps->addWidget(m_map);
    maps->addWidget(m_simulated);
    maps->setChildrenCollapsible(false);
    m_simulated->hide();
    m_mapPlace->setObjectName(QStringLiteral("mapPage"));
    m_mapPlace->setFocusProxy(m_map);
    m_mapPlace->addWidget(maps);
    m_mapPlace->addWidget(m_noMap);
}

void LowerViews::buildPages()
{
    // A small window keeps its size whichever page is there: fields give way before it grows.
    constexpr int leastWidth = 320;
    for (const DockedViewInfo& info : dockedViewInfos()) {
        QWidget* page = pageOf(info.view);
        if (page == nullptr)
            continue;
        if (page != m_mapPlace && page != m_whatIf)
            page->setObjectName(QLatin1String(info.name) + QStringLiteral("Page"));
        page->setMinimumWidth(leastWidth);
        addView(info, page, Side::Below);
    }
    m_whatIf->setObjectName(QStringLiteral("whatIf"));
}

// Null: not of these.
QWidget* LowerViews::pageOf(DockedView view) const
{
    const std::array<QWidget*, dockedViewCount> pages = {m_mapPlace, m_whatIf, m_devices, m_memory, m_scopes,
        m_steps, m_compared, m_activeMemory, m_segmentHistory, m_tables, nullptr};
    return pages[indexOf(view)];
}

void LowerViews::followMeaning()
{
    setMeaningful(DockedView::Devices, m_devices->isMeaningful());
    connect(m_devices, &DevicesPage::meaningChanged, this,
        [this](bool isMeaningful) { setMeaningful(DockedView::Devices, isMeaningful); });
    const auto followComparison = [this] {
        setMeaningful(DockedView::Compared, m_compared->comparison()->isShown());
    };
    connect(m_compared->comparison(), &Comparison::begun, this, followComparison);
    connect(m_compared->comparison(), &Comparison::changed, this, followComparison);
    followComparison();
}

void LowerViews::showDevices()
{
    showView(m_devices->isMeaningful() ? DockedView::Devices : DockedView::Map);
}

void LowerViews::showCompared()
{
    showView(m_compared->comparison()->isShown() ? DockedView::Compared : DockedView::Map);
}

void LowerViews::startSearch()
{
    const auto current = currentView();
    if (QLineEdit* search = current ? searchOf(*current) : nullptr) {
        search->window()->activateWindow();
        search->setFocus(Qt::ShortcutFocusReason);
        return search->selectAll();
    }
    focusView(DockedView::Tables);
    m_tables->startSearch();
}

// The one that can be typed into now; null: none, or what searches in a way of its own.
QLineEdit* LowerViews::searchOf(DockedView view) const
{
    const QWidget* page = pageOf(view);
    if (page == nullptr || page == m_tables)
        return nullptr;
    for (const char* name : {"flameSearch", "tensorSearch", "scopeFilter", "comparedFilter"})
        for (auto* box : page->findChildren<QLineEdit*>(QLatin1String(name)))
            if (box->isVisible() && box->isEnabled())
                return box;
    return nullptr;
}

void LowerViews::applyTheme()
{
    m_compared->applyTheme();
    const QString look = pageLook(applicationTheme());
    for (QWidget* page : std::initializer_list<QWidget*>{
             m_scopes, m_memory, m_tables, m_activeMemory, m_segmentHistory, m_whatIf})
        setLook(page, look);
}

void LowerViews::setNoMap(const QString& reason)
{
    m_noMap->setText(reason);
    m_mapPlace->setCurrentIndex(reason.isEmpty() ? 0 : 1);
}

} // namespace tidemark::ui
