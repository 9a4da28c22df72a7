// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/source_finder.h"

#include <utility>

namespace tidemark::ui {

SourceFinder::SourceFinder(QObject* parent)
    : QObject(parent)
{ }

void SourceFinder::ask(const Request& request)
{
    if (!m_isBusy)
        return start(request);
    ++m_generation;
    m_next = request;
    m_thread.request_stop();
}

void SourceFinder::forget()
{
    ++m_generation;
    m_next.reset();
    m_thread.request_stop();
}

void SourceFinder::start(const Request& request)
{
    m_isBusy = true;
    m_thread = std::jthread([this, request, generation = m_generation](const std::stop_token& stop) {
        const auto& known = request.known;
        auto classes = known && known->grouped() == request.device && known->classes()->by == request.by
            ? known->classes()
            : allocationClasses(*request.device, request.by, stop);
        const Source source = classes ? request.make(request.device, classes, stop) : nullptr;
        QMetaObject::invokeMethod(
            this, [this, generation, source] { take(generation, source); }, Qt::QueuedConnection);
    });
}

void SourceFinder::take(std::uint64_t generation, const Source& source)
{
    m_isBusy = false;
    if (source && generation == m_generation)
        Q_EMIT found(source);
    if (const auto next = std::exchange(m_next, std::nullopt))
        start(*next);
}

} // namespace tidemark::ui
