// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/free_curves.h"

#include "core/analysis/reserved/fragmentation_curves.h"

#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

OverlayCurve overlay(OverlayRole role, const QString& name, std::int64_t initial, const Pyramid& values)
{
    OverlayCurve curve;
    curve.role = role;
    curve.name = name;
    curve.initial = initial;
    curve.values = values;
    return curve;
}

} // namespace

FreeCurves::FreeCurves(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(&m_state, &ViewState::recordingChanged, this, &FreeCurves::find);
    connect(&m_state, &ViewState::recordingGrown, this, &FreeCurves::findSoon);
    connect(&m_state, &ViewState::deviceChanged, this, &FreeCurves::find);
    connect(&m_state, &ViewState::filterChanged, this, [this] {
        m_state.setOverlays(OverlayOwner::Fragmentation, {}); // those of another part of the memory
        find();
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    connect(&m_soon, &QTimer::timeout, this, &FreeCurves::find);
}

void FreeCurves::setOn(bool isOn)
{
    m_isOn = isOn;
    find();
}

// A run may grow without events, by what the driver says.
void FreeCurves::findSoon()
{
    if (m_isOn && !m_soon.isActive() && m_state.device().events.size() != m_events)
        m_soon.start();
}

void FreeCurves::find()
{
    m_soon.stop();
    m_events = m_state.hasDevice() ? m_state.device().events.size() : 0;
    m_job.forget();
    const bool hasFree = m_state.filter().allocations.isAll(); // allocations alone have no free memory
    if (!m_isOn || !m_state.hasDevice() || m_state.isPreview() || !hasFree) {
        m_state.setOverlays(OverlayOwner::Fragmentation, {});
        return;
    }
    m_job.start([this, recording = m_state.recording(), device = m_state.deviceIndex(),
                    filter = m_state.filter()](const std::stop_token& stop) -> NewestJob::Use {
        const FragmentationCurves found = fragmentationCurves(*recording, device, filter, nullptr, stop);
        if (!found.isComplete)
            return {};
        std::vector<OverlayCurve> curves = {
            overlay(OverlayRole::TotalFree, tr("free"), found.freeBefore, found.free),
            overlay(OverlayRole::LargestFree, tr("largest free piece"), found.largestBefore, found.largest)};
        return
            [this, curves = std::move(curves)] { m_state.setOverlays(OverlayOwner::Fragmentation, curves); };
    });
}

} // namespace tidemark::ui
