// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/newest_job.h"
#include "ui/view_state.h"

#include <QObject>
#include <memory>
#include <stop_token>
#include <thread>

namespace tidemark::ui {

// Finds the curves of the part of the memory that is looked at, on a worker; of a run that grows the new part
// only. Those of a filter of allocations are made of what is known to be allocated, and anew when more is.
class FilterFollower : public QObject {
    Q_OBJECT

public:
    // `state` must outlive this.
    explicit FilterFollower(ViewState& state, QObject* parent = nullptr);

private:
    void startAnew();
    void follow();
    void take(std::uint64_t generation, std::shared_ptr<const FilteredHistory> history);
    void sumUp();

    ViewState& m_state;
    std::shared_ptr<FilteredHistory> m_history; // the worker's while it runs
    std::uint64_t m_generation = 0;
    std::shared_ptr<const GroupedDevice> m_summedUp; // of a filter of allocations: whose curves are found
    NewestJob m_adder;
    std::jthread m_thread;
};

} // namespace tidemark::ui
