// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/groups/group_follower.h"

#include "core/analysis/holders/held_allocations.h"
#include "core/analysis/replay/untold_words.h"
#include "ui/groups/band_looks.h"

#include <algorithm>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

void addBands(GroupColouring& made, const Attribution& attribution, const AliveAllocations& alive, GroupBy by,
    const std::stop_token& stop)
{
    const GroupedDevice& device = *made.device;
    made.grouping = groupAllocations(device.recording->recording, device.device, attribution, by, stop);
    if (!made.grouping.isComplete)
        return;
    made.peak = made.view().peak(Curve::Allocated).position;
    made.bands = groupBands(made.grouping, attribution, alive.at(attribution, made.peak), mostBands(by));
    const std::size_t known = std::min(made.view().eventCount(), device.eventCount());
    made.curves = groupedCurves(attribution, made.grouping, made.bands, known, nullptr, stop);
    made.untold = untoldSentence(made.grouping, attribution);
}

// `part`: the curves of the filter; null without one.
std::shared_ptr<const GroupColouring> groupColouring(const std::shared_ptr<const GroupedDevice>& device,
    const std::shared_ptr<const FilteredHistory>& part, GroupBy by, const std::stop_token& stop)
{
    auto made = std::make_shared<GroupColouring>();
    made->device = device;
    if (part) {
        made->filter = part->filter();
        made->part = part;
        const Device& about = device->recording->recording.devices[device->device];
        const Attribution held = heldBy(made->filter, about, device->attribution, stop);
        addBands(*made, held, AliveAllocations(held, stop), by, stop);
    } else {
        addBands(*made, device->attribution, device->alive, by, stop);
    }
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
    connect(&m_state, &ViewState::filterChanged, this, &GroupFollower::startAnew);
    connect(&m_state, &ViewState::curvesChanged, this, [this] { // those of the filter are there, or grew
        if (m_state.colouring())
            findSoon();
        else
            look();
    });
    connect(&m_state, &ViewState::allocationsWantedChanged, this, &GroupFollower::look);
    connect(&m_state, &ViewState::recordingGrown, this, &GroupFollower::findSoon);
    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    connect(&m_soon, &QTimer::timeout, this, &GroupFollower::look);
}

void GroupFollower::startAnew()
{
    m_soon.stop();
    m_job.forget();
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
    if (isBusy() || !m_state.hasDevice() || m_state.isPreview())
        return;
    // Under a filter once its curves are there.
    const bool isColoured = m_state.colourBy() && (m_state.filter().isAll() || m_state.filteredHistory());
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
    m_job.start([this, recording = m_state.recording(), device = m_state.deviceIndex(),
                    known = m_state.allocations(), by = m_state.colourBy(), filter = m_state.filter(),
                    part = m_state.filteredHistory()](const std::stop_token& stop) -> NewestJob::Use {
        const bool isKnown = known && known->recording == recording;
        const auto found = isKnown ? known : groupedDevice(recording, device, stop, nullptr, known);
        if (!found)
            return {};
        const bool isColoured = by && (filter.isAll() || part);
        const auto colouring = isColoured ? groupColouring(found, part, *by, stop) : nullptr;
        if (stop.stop_requested())
            return {};
        return [this, found, colouring] { take(found, colouring); };
    });
}

void GroupFollower::take(const std::shared_ptr<const GroupedDevice>& device,
    const std::shared_ptr<const GroupColouring>& colouring)
{
    m_state.setAllocations(device);
    if (colouring)
        m_state.setColouring(colouring);
    findSoon(); // the recording may have grown meanwhile
}

} // namespace tidemark::ui
