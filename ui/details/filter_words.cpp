// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/filter_words.h"

#include "core/analysis/tables/cell_text.h"
#include "core/base/bytes.h"
#include "ui/details/figures.h"
#include "ui/words.h"

#include <QRegularExpression>
#include <QStringList>

namespace tidemark::ui {

namespace {

// "1.00 MiB" as "1 MiB": borders are whole numbers nearly always.
QString roundText(std::uint64_t bytes, ByteUnits units)
{
    static const QRegularExpression zeros(QStringLiteral("\\.0+(?= )"));
    return bytesText(bytes, units).remove(zeros);
}

QString lifeText(std::uint64_t microseconds)
{
    return QString::fromStdString(durationText(microseconds));
}

QString eventsText(std::uint64_t events)
{
    return counted(events, tr("event"), tr("events"));
}

template <class Words>
QString rangeName(const AllocationFilter::Range& range, const Words& words)
{
    if (range.most == UINT64_MAX)
        return range.least == 0 ? tr("any") : tr("%1 and more").arg(words(range.least));
    if (range.least == range.most)
        return words(range.least);
    if (range.least == 0)
        return tr("under %1").arg(words(range.most + 1));
    return tr("%1 to %2").arg(words(range.least), words(range.most + 1));
}

// Whether the words are the whole truth.
bool isTold(std::uint64_t bytes, ByteUnits units)
{
    const auto read = parseBytes(roundText(bytes, units).toStdString());
    return read && *read == bytes;
}

// A search may leave out the size that it names, or let it in: histograms do neither.
QString sizeName(const AllocationFilter::Range& range, ByteUnits units)
{
    const auto words = [units](std::uint64_t bytes) { return roundText(bytes, units); };
    const bool isOpen = range.most == UINT64_MAX;
    const bool isAbove = range.least > 0 && !isTold(range.least, units) && isTold(range.least - 1, units);
    const bool isThrough = !isOpen && !isTold(range.most + 1, units) && isTold(range.most, units);
    if (range.least == range.most || (!isAbove && !isThrough))
        return rangeName(range, words);
    const QString from = isAbove ? tr("more than %1").arg(words(range.least - 1))
        : range.least > 0        ? tr("%1 and more").arg(words(range.least))
                                 : QString();
    const QString to = isOpen ? QString()
        : isThrough           ? tr("up to %1").arg(words(range.most))
                              : tr("under %1").arg(words(range.most + 1));
    return from.isEmpty() || to.isEmpty() ? from + to : tr("%1, %2").arg(from, to);
}

template <class Words>
QString lifeName(const AllocationFilter::Life& life, const QString& unknown, const Words& words)
{
    return life.isUnknown ? unknown : tr("lives %1").arg(rangeName(life.range, words));
}

QString exactRange(const QString& what, const AllocationFilter::Range& range, const QString& unit)
{
    if (range.most == UINT64_MAX)
        return tr("%1 %2 %3 and more").arg(what, countText(range.least), unit);
    return tr("%1 %2 to %3 %4").arg(what, countText(range.least), countText(range.most), unit);
}

} // namespace

QString allocationsName(const AllocationFilter& filter, ByteUnits units)
{
    QStringList parts;
    if (filter.size)
        parts << sizeName(*filter.size, units);
    if (filter.lifeEvents)
        parts << lifeName(*filter.lifeEvents, tr("lives that are not known"), eventsText);
    if (filter.lifeUs)
        parts << lifeName(*filter.lifeUs, tr("lives whose time is not known"), lifeText);
    if (filter.isNeverFreed)
        parts << tr("never freed");
    return parts.join(QStringLiteral(", "));
}

QString allocationsFigures(const AllocationFilter& filter)
{
    QStringList lines;
    if (filter.size)
        lines << exactRange(tr("Given"), *filter.size, tr("B"));
    const auto addLife = [&lines](const std::optional<AllocationFilter::Life>& life, const QString& unit) {
        if (life && life->isUnknown)
            lines << tr("Not freed in this recording, there before it, or without a time in %1").arg(unit);
        else if (life)
            lines << exactRange(tr("Alive for"), life->range, unit);
    };
    addLife(filter.lifeEvents, tr("events"));
    addLife(filter.lifeUs, tr("µs"));
    if (filter.isNeverFreed)
        lines << tr("Not freed in this recording");
    return lines.join(u'\n');
}

} // namespace tidemark::ui
