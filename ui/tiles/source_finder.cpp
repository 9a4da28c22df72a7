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

// Of the same picture: the recording may have grown meanwhile, and the curves of the filter with it.
bool isAlike(const SourceFinder::Request& left, const SourceFinder::Request& right)
{
    const bool isSamePart = left.filtered && right.filtered
        ? left.filtered->filter() == right.filtered->filter()
        : left.filtered == right.filtered;
    return isSamePart && left.by == right.by && left.device->device == right.device->device;
}

} // namespace

SourceFinder::SourceFinder(QObject* parent)
    : QObject(parent)
{ }

void SourceFinder::ask(const Request& request)
{
    if (!m_isBusy)
        return start(request);
    m_next = request;
    if (!m_running)
        return;
    if (!isAlike(*m_running, request))
        drop();
    else if (m_running->device == request.device && m_running->filtered == request.filtered)
        m_next.reset(); // it is in the making
}

void SourceFinder::forget()
{
    m_next.reset();
    drop();
}

void SourceFinder::drop()
{
    m_running.reset();
    m_thread.request_stop();
}

void SourceFinder::start(const Request& request)
{
    m_isBusy = true;
    m_running = request;
    m_thread = std::jthread([this, request](const std::stop_token& stop) {
        const Source source = makeSource(request, stop);
        QMetaObject::invokeMethod(
            this, [this, source] { take(source); }, Qt::QueuedConnection);
    });
}

void SourceFinder::take(const Source& source)
{
    const bool isWanted = std::exchange(m_running, std::nullopt).has_value();
    m_isBusy = false;
    if (const auto next = std::exchange(m_next, std::nullopt))
        start(*next);
    if (source && isWanted)
        Q_EMIT found(source);
}

} // namespace tidemark::ui
