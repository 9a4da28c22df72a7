// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/oom_notice.h"

#include "core/analysis/reserved/out_of_memory_report.h"
#include "ui/details/exact_figures.h"
#include "ui/details/figures.h"
#include "ui/timeline/navigation.h"
#include "ui/window/device_names.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <algorithm>

namespace tidemark::ui {

OomNotice::OomNotice(ViewState& state, const WindowActions& actions, MessageBar& messages, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_actions(actions)
    , m_messages(messages)
{
    connect(&m_state, &ViewState::recordingChanged, this, &OomNotice::lookAnew);
    connect(&m_state, &ViewState::recordingGrown, this, &OomNotice::lookAtGrown);
    connect(&m_state, &ViewState::deviceChanged, this, &OomNotice::enableActions);
    connect(&m_state, &ViewState::unitsChanged, this, &OomNotice::reword);
    connect(actions.nextOom, &QAction::triggered, this, [this] { showNext(true); });
    connect(actions.previousOom, &QAction::triggered, this, [this] { showNext(false); });
    enableActions();
}

void OomNotice::lookAnew()
{
    m_seen.clear();
    m_positions.clear();
    m_isSaid = false;
    lookAtNewEvents();
    m_isSaid = last().has_value(); // of a file that is said when it is opened
}

void OomNotice::lookAtGrown()
{
    lookAtNewEvents();
    // What is still being read is told once it is there.
    if (m_isSaid || !last() || m_messages.showsProgress())
        return;
    m_isSaid = true;
    m_messages.say(MessageBar::Tone::Trouble, sentence(), {link()});
}

void OomNotice::lookAtNewEvents()
{
    if (m_state.recording()) {
        const auto& devices = m_state.recording()->recording.devices;
        m_seen.resize(devices.size(), 0);
        m_positions.resize(devices.size());
        for (std::size_t device = 0; device < devices.size(); ++device) {
            const EventColumns& events = devices[device].events;
            const auto found = outOfMemoryPositions(events, m_seen[device]);
            m_positions[device].insert(m_positions[device].end(), found.begin(), found.end());
            m_seen[device] = events.size();
        }
    }
    enableActions();
}

void OomNotice::enableActions()
{
    const std::size_t device = m_state.deviceIndex();
    const bool hasAny = m_state.hasDevice() && device < m_positions.size() && !m_positions[device].empty();
    m_actions.nextOom->setEnabled(hasAny);
    m_actions.previousOom->setEnabled(hasAny);
}

// By time; of the device that is shown when it has any as late.
std::optional<OomNotice::Place> OomNotice::last() const
{
    std::optional<Place> found;
    std::int64_t time = 0;
    for (std::size_t device = 0; device < m_positions.size(); ++device) {
        if (m_positions[device].empty())
            continue;
        const std::size_t position = m_positions[device].back();
        const std::int64_t then =
            m_state.recording()->recording.devices[device].events.timeUs()[position - 1];
        if (!found || then > time || (then == time && device == m_state.deviceIndex())) {
            found = Place{device, position};
            time = then;
        }
    }
    return found;
}

QString OomNotice::sentence(ByteUnits units) const
{
    const auto place = last();
    if (!place)
        return {};
    const Device& device = m_state.recording()->recording.devices[place->device];
    const Event event = device.events[place->position - 1];
    const std::size_t times = m_positions[place->device].size();
    QString where = tr("event %1").arg(countText(place->position));
    if (m_positions.size() > 1)
        where += tr(" of %1").arg(deviceName(device));
    const QString asked = exactly(event.size, units);
    const QString free = exactly(event.address, units);
    return times == 1
        ? tr("Memory ran out at %1: %2 were asked for, %3 were free on the device.").arg(where, asked, free)
        : tr("Memory ran out %1 times, the last at %2: %3 were asked for, %4 were free on the device.")
              .arg(countText(times), where, asked, free);
}

// What was said before, wherever it still stands.
void OomNotice::reword()
{
    const ByteUnits units = m_state.units();
    const ByteUnits before = units == ByteUnits::Binary ? ByteUnits::Decimal : ByteUnits::Binary;
    m_messages.reword(sentence(before), sentence(units));
}

MessageBar::Link OomNotice::link()
{
    if (!last())
        return {};
    return {tr("Show"), [this] { showLast(); }};
}

void OomNotice::showLast()
{
    const auto place = last();
    if (!place)
        return;
    m_actions.showRecording->trigger(); // nothing of it can be seen on the start page
    show(*place);
}

void OomNotice::showReasonOfEnd()
{
    const auto place = last();
    if (!place || !m_state.followsEnd())
        return;
    const auto& actions = m_state.recording()->recording.devices[place->device].events.action();
    for (std::size_t i = place->position; i < actions.size(); ++i)
        if (actions[i] == Action::Alloc)
            return;
    show(*place);
}

void OomNotice::show(const Place& place)
{
    m_state.setDeviceIndex(place.device);
    moveCursor(m_state, place.position);
}

// What went wrong stays on the bar, and so does what tells of all the times.
void OomNotice::sayAround(bool isForward)
{
    const bool isTrouble = m_messages.tone() == MessageBar::Tone::Trouble;
    if (!m_messages.isHidden() && (isTrouble || m_messages.text().contains(sentence())))
        return;
    const QAction* other = isForward ? m_actions.previousOom : m_actions.nextOom;
    const QString key = other->shortcut().toString(QKeySequence::NativeText);
    const bool isOnlyOne = m_positions[m_state.deviceIndex()].size() == 1;
    m_messages.say(MessageBar::Tone::Note,
        isOnlyOne ? tr("Memory ran out only here.")
            : isForward
            ? tr("That was the last time memory ran out; this is the first. %1 goes back.").arg(key)
            : tr("That was the first time memory ran out; this is the last. %1 goes back.").arg(key));
}

// Behind the last comes the first.
void OomNotice::showNext(bool isForward)
{
    const std::size_t device = m_state.deviceIndex();
    if (device >= m_positions.size() || m_positions[device].empty())
        return;
    const auto& positions = m_positions[device];
    const std::size_t cursor = m_state.cursor();
    if (isForward) {
        const auto next = std::upper_bound(positions.begin(), positions.end(), cursor);
        show({device, next == positions.end() ? positions.front() : *next});
        if (next == positions.end())
            sayAround(true);
    } else {
        const auto here = std::lower_bound(positions.begin(), positions.end(), cursor);
        show({device, here == positions.begin() ? positions.back() : *std::prev(here)});
        if (here == positions.begin())
            sayAround(false);
    }
}

} // namespace tidemark::ui
