// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/facts_finder.h"

#include <utility>

namespace tidemark::ui {

FactsFinder::FactsFinder(QObject* parent)
    : QObject(parent)
{ }

void FactsFinder::ask(const MemoryQuestion& question)
{
    auto job = [this, question](const std::stop_token& stop) -> NewestJob::Use {
        auto facts = memoryFacts(question, stop);
        if (!facts)
            return {};
        return [this, facts = std::move(facts)] { Q_EMIT found(facts); };
    };
    const MemoryQuestion before = std::exchange(m_asked, question);
    if (before.isAlike(question))
        m_job.startNext(std::move(job));
    else
        m_job.start(std::move(job));
}

void FactsFinder::forget()
{
    m_job.forget();
    m_asked = {};
}

} // namespace tidemark::ui
