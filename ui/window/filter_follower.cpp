// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filter_follower.h"

#include "core/analysis/holders/held_curves.h"

namespace tidemark::ui {

FilterFollower::FilterFollower(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(&m_state, &ViewState::recordingChanged, this, &FilterFollower::startAnew);
    connect(&m_state, &ViewState::filterChanged, this, &FilterFollower::startAnew);
    connect(&m_state, &ViewState::recordingGrown, this, &FilterFollower::follow);
    connect(&m_state, &ViewState::allocationsChanged, this, &FilterFollower::sumUp);
}

void FilterFollower::startAnew()
{
    ++m_generation;
    m_thread = {}; // ends what goes on, and waits for it
    m_history.reset();
    m_adder.forget();
    m_summedUp.reset();
    m_state.setFilterProgress(nullptr);
    const bool isOfAllocations = m_state.hasDevice() && !m_state.filter().allocations.isAll();
    m_state.setAllocationsWanted(this, isOfAllocations);
    if (m_state.hasDevice() && !m_state.filter().isAll() && !isOfAllocations)
        m_history = std::make_shared<FilteredHistory>(m_state.filter());
    follow();
    sumUp();
}

// A run that grows faster than that is followed from one sum to the next.
void FilterFollower::sumUp()
{
    const auto& known = m_state.allocations();
    if (!known || m_state.filter().allocations.isAll() || m_adder.isBusy() || m_summedUp == known)
        return;
    m_summedUp = known;
    auto progress = std::make_shared<Progress>();
    m_state.setFilterProgress(progress);
    m_adder.start(
        [this, known, progress, filter = m_state.filter()](const std::stop_token& stop) -> NewestJob::Use {
            auto curves = heldCurves(known->recording->recording.devices[known->device], known->history(),
                known->attribution, filter, progress.get(), stop);
            if (!curves)
                return {};
            auto found = std::make_shared<const FilteredHistory>(std::move(*curves));
            return [this, found] {
                m_state.setFilterProgress(nullptr);
                m_state.setFilteredHistory(found);
                sumUp();
            };
        });
}

void FilterFollower::follow()
{
    if (!m_history)
        return;
    ++m_generation;
    m_thread = {};
    m_thread = std::jthread(
        [this, history = m_history, recording = m_state.recording(), device = m_state.deviceIndex(),
            generation = m_generation](const std::stop_token& stop) {
            constexpr std::size_t eventsBetweenLooks = 65536;
            const Device& about = recording->recording.devices[device];
            const DeviceHistory& whole = recording->histories[device];
            while (!history->advance(about, whole, eventsBetweenLooks))
                if (stop.stop_requested())
                    return; // what was followed so far is gone on with
            auto found = std::make_shared<const FilteredHistory>(*history);
            QMetaObject::invokeMethod(
                this, [this, generation, found = std::move(found)] { take(generation, found); },
                Qt::QueuedConnection);
        });
}

void FilterFollower::take(std::uint64_t generation, std::shared_ptr<const FilteredHistory> history)
{
    if (generation == m_generation)
        m_state.setFilteredHistory(std::move(history));
}

} // namespace tidemark::ui
