// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/source_finder.h"

#include <atomic>
#include <utility>

namespace tidemark::ui {

namespace {

SourceFinder::Source makeSource(const SourceFinder::Request& request, const std::stop_token& stop)
{
    const auto& known = request.known;
    const bool isKnown =
        known && known->part()->whole == request.device && known->part()->history == request.filtered;
    const auto part =
        isKnown ? known->part() : shownPart(request.device, request.filtered, request.others, stop);
    if (!part)
        return nullptr;
    const auto classes = isKnown && known->classes()->by == request.by
        ? known->classes()
        : allocationClasses(*part->shown, request.by, stop);
    return classes ? request.make(part, classes, stop) : nullptr;
}

// Of the same picture: the recording may have grown meanwhile, and the curves of the filter with it.
bool isAlike(const SourceFinder::Request& left, const SourceFinder::Request& right)
{
    const bool isSamePart = left.filtered && right.filtered
        ? left.filtered->filter() == right.filtered->filter()
        : left.filtered == right.filtered;
    return isSamePart && left.by == right.by && left.device->device == right.device->device;
}

} // namespace

SourceFinder::SourceFinder(QObject* parent)
    : QObject(parent)
{ }

// One that is asked for: it waits, until a worker begins it or it is given up.
struct SourceFinder::Making {
    enum class State : std::uint8_t { Waits, IsBegun, IsGivenUp };

    Request request;
    std::atomic<State> state = State::Waits;

    // False: it is no more in that state.
    bool turn(State from, State to) { return state.compare_exchange_strong(from, to); }
    bool isOf(const Request& other) const
    {
        return isAlike(request, other) && request.device == other.device
            && request.filtered == other.filtered;
    }
};

void SourceFinder::ask(const Request& request)
{
    using State = Making::State;
    if (m_next && m_next->state == State::IsBegun)
        m_making = std::exchange(m_next, nullptr);
    const auto& newest = m_next ? m_next : m_making;
    const bool isLike = isBusy() && newest && isAlike(newest->request, request);
    if (isLike && newest->isOf(request))
        return; // it is in the making, or next
    if (isLike && m_next && m_making->state == State::IsBegun && m_making->isOf(request)
        && m_next->turn(State::Waits, State::IsGivenUp)) {
        m_next = nullptr;
        return; // it is in the making, and what was asked for since is not wanted any more
    }
    auto making = std::make_shared<Making>();
    making->request = request;
    auto job = [this, making](const std::stop_token& stop) -> NewestJob::Use {
        if (!making->turn(State::Waits, State::IsBegun))
            return {};
        const Source source = makeSource(making->request, stop);
        if (!source)
            return {};
        return [this, source] { Q_EMIT found(source); };
    };
    (isLike ? m_next : m_making) = making;
    if (isLike)
        return m_job.startNext(std::move(job));
    m_next = nullptr;
    m_job.start(std::move(job));
}

} // namespace tidemark::ui
