// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/axis_geometry.h"

#include <QObject>

namespace tidemark::ui {

class DevicesModel;
class ViewState;

// The visible part of the axis that the devices share. By time and by event it is also what the timeline
// shows of the picked device: each follows the other. By step it is the page's own.
class DeviceRange : public QObject {
    Q_OBJECT

public:
    // Both must outlive this.
    DeviceRange(ViewState& state, const DevicesModel& model, QObject* parent = nullptr);

    const AxisRange& visible() const { return m_visible; }
    AxisRange whole() const; // with room behind the last event
    void set(const AxisRange& range); // kept inside the whole
    void fit() { set(whole()); }

    // Makes a device the picked one; the range stays.
    void pick(std::size_t device);

    // The model has another recording or alignment, or the same one is longer: what was all stays all.
    void restart();
    void grow();
    // Another alignment: shows the same part of the picked device, where it has a place in both.
    template <class Change>
    void keepThrough(Change change)
    {
        const AxisRange own = ownRange();
        change();
        returnTo(own);
    }

Q_SIGNALS:
    void changed();

private:
    bool isShared() const;
    AxisRange kept(const AxisRange& range) const;
    AxisRange ownRange() const; // of the picked device; empty where it has no place
    void returnTo(const AxisRange& own);
    void show(const AxisRange& range);
    void pull();
    void push();

    ViewState& m_state;
    const DevicesModel& m_model;
    AxisRange m_visible;
    bool m_showsAll = true;
    bool m_isPushing = false;
};

} // namespace tidemark::ui
