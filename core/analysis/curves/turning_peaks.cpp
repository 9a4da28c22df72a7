// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/turning_peaks.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

// Walks a curve upwards to a peak, down to a valley, and so on.
class PeakWalk {
public:
    PeakWalk(std::int64_t first, std::int64_t fall)
        : m_fall(fall)
        , m_lowest(first)
        , m_highest(first)
    { }

    void step(std::size_t position, std::int64_t value)
    {
        if (m_isRising) {
            if (value > m_highest) {
                m_highest = value;
                m_highestAt = position;
            } else if (m_highest - value >= m_fall) {
                m_peaks.push_back(m_highestAt);
                m_isRising = false;
                m_lowest = value;
            }
        } else if (value < m_lowest) {
            m_lowest = value;
        } else if (value - m_lowest >= m_fall) {
            m_isRising = true;
            m_highest = value;
            m_highestAt = position;
        }
    }

    // The same for a whole stretch whose first highest value stands at `maxAt`; false where it may turn
    // inside.
    bool stride(const Pyramid::Extremes& stretch, std::size_t maxAt)
    {
        const std::int64_t high = m_isRising ? std::max(m_highest, stretch.max) : stretch.max;
        const std::int64_t low = m_isRising ? stretch.min : std::min(m_lowest, stretch.min);
        if (high - low >= m_fall)
            return false;
        if (!m_isRising) {
            m_lowest = low;
        } else if (stretch.max > m_highest) {
            m_highest = stretch.max;
            m_highestAt = maxAt;
        }
        return true;
    }

    std::vector<std::size_t> take()
    {
        if (m_isRising && m_highestAt > 0)
            m_peaks.push_back(m_highestAt);
        return std::move(m_peaks);
    }

private:
    std::int64_t m_fall;
    std::int64_t m_lowest; // since the last peak
    std::int64_t m_highest;
    std::size_t m_highestAt = 0;
    bool m_isRising = true; // a beginning from which it only falls is a peak, too
    std::vector<std::size_t> m_peaks;
};

// The pyramid's own stretches, whose extremes it knows at once.
constexpr std::size_t shortestStride = 64;
constexpr std::size_t fanOut = 4;

// In strides as long as they may be. The value at an index is that of the position behind it.
void walkAlong(const Pyramid& curve, std::size_t begin, std::size_t end, std::size_t stride, PeakWalk& walk)
{
    for (; begin < end; begin += stride) {
        const std::size_t behind = std::min(begin + stride, end);
        const Pyramid::Extremes extremes = curve.extremes(begin, behind);
        if (walk.stride(extremes, extremes.maxAt + 1))
            continue;
        if (stride > shortestStride) {
            walkAlong(curve, begin, behind, stride / fanOut, walk);
            continue;
        }
        for (std::size_t i = begin; i < behind; ++i)
            walk.step(i + 1, curve[i]);
    }
}

} // namespace

std::vector<std::size_t> turningPeaks(const CurveView& curves, Curve which, std::int64_t fall)
{
    PeakWalk walk(curves.valueAt(which, 0), fall);
    const Pyramid& curve = curves.curve(which);
    std::size_t stride = shortestStride;
    while (stride < curve.size())
        stride *= fanOut;
    walkAlong(curve, 0, curve.size(), stride, walk);
    return walk.take();
}

std::int64_t notableFall(const CurveView& curves, Curve which)
{
    const std::int64_t first = curves.valueAt(which, 0);
    std::int64_t lowest = first;
    std::int64_t highest = first;
    if (curves.eventCount() > 0) {
        const Pyramid::Extremes extremes = curves.curve(which).extremes(0, curves.eventCount());
        lowest = std::min(lowest, extremes.min);
        highest = std::max(highest, extremes.max);
    }
    constexpr std::int64_t parts = 20;
    return std::max<std::int64_t>((highest - lowest) / parts, 1);
}

} // namespace tidemark
