// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile_page.h"

#include "ui/tiles/class_legend.h"
#include "ui/tiles/tile_canvas.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace tidemark::ui {

TilePage::TilePage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_bar(new QHBoxLayout)
    , m_colours(new QComboBox(this))
    , m_legend(new ClassLegend(this))
    , m_canvas(new TileCanvas(state, this))
{
    m_colours->setObjectName(QStringLiteral("tileColours"));
    m_colours->setAccessibleName(tr("What colours the allocations"));
    for (const ColourClass by : allColourClasses)
        m_colours->addItem(tr("Colour by %1").arg(colourClassTitle(by)), static_cast<int>(by));
    setColourBy(ColourClass::Size);
    m_isColourChosen = false;
    m_bar->setContentsMargins(10, 4, 10, 0);
    m_bar->setSpacing(8);
    m_bar->addWidget(m_colours);
    m_bar->addWidget(m_legend, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_bar);
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
    connect(m_colours, &QComboBox::activated, this, [this] { m_isColourChosen = true; });
    connect(m_colours, &QComboBox::currentIndexChanged, this, &TilePage::ask);
    connect(&m_finder, &SourceFinder::found, this, &TilePage::take);
    connect(&m_state, &ViewState::allocationsChanged, this, &TilePage::ask);
    connect(&m_state, &ViewState::recordingChanged, this, &TilePage::startAnew);
    connect(&m_state, &ViewState::deviceChanged, this, &TilePage::startAnew);
    connect(&m_state, &ViewState::filterChanged, this, &TilePage::ask);
    m_legend->setUnits(m_state.units());
    connect(&m_state, &ViewState::unitsChanged, m_legend, [this] { m_legend->setUnits(m_state.units()); });
    connect(&m_state, &ViewState::curvesChanged, this, &TilePage::ask);
}

void TilePage::setColourBy(ColourClass by)
{
    m_isColourChosen = true;
    m_colours->setCurrentIndex(m_colours->findData(static_cast<int>(by)));
}

ColourClass TilePage::colourBy() const
{
    return static_cast<ColourClass>(m_colours->currentData().toInt());
}

bool TilePage::isSettled() const
{
    const auto& source = m_canvas->layer().source();
    return source && !m_finder.isBusy() && isWanted(*source) && m_canvas->layer().isComplete();
}

std::shared_ptr<const FilteredHistory> TilePage::wantedPart() const
{
    return m_state.filteredHistory();
}

bool TilePage::isWanted(const TileSource& source) const
{
    return source.part()->whole == m_state.allocations() && source.part()->history == wantedPart()
        && source.classes()->by == colourBy();
}

void TilePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state.setAllocationsWanted(this, true);
    ask();
}

void TilePage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state.setAllocationsWanted(this, false);
}

void TilePage::startAnew()
{
    m_finder.forget();
    m_canvas->setSource(nullptr);
    m_legend->setClasses(nullptr);
    takeSource(nullptr);
    say();
}

void TilePage::ask()
{
    const auto& device = m_state.allocations();
    if (!isVisible() || !device)
        return say();
    if (!m_isColourChosen) {
        const QSignalBlocker blocker(m_colours);
        setColourBy(device->attribution.hasLabels ? ColourClass::Category : ColourClass::Size);
        m_isColourChosen = false;
    }
    const auto& shown = m_canvas->layer().source();
    if (shown && isWanted(*shown))
        m_finder.forget(); // what was asked meanwhile is not wanted any more
    else
        m_finder.ask({device, colourBy(), maker(), wantedPart(), shown, others()});
    say();
}

void TilePage::take(const std::shared_ptr<const TileSource>& source)
{
    if (!m_state.hasDevice() || source->grouped()->device != m_state.deviceIndex())
        return;
    m_legend->setClasses(source->classes());
    m_canvas->setSource(source);
    takeSource(source);
    say();
}

void TilePage::say()
{
    const bool hasNothing = m_state.hasDevice() && m_state.history().eventCount() == 0
        && m_state.history().valueAt(Curve::Allocated, 0) == 0;
    m_canvas->setEmptyText(!m_state.hasDevice() ? tr("No recording is open.")
            : hasNothing                        ? tr("This recording has no allocations.")
                                                : tr("Finding every allocation …"));
    const bool areDim = !m_state.filter().isAll() && others() == OtherAllocations::AreDim;
    const bool isPending = !m_state.filter().isAll() && !m_state.filteredHistory();
    m_canvas->setCaption(isPending ? tr("All memory, until what the filter holds is found. %1").arg(caption())
            : areDim               ? tr("What the filter leaves out is dim here. %1").arg(caption())
                                   : caption());
}

} // namespace tidemark::ui
