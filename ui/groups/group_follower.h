// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"

#include <QObject>
#include <QTimer>
#include <stop_token>
#include <thread>

namespace tidemark::ui {

// Finds every allocation of the device, and the bands that colour the timeline, on a worker: while the
// timeline is coloured or a view wants the allocations. A run that grows is followed a few times a second, or
// as often as the worker can.
class GroupFollower : public QObject {
    Q_OBJECT

public:
    // `state` must outlive this.
    explicit GroupFollower(ViewState& state, QObject* parent = nullptr);

    bool isBusy() const { return m_isBusy; }

private:
    void startAnew();
    void look();
    void findSoon();
    void find();
    void take(std::uint64_t generation, const std::shared_ptr<const GroupedDevice>& device,
        const std::shared_ptr<const GroupColouring>& colouring);

    ViewState& m_state;
    QTimer m_soon;
    std::uint64_t m_generation = 0;
    bool m_isBusy = false;
    std::jthread m_thread;
};

} // namespace tidemark::ui
