// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_facts.h"

#include "core/analysis/holders/held_allocations.h"
#include "core/analysis/holders/held_over.h"
#include "core/analysis/replay/untold_words.h"

#include <algorithm>
#include <numeric>

namespace tidemark::ui {

namespace {

const Device& askedDevice(const MemoryQuestion& question)
{
    return question.device->recording->recording.devices[question.device->device];
}

// Places that count; of HeldOver how long.
struct Counted {
    std::vector<std::uint32_t> places;
    std::vector<std::uint64_t> ticks;
};

Counted countedOf(MemoryFacts& facts)
{
    const MemoryQuestion& question = facts.question;
    const Attribution& attribution = question.device->attribution;
    Counted counted;
    if (question.measure == MemoryMeasure::Alive) {
        counted.places = question.device->alive.at(attribution, question.position);
    } else if (question.measure == MemoryMeasure::AllocatedIn) {
        counted.places = allocatedIn(attribution, question.range);
    } else {
        HeldOver held = heldOver(attribution, askedDevice(question), question.axis, question.range);
        counted.places = std::move(held.places);
        counted.ticks = std::move(held.ticks);
        facts.span = held.span;
        facts.tick = held.tick;
    }
    if (question.filter.isAll())
        return counted;
    const HeldAllocations held(question.filter, askedDevice(question));
    std::size_t kept = 0;
    for (std::size_t i = 0; i < counted.places.size(); ++i) {
        if (!held.hold(attribution.allocations[counted.places[i]]))
            continue;
        if (!counted.ticks.empty())
            counted.ticks[kept] = counted.ticks[i];
        counted.places[kept++] = counted.places[i];
    }
    counted.places.resize(kept);
    if (!counted.ticks.empty())
        counted.ticks.resize(kept);
    return counted;
}

// From bytes times ticks to bytes on average.
void divideBySpan(MemoryFacts& facts, CallTree& tree)
{
    const std::uint64_t span = std::max<std::uint64_t>(facts.span, 1);
    for (std::uint64_t& bytes : tree.bytes)
        bytes /= span;
    for (GroupHolding& holding : facts.holdings) {
        holding.bytes /= span;
        holding.totalBytes /= span;
    }
}

} // namespace

std::shared_ptr<const MemoryFacts> memoryFacts(const MemoryQuestion& question, const std::stop_token& stop)
{
    auto facts = std::make_shared<MemoryFacts>();
    facts->question = question;
    const std::size_t events = question.device->eventCount();
    facts->question.position = std::min(question.position, events);
    facts->question.range.end = std::min<std::uint64_t>(question.range.end, events);
    facts->device = question.device;
    facts->position = facts->question.position;
    const Recording& recording = question.device->recording->recording;
    const Counted counted = countedOf(*facts);
    facts->alive = onlyThese(question.device->attribution, counted.places);
    std::vector<std::uint32_t> all(facts->alive.allocations.size());
    std::iota(all.begin(), all.end(), 0U);
    facts->tensors = tensorTable(facts->alive, all, stop);
    for (std::size_t i = 0; i < counted.ticks.size(); ++i)
        facts->alive.allocations[i].bytes *= counted.ticks[i];
    facts->grouping = groupAllocations(recording, question.device->device, facts->alive, question.by, stop);
    if (!facts->grouping.isComplete)
        return nullptr;
    facts->holdings = holdingsOf(facts->grouping, facts->alive, all);
    std::erase_if(facts->holdings, [](const GroupHolding& holding) { return holding.count == 0; });
    CallTree tree = callTreeOf(recording, facts->alive, facts->grouping, all, stop);
    if (question.measure == MemoryMeasure::HeldOver)
        divideBySpan(*facts, tree);
    facts->sum = tree.bytes[0];
    facts->tree = std::make_shared<const CallTree>(std::move(tree));
    if (stop.stop_requested())
        return nullptr;
    facts->note = QString::fromStdString(untoldSentence(facts->grouping, facts->alive));
    return facts;
}

} // namespace tidemark::ui
