// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiment/comparison_curves.h"

#include <QCoreApplication>

namespace tidemark::ui {

std::vector<OverlayCurve> comparisonCurves(const AnalyzedRecording& shown, std::size_t device,
    const AnalyzedRecording& other, std::size_t otherDevice, const QString& name, CurveAlignment by,
    const std::stop_token& stop, Progress* progress)
{
    if (device >= shown.histories.size() || otherDevice >= other.histories.size())
        return {};
    const auto made = [&](OverlayRole role, Curve curve, const QString& word) {
        OverlayCurve overlay;
        overlay.role = role;
        overlay.name = QStringLiteral("%1, %2").arg(word, name);
        overlay.initial = other.histories[otherDevice].valueAt(curve, 0);
        overlay.values = alignedCurve(shown, device, other, otherDevice, curve, by, stop);
        if (progress)
            progress->done += shown.histories[device].eventCount();
        return overlay;
    };
    return {made(OverlayRole::OtherReserved, Curve::Reserved,
                QCoreApplication::translate("ComparisonCurves", "reserved")),
        made(OverlayRole::OtherAllocated, Curve::Allocated,
            QCoreApplication::translate("ComparisonCurves", "allocated"))};
}

} // namespace tidemark::ui
