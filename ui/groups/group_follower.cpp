// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/groups/group_follower.h"

#include "ui/groups/band_looks.h"

#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

std::shared_ptr<const GroupedDevice> groupedDevice(const std::shared_ptr<const AnalyzedRecording>& recording,
    std::size_t device, const std::stop_token& stop)
{
    auto made = std::make_shared<GroupedDevice>();
    made->recording = recording;
    made->device = device;
    made->attribution = attribute(recording->recording, device, recording->histories[device], stop);
    if (stop.stop_requested())
        return nullptr;
    made->alive = AliveAllocations(made->attribution);
    return made;
}

std::shared_ptr<const GroupColouring> groupColouring(
    const std::shared_ptr<const GroupedDevice>& device, GroupBy by, const std::stop_token& stop)
{
    auto made = std::make_shared<GroupColouring>();
    made->device = device;
    made->grouping =
        groupAllocations(device->recording->recording, device->device, device->attribution, by, stop);
    if (!made->grouping.isComplete)
        return nullptr;
    made->peak = device->history().peak(Curve::Allocated).position;
    made->bands = groupBands(made->grouping, device->attribution,
        device->alive.at(device->attribution, made->peak), mostBands(by));
    made->curves =
        groupedCurves(device->attribution, made->grouping, made->bands, device->eventCount(), nullptr, stop);
    return stop.stop_requested() ? nullptr : made;
}

} // namespace

GroupFollower::GroupFollower(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(&m_state, &ViewState::recordingChanged, this, &GroupFollower::startAnew);
    connect(&m_state, &ViewState::deviceChanged, this, &GroupFollower::startAnew);
    connect(&m_state, &ViewState::colourByChanged, this, &GroupFollower::startAnew);
    connect(&m_state, &ViewState::allocationsWantedChanged, this, &GroupFollower::look);
    connect(&m_state, &ViewState::recordingGrown, this, &GroupFollower::findSoon);
    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    connect(&m_soon, &QTimer::timeout, this, &GroupFollower::look);
}

void GroupFollower::startAnew()
{
    m_soon.stop();
    ++m_generation;
    m_thread = {}; // ends what goes on, and waits for it
    m_isBusy = false;
    look();
}

void GroupFollower::findSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

// Whether anything is wanted that is not there, or is older than the recording.
void GroupFollower::look()
{
    if (m_isBusy || !m_state.hasDevice() || m_state.isPreview())
        return;
    const bool isColoured = m_state.colourBy().has_value();
    if (!isColoured && !m_state.areAllocationsWanted())
        return;
    const auto& known = m_state.allocations();
    const bool isCurrent = known && known->eventCount() == m_state.history().eventCount()
        && known->recording->recording.devices[known->device].tensors.size()
            == m_state.device().tensors.size();
    if (isCurrent && (!isColoured || m_state.isColoured(known)))
        return;
    find();
}

void GroupFollower::find()
{
    m_isBusy = true;
    m_thread = std::jthread(
        [this, recording = m_state.recording(), device = m_state.deviceIndex(), known = m_state.allocations(),
            by = m_state.colourBy(), generation = m_generation](const std::stop_token& stop) {
            const bool isKnown = known && known->recording == recording;
            const auto found = isKnown ? known : groupedDevice(recording, device, stop);
            if (!found)
                return;
            const auto colouring = by ? groupColouring(found, *by, stop) : nullptr;
            if (stop.stop_requested())
                return;
            QMetaObject::invokeMethod(
                this, [this, generation, found, colouring] { take(generation, found, colouring); },
                Qt::QueuedConnection);
        });
}

void GroupFollower::take(std::uint64_t generation, const std::shared_ptr<const GroupedDevice>& device,
    const std::shared_ptr<const GroupColouring>& colouring)
{
    if (generation != m_generation)
        return;
    m_isBusy = false;
    m_state.setAllocations(device);
    if (colouring)
        m_state.setColouring(colouring);
    findSoon(); // the recording may have grown meanwhile
}

} // namespace tidemark::ui
