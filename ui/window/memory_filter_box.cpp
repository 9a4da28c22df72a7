// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/memory_filter_box.h"

#include "ui/details/figures.h"
#include "ui/details/moment.h"
#include "ui/view_state.h"

#include <QKeyEvent>
#include <algorithm>

namespace tidemark::ui {

MemoryFilterBox::MemoryFilterBox(ViewState& state, QWidget* parent)
    : QComboBox(parent)
    , m_state(state)
{
    setObjectName(QStringLiteral("memoryFilter"));
    setAccessibleName(tr("Part of the memory"));
    setToolTip(tr("Show the memory of one stream or pool alone; Escape shows all of it again"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(26);
    connect(this, &QComboBox::activated, this, [this](int index) {
        MemoryFilter chosen = m_filters[static_cast<std::size_t>(index)];
        chosen.allocations = m_state.filter().allocations; // which go on being chosen
        m_state.setFilter(chosen);
    });
    connect(&m_state, &ViewState::recordingChanged, this, &MemoryFilterBox::startAnew);
    connect(&m_state, &ViewState::deviceChanged, this, &MemoryFilterBox::startAnew);
    connect(&m_state, &ViewState::recordingGrown, this, &MemoryFilterBox::lookAtNewEvents);
    connect(&m_state, &ViewState::filterChanged, this, &MemoryFilterBox::showChosen);
    connect(&m_state, &ViewState::cursorChanged, this, &MemoryFilterBox::refreshFigures);
    connect(&m_state, &ViewState::unitsChanged, this, &MemoryFilterBox::refreshFigures);
    startAnew();
}

void MemoryFilterBox::startAnew()
{
    m_parts = {};
    if (m_state.hasDevice())
        m_parts.advance(m_state.device(), m_state.history());
    fill();
}

void MemoryFilterBox::lookAtNewEvents()
{
    if (m_state.hasDevice() && m_parts.advance(m_state.device(), m_state.history()))
        fill();
}

void MemoryFilterBox::fill()
{
    m_filters = m_parts.filters();
    setVisible(!m_filters.empty());
    m_filters.insert(m_filters.begin(), MemoryFilter());
    clear();
    for (std::size_t i = 0; i < m_filters.size(); ++i)
        addItem(QString());
    refreshFigures();
    showChosen();
}

void MemoryFilterBox::refreshFigures()
{
    if (m_filters.size() < 2)
        return; // the box is hidden
    const SegmentList* list = m_state.segments();
    if (!list)
        return;
    for (std::size_t i = 0; i < m_filters.size(); ++i) {
        std::uint64_t reserved = 0;
        for (const SegmentInfo& segment : list->segments)
            reserved += m_filters[i].holds(segment) ? segment.totalSize : 0;
        const QString name = m_filters[i].isAll()
            ? tr("All memory")
            : filterName(m_state.device(), m_filters[i], m_state.units());
        const QString text = tr("%1 · %2").arg(name, bytesText(reserved, m_state.units()));
        const int item = static_cast<int>(i);
        if (itemText(item) != text) {
            setItemText(item, text);
            setItemData(
                item, tr("%1 B are reserved at the cursor").arg(countText(reserved)), Qt::ToolTipRole);
        }
    }
}

void MemoryFilterBox::showChosen()
{
    const auto chosen = std::find(m_filters.begin(), m_filters.end(), m_state.filter().ofSegments());
    if (chosen != m_filters.end())
        setCurrentIndex(static_cast<int>(chosen - m_filters.begin()));
}

void MemoryFilterBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_state.filter().isAll())
        m_state.setFilter({});
    else
        QComboBox::keyPressEvent(event);
}

} // namespace tidemark::ui
