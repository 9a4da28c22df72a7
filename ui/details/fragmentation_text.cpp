// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/fragmentation_text.h"

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/fragmentation.h"
#include "ui/details/figures.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

constexpr std::size_t mostPools = 12;

QString nameOf(const Device& device, const FreeKey& key)
{
    QString name = (key.isLarge ? QStringLiteral("large") : QStringLiteral("small"))
        + QStringLiteral(" · stream %1").arg(key.stream);
    const PoolId id = key.pool < device.pools.size() ? device.pools[key.pool] : PoolId{};
    if (id != PoolId{})
        name += QStringLiteral(" · pool (%1, %2)").arg(id.first).arg(id.second);
    return name;
}

Text headlineOf(const FreeMemory& free)
{
    if (free.pieces == 0)
        return {};
    if (free.pieces == 1)
        return {{bytesText(free.bytes) + QStringLiteral(" free"), true}, {QStringLiteral(", in one piece")}};
    return {{bytesText(free.bytes) + QStringLiteral(" free"), true},
        {QStringLiteral(" in %1 pieces, the largest ").arg(countText(free.pieces))},
        {bytesText(free.largest), true}};
}

void addPools(FragmentationText& text, const Device& device, std::vector<PoolFragmentation> pools)
{
    std::stable_sort(pools.begin(), pools.end(),
        [](const PoolFragmentation& a, const PoolFragmentation& b) { return a.free.bytes > b.free.bytes; });
    for (const PoolFragmentation& pool : pools) {
        if (pool.free.pieces == 0)
            break;
        if (text.pools.size() == mostPools) {
            ++text.poolsLeftOut;
            continue;
        }
        text.pools.push_back(
            {nameOf(device, pool.key), pool.free.bytes, pool.free.largest, pool.free.pieces});
    }
}

bool hasOtherStreams(const Fragmentation& fragmentation)
{
    return std::any_of(fragmentation.pools.begin(), fragmentation.pools.end(),
        [&](const PoolFragmentation& pool) { return pool.key.stream != fragmentation.asking; });
}

void addSplit(FragmentationText& text, const Moment& moment, const Fragmentation& fragmentation)
{
    const UnusedSplit& split = fragmentation.split;
    const bool isDivided = hasOtherStreams(fragmentation);
    text.splitTitle = isDivided
        ? QStringLiteral("Reserved, for requests on stream %1").arg(fragmentation.asking)
        : QStringLiteral("Reserved, by cause");
    text.split = {
        {MemoryClass::Allocated, QStringLiteral("asked for by live blocks"), split.requested},
        {MemoryClass::Rounding, QStringLiteral("rounding"), split.rounding},
        {MemoryClass::Waiting, waitingName(moment), split.waiting},
        {MemoryClass::FreeBesideLive, QStringLiteral("pinned by live blocks"), split.pinned},
        {MemoryClass::WholeFree, QStringLiteral("whole free segments"), split.wholeFree},
    };
    if (isDivided)
        text.split.push_back(
            {std::nullopt, QStringLiteral("free, for other streams only"), split.otherStreams});
    text.reserved = {std::nullopt, QStringLiteral("reserved"), split.reserved};
}

} // namespace

FragmentationText fragmentationText(const Moment& moment)
{
    const StreamSlot asking = moment.filter.stream.value_or(askingStream(moment.device, moment.position));
    const Fragmentation fragmentation =
        fragmentationOf(moment.segments, asking, settingsOf(moment.recording, moment.device));
    FragmentationText text;
    text.headline = headlineOf(fragmentation.free);
    addPools(text, moment.device, fragmentation.pools);
    addSplit(text, moment, fragmentation);
    return text;
}

} // namespace tidemark::ui
