// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/device_range.h"

#include "ui/axis_room.h"
#include "ui/devices/devices_model.h"
#include "ui/timeline/navigation.h"
#include "ui/view_state.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

// The least that is worth a whole width: a microsecond, an event, or a small part of a step.
double narrowest(AlignBy by)
{
    return by == AlignBy::Step ? 1e-4 : 1.0;
}

} // namespace

DeviceRange::DeviceRange(ViewState& state, const DevicesModel& model, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_model(model)
{
    connect(&state, &ViewState::rangeChanged, this, &DeviceRange::pull);
}

AxisRange DeviceRange::whole() const
{
    const DeviceAlignment& alignment = m_model.alignment();
    return {alignment.begin(), alignment.begin() + (alignment.end() - alignment.begin()) * axisReach};
}

AxisRange DeviceRange::kept(const AxisRange& range) const
{
    const AxisRange all = whole();
    if (range.width() >= all.width())
        return all;
    const double least = std::min(narrowest(m_model.alignment().by()), all.width());
    const double width = std::clamp(range.width(), least, all.width());
    const double begin = std::clamp(range.begin, all.begin, all.end - width);
    return {begin, begin + width};
}

void DeviceRange::set(const AxisRange& range)
{
    show(range);
    push();
}

void DeviceRange::show(const AxisRange& range)
{
    const AxisRange shown = kept(range);
    m_showsAll = shown == whole();
    if (shown == m_visible)
        return;
    m_visible = shown;
    Q_EMIT changed();
}

bool DeviceRange::isShared() const
{
    return m_model.alignment().by() != AlignBy::Step && m_state.hasDevice()
        && m_model.alignment().hasPlace(m_state.deviceIndex());
}

void DeviceRange::push()
{
    if (!isShared())
        return;
    const QScopedValueRollback guard(m_isPushing, true);
    if (m_showsAll) {
        m_state.fitRange();
        return;
    }
    const Device& device = m_state.device();
    const DeviceAlignment& alignment = m_model.alignment();
    const std::size_t events = m_state.history().eventCount();
    AxisRange own = {alignment.toOwn(m_state.deviceIndex(), m_visible.begin),
        alignment.toOwn(m_state.deviceIndex(), m_visible.end)};
    // Where the picked device did nothing there is nothing that its timeline could show.
    if (own.end <= 0 || own.begin >= axisValue(device, alignment.ownAxis(), events))
        return;
    if (m_state.axis() != alignment.ownAxis()) {
        own.begin = static_cast<double>(positionAt(device, events, alignment.ownAxis(), own.begin));
        own.end = static_cast<double>(positionAt(device, events, alignment.ownAxis(), own.end));
    }
    showRange(m_state, own);
}

void DeviceRange::pull()
{
    if (m_isPushing || !isShared())
        return;
    const Device& device = m_state.device();
    const std::size_t events = m_state.history().eventCount();
    if (m_state.rangeBegin() <= 0 && m_state.rangeEnd() >= axisValue(device, m_state.axis(), events)) {
        show(whole());
        return;
    }
    const DeviceAlignment& alignment = m_model.alignment();
    AxisRange own = {m_state.rangeBegin(), m_state.rangeEnd()};
    if (m_state.axis() != alignment.ownAxis()) {
        const auto timeAt = [&](double position) {
            return axisValue(device, alignment.ownAxis(), static_cast<std::size_t>(std::max(position, 0.0)));
        };
        own = {timeAt(own.begin), timeAt(std::ceil(own.end))};
    }
    show({alignment.toAxis(m_state.deviceIndex(), own.begin),
        alignment.toAxis(m_state.deviceIndex(), own.end)});
}

void DeviceRange::pick(std::size_t device)
{
    {
        const QScopedValueRollback guard(m_isPushing, true);
        m_state.setDeviceIndex(device);
    }
    push();
}

void DeviceRange::restart()
{
    m_showsAll = true;
    m_visible = whole(); // as the view state is about to do
    Q_EMIT changed();
}

void DeviceRange::grow()
{
    show(m_showsAll ? whole() : m_visible);
}

AxisRange DeviceRange::ownRange() const
{
    const std::size_t device = m_state.deviceIndex();
    if (m_showsAll || !m_model.alignment().hasPlace(device))
        return {0, 0};
    return {
        m_model.alignment().toOwn(device, m_visible.begin), m_model.alignment().toOwn(device, m_visible.end)};
}

void DeviceRange::returnTo(const AxisRange& own)
{
    const std::size_t device = m_state.deviceIndex();
    const bool isKnown = own.width() > 0 && m_model.alignment().hasPlace(device);
    m_visible = {NAN, NAN}; // of another axis
    set(isKnown ? AxisRange{m_model.alignment().toAxis(device, own.begin),
            m_model.alignment().toAxis(device, own.end)}
                : whole());
}

} // namespace tidemark::ui
