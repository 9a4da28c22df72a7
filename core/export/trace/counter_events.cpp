// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/trace/device_trace.h"

#include <array>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, curveCount> counterNames = {"allocated", "active", "reserved"};

bool writeCurve(const TracedDevice& traced, Curve curve, TraceOutput& out)
{
    const std::string_view name = counterNames[static_cast<std::size_t>(curve)];
    const Pyramid& values = traced.history().curve(curve);
    std::int64_t value = traced.history().valueAt(curve, 0);
    out.counter(traced.process(), traced.clock.beforeFirst(), name, value);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != value)
            out.counter(traced.process(), traced.clock.ofEvent(i), name, value = values[i]);
        if (!out.count())
            return false;
    }
    // So that the last value is seen to hold.
    return out.counter(traced.process(), traced.clock.end(), name, value);
}

bool writeDriver(const TracedDevice& traced, TraceOutput& out)
{
    const Column<DriverSample>& samples = traced.device().driver;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const DriverSample& sample = samples[i];
        const std::int64_t ns = traced.clock.of(sample.timeUs, sample.event);
        const auto put = [&](std::string_view name, std::int64_t bytes) {
            if (bytes != DriverSample::unknown)
                out.counter(traced.process(), ns, name, bytes);
        };
        put("driver: this process", sample.processUsed);
        put("driver: everybody", sample.used);
    }
    return out.isFine();
}

} // namespace

bool writeCounters(const TracedDevice& traced, TraceOutput& out)
{
    if (!traced.device().events.empty())
        for (std::size_t i = 0; i < curveCount; ++i)
            if (!writeCurve(traced, static_cast<Curve>(i), out))
                return false;
    for (const SampledCurve& curve : traced.device().curves) {
        for (std::size_t i = 0; i < curve.bytes.size() && out.count(); ++i)
            out.counter(traced.process(), traced.clock.of(curve.timeUs[i], 0), curve.name, curve.bytes[i]);
    }
    return writeDriver(traced, out);
}

} // namespace tidemark
