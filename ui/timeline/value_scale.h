// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"

namespace tidemark::ui {

// The upper end of the vertical axis, in bytes; the lower end is always 0. It follows what is visible, but
// with patience: it moves only when the curves would be cut off or would use less than about half the height,
// and then to a round value of the units, so that a live timeline stands still between rare moves.
class ValueScale {
public:
    double top() const { return m_top; }
    // Forgets what it showed: the next fit is exact.
    void reset() { m_top = 0; }
    // `headroom`: the share of the height that must stay free above the highest value.
    void fit(double highest, double headroom, ByteUnits units);

private:
    double m_top = 0;
    ByteUnits m_units = ByteUnits::Binary; // of the last fit
};

} // namespace tidemark::ui
