// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/fragmentation_map.h"

#include "ui/details/moment.h"
#include "ui/map/elided_label.h"
#include "ui/map/map_canvas.h"
#include "ui/map/map_legend.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace tidemark::ui {

namespace {

constexpr std::array orders = {MapOrder::Size, MapOrder::FreeBytes, MapOrder::PinnedBytes, MapOrder::Address,
    MapOrder::Stream, MapOrder::Pool};
constexpr std::array scales = {MapScale::Common, MapScale::EachRow};

template <class Choices, class Choice>
int indexOf(const Choices& choices, Choice choice)
{
    return static_cast<int>(std::find(choices.begin(), choices.end(), choice) - choices.begin());
}

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

FragmentationMap::FragmentationMap(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_canvas(new MapCanvas(state, this))
    , m_legend(new MapLegend(this))
{
    setFocusProxy(m_canvas);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(4);
    layout->addLayout(makeHeading());
    layout->addWidget(m_legend);
    layout->addWidget(m_canvas, 1);
    for (const auto change : {&ViewState::recordingChanged, &ViewState::recordingGrown,
             &ViewState::deviceChanged, &ViewState::filterChanged, &ViewState::cursorChanged})
        connect(&state, change, this, &FragmentationMap::scheduleUpdate);
    connect(m_canvas, &MapCanvas::viewChanged, this, &FragmentationMap::scheduleUpdate);
    connect(&state, &ViewState::unitsChanged, this, &FragmentationMap::scheduleUpdate);
    updateWords();
}

QLayout* FragmentationMap::makeHeading()
{
    m_title = new ElidedLabel(this);
    m_zoom = new QLabel(this);
    m_zoom->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_zoom->setMinimumWidth(fontMetrics().horizontalAdvance(zoomText(1'000'000))); // keeps the heading still
    m_order = new QComboBox(this);
    m_order->setAccessibleName(tr("Order of the segments"));
    for (const MapOrder order : orders)
        m_order->addItem(tr("by %1").arg(orderName(order)));
    connect(m_order, &QComboBox::activated, this,
        [this](int index) { m_canvas->setOrder(orders[static_cast<std::size_t>(index)]); });
    m_scale = new QComboBox(this);
    m_scale->setAccessibleName(tr("Scale of the rows"));
    m_scale->addItems({tr("true lengths"), tr("equal lengths")});
    m_scale->setToolTip(tr("True lengths: one scale for all rows. Equal lengths: every segment fills the "
                           "width, so that small ones can be read."));
    connect(m_scale, &QComboBox::activated, this,
        [this](int index) { m_canvas->setScale(scales[static_cast<std::size_t>(index)]); });

    auto* out = textButton(QStringLiteral("−"), tr("Zoom out (−)"), this);
    auto* in = textButton(QStringLiteral("+"), tr("Zoom in (+)"), this);
    auto* all = textButton(tr("Fit"), tr("Show whole rows (0)"), this);
    connect(out, &QToolButton::clicked, m_canvas, [this] { m_canvas->zoomBy(0.5); });
    connect(in, &QToolButton::clicked, m_canvas, [this] { m_canvas->zoomBy(2); });
    connect(all, &QToolButton::clicked, m_canvas, &MapCanvas::showAll);

    auto* heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_zoom, out, in, all, m_order, m_scale})
        heading->addWidget(widget);
    return heading;
}

// Several changes of one turn of the event loop, and those of a hidden panel, cost one update.
void FragmentationMap::scheduleUpdate()
{
    if (m_isScheduled || !isVisible())
        return;
    m_isScheduled = true;
    QTimer::singleShot(0, this, &FragmentationMap::updateWords);
}

void FragmentationMap::updateWords()
{
    m_isScheduled = false;
    const SegmentList* list = m_state.shownSegments();
    QString title =
        list != nullptr ? mapTitle(list->segments.size(), m_canvas->order()) : tr("Fragmentation map");
    if (m_state.hasDevice() && !m_state.filter().isAll())
        title += tr(" · only %1").arg(filterName(m_state.device(), m_state.filter()));
    m_title->setText(title);
    m_zoom->setText(m_canvas->zoom() > 1 ? zoomText(m_canvas->zoom()) : QString());
    m_order->setCurrentIndex(indexOf(orders, m_canvas->order()));
    m_scale->setCurrentIndex(indexOf(scales, m_canvas->scale()));
    m_legend->setEntries(
        legendEntries(list != nullptr ? compositionOf(*list) : Composition{}), m_state.units());
}

void FragmentationMap::showEvent(QShowEvent* event)
{
    updateWords();
    QWidget::showEvent(event);
}

} // namespace tidemark::ui
