// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/facts_finder.h"

#include <utility>

namespace tidemark::ui {

FactsFinder::FactsFinder(QObject* parent)
    : QObject(parent)
{ }

void FactsFinder::ask(const Request& request)
{
    if (!m_isBusy)
        return start(request);
    m_next = request;
    if (m_running.device != request.device || m_running.by != request.by)
        m_thread.request_stop();
}

// The worker ends soon, and nothing is told of what it found.
void FactsFinder::forget()
{
    ++m_generation;
    m_next.reset();
    m_thread.request_stop();
}

void FactsFinder::start(const Request& request)
{
    m_isBusy = true;
    m_running = request;
    m_thread = std::jthread([this, request, generation = m_generation](const std::stop_token& stop) {
        auto facts = memoryFacts(request.device, request.position, request.by, stop);
        QMetaObject::invokeMethod(
            this, [this, generation, facts = std::move(facts)] { take(generation, facts); },
            Qt::QueuedConnection);
    });
}

void FactsFinder::take(std::uint64_t generation, const std::shared_ptr<const MemoryFacts>& facts)
{
    m_isBusy = false;
    m_running = {};
    if (facts && generation == m_generation)
        Q_EMIT found(facts);
    if (const auto next = std::exchange(m_next, std::nullopt))
        start(*next);
}

} // namespace tidemark::ui
