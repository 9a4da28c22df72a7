// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"

#include <QObject>
#include <memory>
#include <stop_token>
#include <thread>

namespace tidemark::ui {

// Finds the curves of the part of the memory that is looked at, on a worker; of a run that grows the new part
// only.
class FilterFollower : public QObject {
    Q_OBJECT

public:
    // `state` must outlive this.
    explicit FilterFollower(ViewState& state, QObject* parent = nullptr);

private:
    void startAnew();
    void follow();
    void take(std::uint64_t generation, std::shared_ptr<const FilteredHistory> history);

    ViewState& m_state;
    std::shared_ptr<FilteredHistory> m_history; // the worker's while it runs
    std::uint64_t m_generation = 0;
    std::jthread m_thread;
};

} // namespace tidemark::ui
