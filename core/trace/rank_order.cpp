// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/rank_order.h"

#include "core/trace/device_rank.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

namespace tidemark {

namespace {

// Items lead to their devices' new places; what leads nowhere stays as it is.
template <class Item>
void follow(std::vector<Item>& items, const std::vector<std::uint16_t>& places)
{
    for (Item& item : items) {
        if (item.device < places.size())
            item.device = places[item.device];
    }
}

} // namespace

void orderByRank(Recording& recording)
{
    std::vector<int> ranks;
    for (const Device& device : recording.devices) {
        const auto rank = rankOf(recording, device);
        if (!rank)
            return;
        ranks.push_back(*rank);
    }
    std::vector<std::uint16_t> order(ranks.size()); // old places in the new order
    std::iota(order.begin(), order.end(), std::uint16_t(0));
    std::stable_sort(order.begin(), order.end(),
        [&](std::uint16_t left, std::uint16_t right) { return ranks[left] < ranks[right]; });
    std::vector<Device> devices;
    std::vector<std::uint16_t> places(order.size());
    for (const std::uint16_t old : order) {
        places[old] = static_cast<std::uint16_t>(devices.size());
        devices.push_back(std::move(recording.devices[old]));
    }
    recording.devices = std::move(devices);
    follow(recording.annotations, places);
    follow(recording.marks, places);
}

bool isOfOneRank(const Setting& setting)
{
    constexpr std::array<std::string_view, 4> names = {"rank", "RANK", "seed", "device"};
    return std::find(names.begin(), names.end(), setting.name) != names.end();
}

} // namespace tidemark
