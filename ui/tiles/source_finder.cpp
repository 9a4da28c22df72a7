// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/source_finder.h"

#include <utility>

namespace tidemark::ui {

namespace {

SourceFinder::Source makeSource(const SourceFinder::Request& request, const std::stop_token& stop)
{
    const auto& known = request.known;
    const bool isKnown =
        known && known->part()->whole == request.device && known->part()->history == request.filtered;
    const auto part = isKnown ? known->part() : shownPart(request.device, request.filtered, stop);
    if (!part)
        return nullptr;
    const auto classes = isKnown && known->classes()->by == request.by
        ? known->classes()
        : allocationClasses(*part->shown, request.by, stop);
    return classes ? request.make(part, classes, stop) : nullptr;
}

} // namespace

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
        const Source source = makeSource(request, stop);
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
