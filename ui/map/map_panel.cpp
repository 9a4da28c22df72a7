// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_panel.h"

#include "ui/map/fragmentation_map.h"
#include "ui/map/map_legend.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

namespace tidemark::ui {

namespace {

constexpr std::array orders = {MapOrder::Size, MapOrder::FreeBytes, MapOrder::Address, MapOrder::Stream};
constexpr std::array scales = {MapScale::Common, MapScale::EachRow};

QToolButton* textButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    return button;
}

} // namespace

MapPanel::MapPanel(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_map(new FragmentationMap(state, this))
    , m_legend(new MapLegend(this))
{
    setFocusProxy(m_map);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(4);
    layout->addLayout(makeHeading());
    layout->addWidget(m_legend);
    layout->addWidget(m_map, 1);
    for (const auto change : {&ViewState::recordingChanged, &ViewState::recordingGrown,
             &ViewState::deviceChanged, &ViewState::cursorChanged})
        connect(&state, change, this, &MapPanel::scheduleUpdate);
    connect(m_map, &FragmentationMap::viewChanged, this, &MapPanel::scheduleUpdate);
    updateWords();
}

QLayout* MapPanel::makeHeading()
{
    m_title = new QLabel(this);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setMinimumWidth(60);
    m_zoom = new QLabel(this);
    m_order = new QComboBox(this);
    m_order->setAccessibleName(tr("Order of the segments"));
    for (const MapOrder order : orders)
        m_order->addItem(tr("by %1").arg(orderName(order)));
    connect(m_order, &QComboBox::activated, this,
        [this](int index) { m_map->setOrder(orders[static_cast<std::size_t>(index)]); });
    m_scale = new QComboBox(this);
    m_scale->setAccessibleName(tr("Scale of the rows"));
    m_scale->addItems({tr("true lengths"), tr("equal lengths")});
    m_scale->setToolTip(tr("True lengths: one scale for all rows. Equal lengths: every segment fills the "
                           "width, so that small ones can be read."));
    connect(m_scale, &QComboBox::activated, this,
        [this](int index) { m_map->setScale(scales[static_cast<std::size_t>(index)]); });

    auto* out = textButton(QStringLiteral("−"), tr("Zoom out (−)"), this);
    auto* in = textButton(QStringLiteral("+"), tr("Zoom in (+)"), this);
    auto* all = textButton(tr("Fit"), tr("Show whole rows (0)"), this);
    connect(out, &QToolButton::clicked, m_map, [this] { m_map->zoomBy(0.5); });
    connect(in, &QToolButton::clicked, m_map, [this] { m_map->zoomBy(2); });
    connect(all, &QToolButton::clicked, m_map, &FragmentationMap::showAll);

    auto* heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_zoom, out, in, all, m_order, m_scale})
        heading->addWidget(widget);
    return heading;
}

// Several changes of one turn of the event loop, and those of a hidden panel, cost one update.
void MapPanel::scheduleUpdate()
{
    if (m_isScheduled || !isVisible())
        return;
    m_isScheduled = true;
    QTimer::singleShot(0, this, &MapPanel::updateWords);
}

void MapPanel::updateWords()
{
    m_isScheduled = false;
    const SegmentList* list = m_state.segments();
    m_title->setText(
        list != nullptr ? mapTitle(list->segments.size(), m_map->order()) : tr("Fragmentation map"));
    m_zoom->setText(m_map->zoom() > 1 ? zoomText(m_map->zoom()) : QString());
    m_legend->setEntries(legendEntries(list != nullptr ? compositionOf(*list) : Composition{}));
}

void MapPanel::showEvent(QShowEvent* event)
{
    updateWords();
    QWidget::showEvent(event);
}

} // namespace tidemark::ui
