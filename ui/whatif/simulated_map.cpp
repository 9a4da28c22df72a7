// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/simulated_map.h"

#include "ui/map/elided_label.h"
#include "ui/map/fragmentation_map.h"
#include "ui/theme.h"

#include <QVBoxLayout>

namespace tidemark::ui {

SimulatedMap::SimulatedMap(ViewState& recorded, QWidget* parent)
    : QWidget(parent)
    , m_recorded(recorded)
    , m_title(new ElidedLabel(this, Qt::ElideMiddle))
    , m_map(new FragmentationMap(m_state, this))
{
    m_title->setContentsMargins(8, 0, 8, 0);
    m_map->setAccessibleName(tr("Fragmentation map of the simulated run"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_map, 1);
    connect(&m_recorded, &ViewState::cursorChanged, this, &SimulatedMap::followCursor);
    connect(&m_recorded, &ViewState::unitsChanged, this, &SimulatedMap::takeUnits);
    takeUnits();
}

void SimulatedMap::setRun(std::shared_ptr<const WhatIfRun> run)
{
    m_run = std::move(run);
    takeUnits();
    m_state.setRecording(m_run ? m_run->replay : nullptr, false);
    followCursor();
}

void SimulatedMap::takeUnits()
{
    m_state.setUnits(m_recorded.units());
    m_title->setText(m_run ? tr("Simulated: %1").arg(nameOf(m_run->choice, m_recorded.units())) : QString());
}

void SimulatedMap::followCursor()
{
    if (m_run)
        m_state.setCursor(m_run->simulation.positionOf(m_recorded.cursor()));
}

} // namespace tidemark::ui
