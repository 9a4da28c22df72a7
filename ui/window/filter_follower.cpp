// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filter_follower.h"

namespace tidemark::ui {

FilterFollower::FilterFollower(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(&m_state, &ViewState::recordingChanged, this, &FilterFollower::startAnew);
    connect(&m_state, &ViewState::filterChanged, this, &FilterFollower::startAnew);
    connect(&m_state, &ViewState::recordingGrown, this, &FilterFollower::follow);
}

void FilterFollower::startAnew()
{
    ++m_generation;
    m_thread = {}; // ends what goes on, and waits for it
    m_history.reset();
    if (m_state.hasDevice() && !m_state.filter().isAll())
        m_history = std::make_shared<FilteredHistory>(m_state.filter());
    follow();
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
