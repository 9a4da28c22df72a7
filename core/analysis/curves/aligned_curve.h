// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <vector>

namespace tidemark {

// Which moments of one recording belong to which of another: steps of the same name, and in them phases of
// the same name, begin and end together, and between such borders events run evenly. Without steps in common
// the two begin and end together. Positions as in DeviceHistory.
class AlignedPositions {
public:
    AlignedPositions(const AnalyzedRecording& from, std::size_t fromDevice, const AnalyzedRecording& to,
        std::size_t toDevice);

    // The position of `to` that belongs to one of `from`; never falls as `position` rises.
    std::size_t at(std::size_t position) const;

private:
    struct Knot {
        std::size_t from = 0;
        std::size_t to = 0;
    };

    std::vector<Knot> m_knots; // at least two, rising in both
};

// A curve of `other` on the events of `shown`: at each of them the highest value among the moments that
// belong to it, so that no peak is lost. By event, as DeviceHistory::curve.
Pyramid alignedCurve(const AnalyzedRecording& shown, std::size_t shownDevice, const AnalyzedRecording& other,
    std::size_t otherDevice, Curve curve);

} // namespace tidemark
