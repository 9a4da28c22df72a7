// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/recorded_figures.h"

namespace tidemark {

namespace {

void countDeviceCalls(const Device& device, RunFigures& figures)
{
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        const Action action = device.events.action()[i];
        figures.deviceMallocs += action == Action::SegmentAlloc || action == Action::SegmentMap ? 1 : 0;
        figures.deviceFrees += action == Action::SegmentFree || action == Action::SegmentUnmap ? 1 : 0;
        figures.ooms += action == Action::Oom ? 1 : 0;
    }
}

} // namespace

RunFigures recordedFigures(const Device& device, const DeviceHistory& history, const CheckedProgram& checked)
{
    const auto peak = [&](Curve curve) { return static_cast<std::uint64_t>(history.peak(curve).bytes); };
    const auto end = [&](Curve curve) {
        return static_cast<std::uint64_t>(history.valueAt(curve, history.eventCount()));
    };
    RunFigures figures;
    figures.peak = {peak(Curve::Allocated), peak(Curve::Active), peak(Curve::Reserved)};
    figures.end = {end(Curve::Allocated), end(Curve::Active), end(Curve::Reserved)};
    countDeviceCalls(device, figures);
    figures.allocRetries = checked.check.figures.allocRetries;
    return figures;
}

} // namespace tidemark
