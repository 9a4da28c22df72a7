// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memory/memory_facts.h"
#include "ui/newest_job.h"

#include <QObject>

namespace tidemark::ui {

// Finds what is alive on a worker. Of requests that come while it works only the last one is answered next.
// Work on another question is stopped; on the same at an earlier cursor it ends, so that a cursor which moves
// on and on still shows something.
class FactsFinder : public QObject {
    Q_OBJECT

public:
    explicit FactsFinder(QObject* parent = nullptr);

    void ask(const MemoryQuestion& question);
    void forget(); // what was asked is not wanted any more, and nothing of a recording kept
    bool isBusy() const { return m_job.isBusy(); }

Q_SIGNALS:
    void found(std::shared_ptr<const tidemark::ui::MemoryFacts> facts);

private:
    MemoryQuestion m_asked; // last
    NewestJob m_job;
};

} // namespace tidemark::ui
