// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/newest_job.h"
#include "ui/view_state.h"

#include <QObject>
#include <QTimer>

namespace tidemark::ui {

// Finds every allocation of the device, and the bands that colour the timeline, on a worker: while the
// timeline is coloured or a view wants the allocations. A run that grows is followed a few times a second, or
// as often as the worker can.
class GroupFollower : public QObject {
    Q_OBJECT

public:
    // `state` must outlive this.
    explicit GroupFollower(ViewState& state, QObject* parent = nullptr);

    bool isBusy() const { return m_job.isBusy(); }

private:
    void startAnew();
    void look();
    void findSoon();
    void find();
    void take(const std::shared_ptr<const GroupedDevice>& device,
        const std::shared_ptr<const GroupColouring>& colouring);

    ViewState& m_state;
    QTimer m_soon;
    NewestJob m_job;
};

} // namespace tidemark::ui
