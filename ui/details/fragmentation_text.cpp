// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/fragmentation_text.h"

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/explain/explanation.h"
#include "ui/details/figures.h"
#include "ui/details/reason_words.h"

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

Text headlineOf(const FreeMemory& free, ByteUnits units)
{
    if (free.pieces == 0)
        return {};
    if (free.pieces == 1)
        return {{bytesText(free.bytes, units) + QStringLiteral(" free"), true},
            {QStringLiteral(", in one piece")}};
    return {{bytesText(free.bytes, units) + QStringLiteral(" free"), true},
        {QStringLiteral(" in %1 pieces, the largest ").arg(countText(free.pieces))},
        {bytesText(free.largest, units), true}};
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

void addSplit(FragmentationText& text, const Moment& moment, const Fragmentation& fragmentation)
{
    const std::vector<BandRow> rows = splitRows(fragmentation, isInsideFree(moment));
    const bool isDivided = rows.back().band == Band::Nothing; // other streams have memory, too
    text.splitTitle = isDivided
        ? QStringLiteral("Reserved, for requests on stream %1").arg(fragmentation.asking)
        : QStringLiteral("Reserved, by cause");
    for (const BandRow& row : rows)
        text.split.push_back(figureRow(row));
    text.split.front().memoryClass = MemoryClass::Allocated;
    text.reserved = {std::nullopt, QStringLiteral("reserved"), fragmentation.split.reserved};
}

} // namespace

FragmentationText fragmentationText(const Moment& moment)
{
    const StreamSlot asking = moment.filter.stream.value_or(askingStream(moment.device, moment.position));
    const Fragmentation fragmentation =
        fragmentationOf(moment.segments, asking, settingsOf(moment.recording, moment.device));
    FragmentationText text;
    text.headline = headlineOf(fragmentation.free, moment.units);
    addPools(text, moment.device, fragmentation.pools);
    addSplit(text, moment, fragmentation);
    return text;
}

} // namespace tidemark::ui
