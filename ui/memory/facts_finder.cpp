// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/facts_finder.h"

#include <utility>

namespace tidemark::ui {

FactsFinder::FactsFinder(QObject* parent)
    : QObject(parent)
{ }

void FactsFinder::ask(const Request& request)
{
    auto job = [this, request](const std::stop_token& stop) -> NewestJob::Use {
        auto facts = memoryFacts(request.device, request.position, request.by, stop);
        if (!facts)
            return {};
        return [this, facts = std::move(facts)] { Q_EMIT found(facts); };
    };
    const Request before = std::exchange(m_asked, request);
    if (before.device == request.device && before.by == request.by)
        m_job.startNext(std::move(job));
    else
        m_job.start(std::move(job));
}

} // namespace tidemark::ui
