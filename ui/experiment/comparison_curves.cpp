// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiment/comparison_curves.h"

#include "core/analysis/curves/aligned_curve.h"

#include <QCoreApplication>

namespace tidemark::ui {

std::vector<OverlayCurve> comparisonCurves(
    const AnalyzedRecording& shown, std::size_t device, const AnalyzedRecording& other, const QString& name)
{
    if (device >= shown.histories.size() || other.histories.empty())
        return {};
    const auto made = [&](OverlayRole role, Curve curve, const QString& word) {
        OverlayCurve overlay;
        overlay.role = role;
        overlay.name = QStringLiteral("%1, %2").arg(word, name);
        overlay.initial = other.histories.front().valueAt(curve, 0);
        overlay.values = alignedCurve(shown, device, other, 0, curve);
        return overlay;
    };
    return {made(OverlayRole::OtherReserved, Curve::Reserved,
                QCoreApplication::translate("ComparisonCurves", "reserved")),
        made(OverlayRole::OtherAllocated, Curve::Allocated,
            QCoreApplication::translate("ComparisonCurves", "allocated"))};
}

} // namespace tidemark::ui
