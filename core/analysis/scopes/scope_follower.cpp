// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scope_follower.h"

#include <algorithm>
#include <tuple>

namespace tidemark {

ScopeFollower::ScopeFollower(
    const Recording& recording, std::size_t device, ScopeTree& tree, StatReplay& replay, ScopeTally& tally)
    : m_recording(recording)
    , m_device(recording.devices[device])
    , m_deviceIndex(device)
    , m_tree(tree)
    , m_replay(replay)
    , m_tally(tally)
    , m_annotated(replay)
{
    collectBorders();
}

void ScopeFollower::collectBorders()
{
    for (const StepRange& step : stepRanges(m_recording, m_deviceIndex)) {
        m_borders.push_back({step.begin, 2, 0, true, true, step.number});
        m_borders.push_back({step.end, 1, 0, true, false, step.number});
    }
    const std::uint64_t events = m_device.events.size();
    for (std::uint32_t i = 0; i < m_recording.annotations.size(); ++i) {
        const Annotation& annotation = m_recording.annotations[i];
        const std::uint64_t end = std::min(annotation.endEvent, events);
        if (annotation.kind == AnnotationKind::Step || annotation.device != m_deviceIndex
            || annotation.startEvent >= end)
            continue;
        m_borders.push_back({annotation.startEvent, 3 + (events - end), i, false, true, 0});
        m_borders.push_back({end, 0, i, false, false, 0});
    }
    std::stable_sort(m_borders.begin(), m_borders.end(), [](const Border& left, const Border& right) {
        return std::tie(left.event, left.order) < std::tie(right.event, right.order);
    });
}

void ScopeFollower::run(const StepEnd& stepEnd, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 65536;
    auto border = m_borders.begin();
    while (!m_replay.isAtEnd() && !(m_replay.position() % eventsBetweenLooks == 0 && stop.stop_requested())) {
        for (; border != m_borders.end() && border->event <= m_replay.position(); ++border)
            pass(*border, stepEnd);
        const ContextIndex context = m_device.events.context()[m_replay.position()];
        const std::size_t place = threadOf(context);
        if (place != m_current && m_current != SIZE_MAX)
            m_threads[m_current].visits->keepEnds();
        Thread& thread = m_threads[place];
        const std::uint32_t leaf = m_tree.placeOf(base(), context);
        if (leaf != thread.leaf || place != m_current)
            enter(thread, leaf);
        m_current = place;
        const ByteFlow before = wholeFlow();
        m_replay.next();
        thread.flow.added += wholeFlow().added - before.added;
        thread.flow.freed += wholeFlow().freed - before.freed;
    }
    leaveThreads();
    m_annotated.close(0, wholeFlow(), m_tally);
    stepEnd(m_step);
}

std::uint32_t ScopeFollower::base() const
{
    return m_annotated.count() == 0 ? ScopeTree::root : m_annotated[m_annotated.count() - 1].node;
}

ByteFlow ScopeFollower::wholeFlow() const
{
    return {m_replay.now().front().allocated, m_replay.now().front().freed};
}

void ScopeFollower::pass(const Border& border, const StepEnd& stepEnd)
{
    leaveThreads();
    if (border.isStep)
        passStep(border, stepEnd);
    else if (border.begins)
        beginAnnotation(border.annotation);
    else
        endAnnotation(border.annotation);
}

// Annotations that go on are visited anew in every step.
void ScopeFollower::passStep(const Border& border, const StepEnd& stepEnd)
{
    std::vector<std::uint32_t> nodes;
    for (std::size_t i = 0; i < m_annotated.count(); ++i)
        nodes.push_back(m_annotated[i].node);
    m_annotated.close(0, wholeFlow(), m_tally);
    stepEnd(m_step);
    m_step = border.begins ? std::optional(border.step) : std::nullopt;
    for (const std::uint32_t node : nodes)
        m_annotated.open(node, wholeFlow());
}

void ScopeFollower::beginAnnotation(std::uint32_t annotation)
{
    const std::uint32_t node = m_tree.annotated(base(), m_recording.annotations[annotation]);
    if (node == base() && m_annotated.count() > 0) // the same once more: its visit goes on
        return;
    m_open.push_back(annotation);
    m_annotated.open(node, wholeFlow());
}

void ScopeFollower::endAnnotation(std::uint32_t annotation)
{
    const auto found = std::find(m_open.rbegin(), m_open.rend(), annotation);
    if (found == m_open.rend())
        return;
    const auto place = static_cast<std::size_t>(std::distance(found, m_open.rend())) - 1;
    m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(place));
    m_annotated.closeOne(place, wholeFlow(), m_tally);
}

void ScopeFollower::leaveThreads()
{
    for (Thread& thread : m_threads) {
        thread.visits->close(0, thread.flow, m_tally);
        thread.leaf = base();
    }
    m_current = SIZE_MAX;
}

std::size_t ScopeFollower::threadOf(ContextIndex context)
{
    const std::uint32_t name = m_recording.contexts[context].thread.value;
    const auto [found, isNew] = m_threadPlaces.try_emplace(name, m_threads.size());
    if (isNew)
        m_threads.push_back({base(), {}, std::make_unique<ScopeVisits>(m_replay)});
    return found->second;
}

// What both places have in common goes on.
void ScopeFollower::enter(Thread& thread, std::uint32_t leaf)
{
    m_tree.pathTo(leaf, base(), m_path);
    ScopeVisits& visits = *thread.visits;
    std::size_t common = 0;
    while (common < m_path.size() && common < visits.count() && visits[common].node == m_path[common])
        ++common;
    visits.close(common, thread.flow, m_tally);
    visits.goOn(common);
    for (std::size_t i = common; i < m_path.size(); ++i)
        visits.open(m_path[i], thread.flow);
    thread.leaf = leaf;
}

} // namespace tidemark
