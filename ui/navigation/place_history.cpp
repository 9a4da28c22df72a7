// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/navigation/place_history.h"

#include "ui/view_state.h"

namespace tidemark::ui {

PlaceHistory::PlaceHistory(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(restMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &PlaceHistory::rest);
    connect(&state, &ViewState::recordingChanged, this, &PlaceHistory::startAnew);
    const auto moved = [this] { m_timer.start(); };
    connect(&state, &ViewState::deviceChanged, this, moved);
    connect(&state, &ViewState::axisChanged, this, moved);
    connect(&state, &ViewState::rangeChanged, this, moved);
    connect(&state, &ViewState::filterChanged, this, moved);
    connect(&state, &ViewState::cursorChanged, this, moved);
    connect(&state, &ViewState::selectionChanged, this, moved);
}

void PlaceHistory::startAnew()
{
    m_places.clear();
    m_looks.clear();
    m_timer.start();
    Q_EMIT changed();
}

// What follows the end of a run moves by itself: nobody went there.
void PlaceHistory::rest()
{
    m_timer.stop();
    const std::optional<ViewPlace> place = placeOf(m_state);
    if (!place || m_state.isPreview())
        return;
    const bool isNewPlace = m_places.visit(*place);
    const bool isNewLook = m_looks.visit(place->look);
    if (isNewPlace || isNewLook)
        Q_EMIT changed();
}

void PlaceHistory::goBack()
{
    rest();
    if (m_places.canGoBack())
        go(m_places.back());
}

void PlaceHistory::goForward()
{
    rest();
    if (m_places.canGoForward())
        go(m_places.forward());
}

void PlaceHistory::undo()
{
    rest();
    if (m_looks.canGoBack())
        show(m_looks.back());
}

void PlaceHistory::redo()
{
    rest();
    if (m_looks.canGoForward())
        show(m_looks.forward());
}

void PlaceHistory::go(const ViewPlace& place)
{
    const ViewPlace wanted = place; // the trail changes with the views
    goTo(m_state, wanted);
    m_timer.stop();
    m_places.amend(placeOf(m_state).value_or(wanted));
    m_looks.visit(lookOf(m_state));
    Q_EMIT changed();
}

void PlaceHistory::show(const ViewLook& look)
{
    const ViewLook wanted = look;
    ui::show(m_state, wanted);
    m_timer.stop();
    m_looks.amend(lookOf(m_state));
    m_places.visit(placeOf(m_state).value_or(ViewPlace{}));
    Q_EMIT changed();
}

} // namespace tidemark::ui
