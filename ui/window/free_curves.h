// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/newest_job.h"
#include "ui/view_state.h"

#include <QObject>
#include <QTimer>

namespace tidemark::ui {

// Lays how much memory is reserved and free, and the largest piece of it, over the timeline while it is
// switched on. The curves are found on a worker; those of a run that still grows follow it a few times a
// second, and where they take longer come once it rests.
class FreeCurves : public QObject {
    Q_OBJECT

public:
    // `state` must outlive this.
    explicit FreeCurves(ViewState& state, QObject* parent = nullptr);

    void setOn(bool isOn);

private:
    void find();
    void findSoon();

    ViewState& m_state;
    bool m_isOn = false;
    std::size_t m_events = 0; // of the device, when its curves were last asked for
    QTimer m_soon;
    NewestJob m_job;
};

} // namespace tidemark::ui
