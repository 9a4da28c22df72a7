// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memory/memory_facts.h"

#include <QObject>
#include <optional>
#include <stop_token>
#include <thread>

namespace tidemark::ui {

// Finds what is alive on a worker. Of requests that come while it works only the last one is answered next.
// Work on another question is stopped; on the same at an earlier cursor it ends, so that a cursor which moves
// on and on still shows something.
class FactsFinder : public QObject {
    Q_OBJECT

public:
    explicit FactsFinder(QObject* parent = nullptr);

    struct Request {
        std::shared_ptr<const GroupedDevice> device;
        std::size_t position = 0;
        GroupBy by = GroupBy::Category;
    };
    void ask(const Request& request);
    void forget(); // what was asked is not wanted any more

Q_SIGNALS:
    void found(std::shared_ptr<const tidemark::ui::MemoryFacts> facts);

private:
    void start(const Request& request);
    void take(std::uint64_t generation, const std::shared_ptr<const MemoryFacts>& facts);

    std::optional<Request> m_next;
    Request m_running;
    bool m_isBusy = false;
    std::uint64_t m_generation = 0;
    std::jthread m_thread;
};

} // namespace tidemark::ui
