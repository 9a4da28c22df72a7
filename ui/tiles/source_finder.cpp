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
    const auto part =
        isKnown ? known->part() : shownPart(request.device, request.filtered, request.others, stop);
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
    const Request before = std::exchange(m_asked, request);
    const bool isLike = isBusy() && isAlike(before, request);
    if (isLike && before.device == request.device && before.filtered == request.filtered)
        return; // it is in the making
    auto job = [this, request](const std::stop_token& stop) -> NewestJob::Use {
        const Source source = makeSource(request, stop);
        if (!source)
            return {};
        return [this, source] { Q_EMIT found(source); };
    };
    if (isLike)
        m_job.startNext(std::move(job));
    else
        m_job.start(std::move(job));
}

void SourceFinder::forget()
{
    m_job.forget();
    m_asked = {};
}

} // namespace tidemark::ui
