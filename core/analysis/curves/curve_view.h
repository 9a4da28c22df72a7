// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/filtered_history.h"

#include <algorithm>
#include <array>

namespace tidemark {

// The three curves of a device, or of a part of its memory, for those who draw and read them. Refers to what
// it was made from, which must outlive it and not grow meanwhile. Positions as in DeviceHistory.
class CurveView {
public:
    CurveView(const DeviceHistory& history)
    {
        for (std::size_t i = 0; i < curveCount; ++i) {
            m_curves[i] = &history.curve(static_cast<Curve>(i));
            m_initial[i] = history.valueAt(static_cast<Curve>(i), 0);
        }
    }
    CurveView(const FilteredHistory& history)
    {
        for (std::size_t i = 0; i < curveCount; ++i) {
            m_curves[i] = &history.curve(static_cast<Curve>(i));
            m_initial[i] = history.initial(static_cast<Curve>(i));
        }
        m_hasReserved = history.hasReserved();
    }

    // False: of allocations alone; see MemoryFilter. Curve::Reserved is that of active then.
    bool hasReserved() const { return m_hasReserved; }

    std::size_t eventCount() const { return m_curves[0]->size(); }
    const Pyramid& curve(Curve curve) const { return *m_curves[static_cast<std::size_t>(curve)]; }
    std::int64_t valueAt(Curve which, std::size_t position) const
    {
        position = std::min(position, eventCount());
        return position == 0 ? m_initial[static_cast<std::size_t>(which)] : curve(which)[position - 1];
    }
    DeviceHistory::Peak peak(Curve which) const
    {
        const DeviceHistory::Peak initial = {valueAt(which, 0), 0};
        if (eventCount() == 0)
            return initial;
        const Pyramid::Extremes extremes = curve(which).extremes(0, eventCount());
        if (extremes.max <= initial.bytes)
            return initial;
        return {extremes.max, extremes.maxAt + 1};
    }

private:
    std::array<const Pyramid*, curveCount> m_curves = {};
    std::array<std::int64_t, curveCount> m_initial = {};
    bool m_hasReserved = true;
};

} // namespace tidemark
