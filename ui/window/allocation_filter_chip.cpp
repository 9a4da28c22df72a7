// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/allocation_filter_chip.h"

#include "ui/details/filter_words.h"
#include "ui/plain_tip.h"
#include "ui/view_state.h"

#include <QKeyEvent>
#include <algorithm>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

AllocationFilterChip::AllocationFilterChip(ViewState& state, QWidget* parent)
    : QPushButton(parent)
    , m_state(state)
{
    setObjectName(QStringLiteral("allocationFilter"));
    m_clock.setInterval(100ms);
    connect(&m_clock, &QTimer::timeout, this, &AllocationFilterChip::refresh);
    connect(this, &QPushButton::clicked, this, &AllocationFilterChip::drop);
    connect(&m_state, &ViewState::filterChanged, this, &AllocationFilterChip::refresh);
    connect(&m_state, &ViewState::curvesChanged, this, &AllocationFilterChip::refresh);
    connect(&m_state, &ViewState::filterProgressChanged, this, &AllocationFilterChip::refresh);
    connect(&m_state, &ViewState::unitsChanged, this, &AllocationFilterChip::refresh);
    refresh();
}

void AllocationFilterChip::refresh()
{
    const AllocationFilter& filter = m_state.filter().allocations;
    setVisible(!filter.isAll());
    const bool isLookedFor = !filter.isAll() && !m_state.filteredHistory();
    if (isLookedFor != m_clock.isActive())
        isLookedFor ? m_clock.start() : m_clock.stop();
    if (filter.isAll())
        return;
    QString words = tr("Only %1").arg(allocationsName(filter, m_state.units()));
    setAccessibleName(words);
    const auto& progress = m_state.filterProgress();
    const std::uint64_t total = progress ? progress->total.load() : 0;
    if (isLookedFor && total > 0)
        words += tr(" · %1 %").arg(std::min<std::uint64_t>(progress->done * 100 / total, 100));
    else if (isLookedFor)
        words += tr(" · looking for them …");
    const QString text = words + QStringLiteral("  ✕");
    if (text == this->text())
        return;
    setText(text);
    setToolTip(
        plainTip(tr("These allocations alone are shown, but where a page says that it counts all memory:\n"
                    "%1\nClick, or Escape, to show all again")
                     .arg(allocationsFigures(filter))));
}

void AllocationFilterChip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        m_state.setFilter({});
    else
        QPushButton::keyPressEvent(event);
}

void AllocationFilterChip::drop()
{
    m_state.setFilter(m_state.filter().ofSegments());
}

} // namespace tidemark::ui
