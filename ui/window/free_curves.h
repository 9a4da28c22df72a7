// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"

#include <QObject>
#include <memory>
#include <stop_token>
#include <thread>

namespace tidemark::ui {

// Lays how much memory is reserved and free, and the largest piece of it, over the timeline while it is
// switched on. The curves are found on a worker; those of a run that still grows come once it has ended.
class FreeCurves : public QObject {
    Q_OBJECT

public:
    // `state` must outlive this.
    explicit FreeCurves(ViewState& state, QObject* parent = nullptr);

    void setOn(bool isOn);

private:
    void find();
    void take(std::uint64_t generation, std::vector<OverlayCurve> curves);

    ViewState& m_state;
    bool m_isOn = false;
    std::uint64_t m_generation = 0;
    std::jthread m_thread;
};

} // namespace tidemark::ui
