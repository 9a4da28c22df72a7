// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settled_view.h"

#include "ui/compare/comparison_page.h"
#include "ui/map/fragmentation_map.h"
#include "ui/memory/memory_page.h"
#include "ui/scopes/scopes_page.h"
#include "ui/steps/steps_page.h"
#include "ui/tables/tables_page.h"
#include "ui/tiles/tile_page.h"
#include "ui/timeline/timeline_view.h"
#include "ui/view_state.h"
#include "ui/whatif/what_if_page.h"

namespace tidemark::ui {

namespace {

// What is not one of the pages that find something on workers is there as soon as it is painted.
bool isSettledPage(const ViewState& state, const QWidget& page)
{
    if (const auto* map = qobject_cast<const FragmentationMap*>(&page))
        return map->isSettled();
    if (const auto* tiles = qobject_cast<const TilePage*>(&page))
        return tiles->isSettled();
    if (const auto* memory = qobject_cast<const MemoryPage*>(&page))
        return memory->isSettled();
    if (const auto* tables = qobject_cast<const TablesPage*>(&page))
        return tables->isSettled();
    if (const auto* scopes = qobject_cast<const ScopesPage*>(&page))
        return !scopes->isBusy();
    if (const auto* steps = qobject_cast<const StepsPage*>(&page))
        return !steps->isBusy();
    if (const auto* compared = qobject_cast<const ComparisonPage*>(&page))
        return !compared->comparison()->isBusy();
    if (const auto* whatIf = qobject_cast<const WhatIfPage*>(&page))
        return whatIf->runner().task() == WhatIfRunner::Task::None;
    if (qobject_cast<const TimelineView*>(&page))
        return !state.colourBy() || state.colouring() != nullptr;
    return true;
}

} // namespace

bool isSettledView(const ViewState& state, const QWidget& view)
{
    if (!state.hasDevice() || state.device().events.empty())
        return true;
    if (!state.filter().isAll() && !state.filteredHistory())
        return false;
    if (!isSettledPage(state, view))
        return false;
    for (const QWidget* page : view.findChildren<QWidget*>())
        if (page->isVisible() && page->window() == view.window() && !isSettledPage(state, *page))
            return false;
    return true;
}

} // namespace tidemark::ui
