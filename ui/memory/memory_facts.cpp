// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_facts.h"

#include "core/analysis/replay/untold_words.h"

#include <algorithm>
#include <numeric>

namespace tidemark::ui {

std::shared_ptr<const MemoryFacts> memoryFacts(const std::shared_ptr<const GroupedDevice>& device,
    std::size_t position, GroupBy by, const std::stop_token& stop)
{
    auto facts = std::make_shared<MemoryFacts>();
    facts->device = device;
    facts->position = std::min(position, device->eventCount());
    const Recording& recording = device->recording->recording;
    facts->alive = onlyThese(device->attribution, device->alive.at(device->attribution, facts->position));
    std::vector<std::uint32_t> all(facts->alive.allocations.size());
    std::iota(all.begin(), all.end(), 0U);
    facts->grouping = groupAllocations(recording, device->device, facts->alive, by, stop);
    if (!facts->grouping.isComplete)
        return nullptr;
    facts->holdings = holdingsOf(facts->grouping, facts->alive, all);
    std::erase_if(facts->holdings, [](const GroupHolding& holding) { return holding.count == 0; });
    facts->tree =
        std::make_shared<const CallTree>(callTreeOf(recording, facts->alive, facts->grouping, all, stop));
    facts->tensors = tensorTable(facts->alive, all, stop);
    if (stop.stop_requested())
        return nullptr;
    facts->note = QString::fromStdString(untoldSentence(facts->grouping, facts->alive));
    return facts;
}

} // namespace tidemark::ui
