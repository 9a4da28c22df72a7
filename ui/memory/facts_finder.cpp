// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/facts_finder.h"

#include <utility>

namespace tidemark::ui {

FactsFinder::FactsFinder(QObject* parent)
    : QObject(parent)
{ }

void FactsFinder::ask(const Request& request)
{
    if (m_isBusy)
        m_next = request;
    else
        start(request);
}

// What is being found is dropped when it comes.
void FactsFinder::forget()
{
    ++m_generation;
    m_next.reset();
}

void FactsFinder::start(const Request& request)
{
    m_isBusy = true;
    m_thread = std::jthread([this, request, generation = m_generation] {
        auto facts = memoryFacts(request.device, request.position, request.by);
        QMetaObject::invokeMethod(
            this, [this, generation, facts = std::move(facts)] { take(generation, facts); },
            Qt::QueuedConnection);
    });
}

void FactsFinder::take(std::uint64_t generation, const std::shared_ptr<const MemoryFacts>& facts)
{
    m_isBusy = false;
    if (generation == m_generation)
        Q_EMIT found(facts);
    if (const auto next = std::exchange(m_next, std::nullopt))
        start(*next);
}

} // namespace tidemark::ui
