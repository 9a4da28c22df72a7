// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace tidemark {

// By what two recordings are laid over each other.
enum class CurveAlignment : std::uint8_t {
    Phase, // steps of the same name, and in them phases of the same name, begin and end together
    Step, // steps of the same name do
    Time, // microseconds since the first event of each
};

// Which moments of one recording belong to which of another. Between the borders that steps and phases have
// in common events run evenly; without any the two begin and end together. Positions as in DeviceHistory.
class AlignedPositions {
public:
    AlignedPositions(const AnalyzedRecording& from, std::size_t fromDevice, const AnalyzedRecording& to,
        std::size_t toDevice, CurveAlignment by = CurveAlignment::Phase);

    // The position of `to` that belongs to one of `from`; never falls as `position` rises. By time it needs
    // both recordings, which must still be there.
    std::size_t at(std::size_t position) const;

private:
    struct Knot {
        std::size_t from = 0;
        std::size_t to = 0;
    };

    std::size_t atTime(std::size_t position) const;

    std::vector<Knot> m_knots; // at least two, rising in both
    const Device* m_from = nullptr; // by time only
    const Device* m_to = nullptr;
    std::size_t m_toEvents = 0;
};

// A curve of `other` on the events of `shown`: at each of them the highest value among the moments that
// belong to it, so that no peak is lost. By event, as DeviceHistory::curve. By time what `other` did after
// the last event of `shown` is not there. `stop` ends it early: then it is shorter.
Pyramid alignedCurve(const AnalyzedRecording& shown, std::size_t shownDevice, const AnalyzedRecording& other,
    std::size_t otherDevice, Curve curve, CurveAlignment by = CurveAlignment::Phase,
    const std::stop_token& stop = {});

} // namespace tidemark
