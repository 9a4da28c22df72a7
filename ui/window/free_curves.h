// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <stop_token>
#include <thread>

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
    void take(std::uint64_t generation, std::vector<OverlayCurve> curves);

    ViewState& m_state;
    bool m_isOn = false;
    std::size_t m_events = 0; // of the device, when its curves were last asked for
    QTimer m_soon;
    std::uint64_t m_generation = 0;
    std::jthread m_thread;
};

} // namespace tidemark::ui
