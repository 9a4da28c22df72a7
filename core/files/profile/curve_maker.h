// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

namespace tidemark {

// Makes a curve from values as they come: what does not change anything leaves no sample.
class CurveMaker {
public:
    explicit CurveMaker(std::string name) { m_curve.name = std::move(name); }

    void add(std::int64_t timeUs, std::int64_t bytes)
    {
        if (!m_curve.bytes.empty() && m_curve.bytes.back() == bytes)
            return;
        const bool isEarlier = !m_curve.timeUs.empty() && timeUs < m_curve.timeUs.back();
        m_curve.timeUs.push_back(isEarlier ? std::int64_t(m_curve.timeUs.back()) : timeUs);
        m_curve.bytes.push_back(bytes);
        m_isZero = m_isZero && bytes == 0;
    }

    // The curve goes on to this moment.
    void end(std::int64_t timeUs)
    {
        if (m_curve.timeUs.empty() || m_curve.timeUs.back() >= timeUs)
            return;
        m_curve.timeUs.push_back(timeUs);
        m_curve.bytes.push_back(std::int64_t(m_curve.bytes.back()));
    }

    bool isZero() const { return m_isZero; }
    SampledCurve take() { return std::move(m_curve); }

private:
    SampledCurve m_curve;
    bool m_isZero = true;
};

} // namespace tidemark
