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
#include <utility>

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
    connect(&state, &ViewState::allocationsChanged, this, &FragmentationMap::askColours);
    for (const auto change : {&ViewState::recordingChanged, &ViewState::deviceChanged})
        connect(&state, change, this, &FragmentationMap::dropColours);
    connect(m_canvas, &MapCanvas::viewChanged, this, &FragmentationMap::scheduleUpdate);
    connect(&state, &ViewState::unitsChanged, this, &FragmentationMap::scheduleUpdate);
    updateWords();
}

QLayout* FragmentationMap::makeHeading()
{
    m_title = new ElidedLabel(this);
    m_zoom = new QLabel(this);
    m_zoom->setToolTip(
        tr("What part of the rows is in sight. Ctrl with the wheel zooms at the mouse, up to one block "
           "of 512 bytes; dragging moves. A double click zooms to a block, and back."));
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

    makeColours();

    auto* out = textButton(QStringLiteral("−"), tr("Zoom out (−)"), this);
    auto* in = textButton(QStringLiteral("+"), tr("Zoom in (+)"), this);
    auto* all = textButton(tr("Fit"), tr("Show whole rows (0)"), this);
    connect(out, &QToolButton::clicked, m_canvas, [this] { m_canvas->zoomBy(0.5); });
    connect(in, &QToolButton::clicked, m_canvas, [this] { m_canvas->zoomBy(2); });
    connect(all, &QToolButton::clicked, m_canvas, &MapCanvas::showAll);

    auto* heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_zoom, out, in, all, m_order, m_scale, m_colours})
        heading->addWidget(widget);
    return heading;
}

void FragmentationMap::makeColours()
{
    m_colours = new QComboBox(this);
    m_colours->setObjectName(QStringLiteral("mapColours"));
    m_colours->setAccessibleName(tr("What colours allocated memory"));
    m_colours->setToolTip(
        tr("By state: held, waiting or free. By anything else, what is held has the colour of "
           "its class; waiting and free memory keep their looks."));
    m_colours->addItem(tr("Colour by state"));
    for (const ColourClass by : allColourClasses)
        m_colours->addItem(tr("Colour by %1").arg(colourClassTitle(by)), static_cast<int>(by));
    connect(m_colours, &QComboBox::currentIndexChanged, this, &FragmentationMap::askColours);
}

void FragmentationMap::setColourBy(std::optional<ColourClass> by)
{
    m_colours->setCurrentIndex(by ? m_colours->findData(static_cast<int>(*by)) : 0);
}

std::optional<ColourClass> FragmentationMap::colourBy() const
{
    const QVariant chosen = m_colours->currentData();
    return chosen.isValid() ? std::optional(static_cast<ColourClass>(chosen.toInt())) : std::nullopt;
}

bool FragmentationMap::isSettled() const
{
    const auto& colours = m_canvas->colours();
    return !m_isScheduled
        && (!colourBy()
            || (colours && colours->device == m_state.allocations() && colours->classes->by == *colourBy()));
}

// Those of another recording or device.
void FragmentationMap::dropColours()
{
    forgetColours();
    m_canvas->setColours(nullptr);
    askColours();
}

void FragmentationMap::askColours()
{
    const auto by = colourBy();
    const auto& device = m_state.allocations();
    m_state.setAllocationsWanted(this, isVisible() && by.has_value());
    if (const auto& shown = m_canvas->colours(); shown && shown->classes->by != by)
        m_canvas->setColours(nullptr);
    if (!by || !device || !isVisible())
        forgetColours();
    else if (!m_canvas->colours() || m_canvas->colours()->device != device)
        findColours({device, *by});
    scheduleUpdate();
}

// Nor is what was asked about kept.
void FragmentationMap::forgetColours()
{
    m_finder.forget();
    m_asked = {};
}

void FragmentationMap::findColours(const MapColourQuestion& question)
{
    const MapColourQuestion before = std::exchange(m_asked, question);
    if (m_finder.isBusy() && before == question)
        return; // it is being answered
    auto job = [this, question](const std::stop_token& stop) -> NewestJob::Use {
        auto classes = allocationClasses(*question.device, question.by, stop);
        if (!classes)
            return {};
        return [this, colours = std::make_shared<const MapColours>(MapColours{question.device, classes})] {
            takeColours(colours);
        };
    };
    // The same of a run that has grown: what is being found is shown first.
    if (m_finder.isBusy() && before.by == question.by)
        m_finder.startNext(std::move(job));
    else
        m_finder.start(std::move(job));
}

void FragmentationMap::takeColours(const std::shared_ptr<const MapColours>& colours)
{
    if (m_state.hasDevice() && colours->device->device == m_state.deviceIndex()
        && colourBy() == colours->classes->by)
        m_canvas->setColours(colours);
}

// Why there are no colours, or why they tell little.
QString FragmentationMap::coloursNote() const
{
    if (!colourBy() || !m_state.hasDevice())
        return {};
    return m_canvas->colours() ? m_canvas->colours()->classes->note
                               : tr("Finding out what each allocation is …");
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
        title += (m_state.filter().allocations.isAll() ? tr(" · only %1") : tr(" · only %1, the others dim"))
                     .arg(filterName(m_state.device(), m_state.filter(), m_state.units()));
    m_title->setText(title);
    m_zoom->setText(m_canvas->zoom() > 1 ? QStringLiteral("%1 · %2").arg(
                        partText(m_canvas->view(), m_state.units()), zoomText(m_canvas->zoom()))
                                         : QString());
    m_order->setCurrentIndex(indexOf(orders, m_canvas->order()));
    m_scale->setCurrentIndex(indexOf(scales, m_canvas->scale()));
    updateLegend(list);
}

void FragmentationMap::updateLegend(const SegmentList* list)
{
    const Composition composition = list != nullptr ? compositionOf(*list) : Composition{};
    const auto moment = momentOf(m_state);
    const bool isBeingFreed = moment && isInsideFree(*moment);
    const auto& colours = m_canvas->colours();
    const std::vector<std::uint8_t>& classOf = m_canvas->classOf();
    if (list == nullptr || classOf.empty())
        m_legend->setEntries(legendEntries(composition, isBeingFreed), m_state.units());
    else
        m_legend->setEntries(
            legendEntries(composition, isBeingFreed, *colours->classes,
                bytesByClass(*list, classOf, colours->classes->bands.bands.size()), m_state.units()),
            m_state.units(), colours->classes);
    m_legend->setNote(coloursNote());
}

void FragmentationMap::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    askColours();
    updateWords();
}

void FragmentationMap::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state.setAllocationsWanted(this, false);
}

} // namespace tidemark::ui
