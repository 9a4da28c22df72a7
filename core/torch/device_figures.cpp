// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/device_figures.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

Figures levelFigures(const MemoryStats& stats)
{
    return {{"allocated_bytes", stats.of(StatKind::AllocatedBytes).current},
        {"active_bytes", stats.of(StatKind::ActiveBytes).current},
        {"reserved_bytes", stats.of(StatKind::ReservedBytes).current}};
}

Figures figuresOfDevices(const std::vector<std::string>& devices, const std::vector<Figures>& figures)
{
    Figures all = figures.front();
    if (devices.size() == 1)
        return all;
    for (std::size_t device = 1; device < devices.size(); ++device) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::int64_t value = figures[device][i].second;
            std::int64_t& total = all[i].second;
            total = all[i].first == "duration_us" ? std::max(total, value) : total + value;
        }
    }
    for (std::size_t device = 0; device < devices.size(); ++device) {
        for (const auto& [name, value] : figures[device])
            all.emplace_back(fmt::format("{} {}", devices[device], name), value);
    }
    return all;
}

} // namespace tidemark
