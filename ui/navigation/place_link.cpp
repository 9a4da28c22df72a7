// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/navigation/place_link.h"

#include "core/analysis/tables/filter_query.h"
#include "core/base/bytes.h"
#include "ui/view_state.h"
#include "ui/words.h"

#include <QRegularExpression>
#include <QUrl>
#include <fmt/format.h>

namespace tidemark::ui {

namespace {

QString encoded(const QString& value)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(value));
}

QString exact(double value)
{
    return QString::number(value, 'g', 17);
}

template <class Value>
bool store(const std::optional<Value>& read, Value& target)
{
    if (read)
        target = *read;
    return read.has_value();
}

std::optional<std::size_t> readPosition(const QString& text)
{
    if (text == QLatin1String("start"))
        return 0;
    bool isNumber = false;
    const qulonglong event = text.toULongLong(&isNumber);
    if (!isNumber || event == std::numeric_limits<qulonglong>::max())
        return std::nullopt;
    return event + 1;
}

std::optional<double> readFinite(const QString& text)
{
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    return isNumber && value >= 0 && value < 1e18 ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> readAddress(const QString& text)
{
    bool isNumber = false;
    const std::uint64_t address = text.toULongLong(&isNumber, 0); // 0x…, or decimal
    return isNumber ? std::optional(address) : std::nullopt;
}

std::optional<int> readOrdinal(const QString& text)
{
    bool isNumber = false;
    const int ordinal = text.toInt(&isNumber);
    return isNumber && ordinal >= 0 ? std::optional(ordinal) : std::nullopt;
}

template <class Slot>
std::optional<Slot> readListPlace(const QString& text)
{
    bool isNumber = false;
    const uint number = text.toUInt(&isNumber);
    return isNumber && number <= std::numeric_limits<Slot>::max() ? std::optional(static_cast<Slot>(number))
                                                                  : std::nullopt;
}

std::optional<AllocationFilter> readAllocations(const QString& text)
{
    const auto query = parseQuery(text.toStdString());
    const auto filter = query ? allocationFilterOf(*query) : tl::unexpected(query.error());
    return filter ? std::optional(*filter) : std::nullopt;
}

QStringList filterParts(const MemoryFilter& filter)
{
    QStringList parts;
    if (filter.stream)
        parts << QStringLiteral("stream=%1").arg(*filter.stream);
    if (filter.pool)
        parts << QStringLiteral("pool=%1").arg(*filter.pool);
    if (filter.isLarge)
        parts << (*filter.isLarge ? QStringLiteral("segments=large") : QStringLiteral("segments=small"));
    if (!filter.allocations.isAll())
        parts << QStringLiteral("only=%1").arg(encoded(QString::fromStdString(queryOf(filter.allocations))));
    return parts;
}

// False: the value means nothing. Nothing: neither does the key.
std::optional<bool> takeFilter(MemoryFilter& filter, const QString& key, const QString& value)
{
    if (key == QLatin1String("stream"))
        return (filter.stream = readListPlace<StreamSlot>(value)).has_value();
    if (key == QLatin1String("pool"))
        return (filter.pool = readListPlace<PoolSlot>(value)).has_value();
    if (key == QLatin1String("segments")) {
        filter.isLarge = value == QLatin1String("large");
        return value == QLatin1String("large") || value == QLatin1String("small");
    }
    if (key == QLatin1String("only"))
        return store(readAllocations(value), filter.allocations);
    return std::nullopt;
}

// What is left open by a link until all of it is read.
struct Reading {
    PlaceLink link;
    bool hasBegin = false;
    bool hasEnd = false;
};

// False: the value means nothing. Nothing: neither does the key.
std::optional<bool> take(Reading& reading, const QString& key, const QString& value)
{
    ViewPlace& place = reading.link.place;
    if (key == QLatin1String("event")) {
        place.followsEnd = false;
        return store(readPosition(value), place.cursor);
    }
    if (key == QLatin1String("block")) {
        place.selectedAddress = readAddress(value);
        return place.selectedAddress.has_value();
    }
    if (key == QLatin1String("device")) {
        reading.link.namesDevice = true;
        return store(readOrdinal(value), place.ordinal);
    }
    if (key == QLatin1String("source")) {
        place.source = value.toStdString();
        return true;
    }
    if (key == QLatin1String("from"))
        return reading.hasBegin = store(readFinite(value), place.look.rangeBegin);
    if (key == QLatin1String("to"))
        return reading.hasEnd = store(readFinite(value), place.look.rangeEnd);
    if (key == QLatin1String("axis")) {
        place.look.axis = value == QLatin1String("time") ? TimeAxis::Time : TimeAxis::Events;
        return value == QLatin1String("time") || value == QLatin1String("events");
    }
    return takeFilter(place.look.filter, key, value);
}

} // namespace

QString linkTo(const QString& file, const ViewPlace& place)
{
    QStringList parts;
    if (!place.followsEnd)
        parts << QStringLiteral("event=%1")
                     .arg(place.cursor == 0 ? QStringLiteral("start") : QString::number(place.cursor - 1));
    if (place.selectedAddress)
        parts << QStringLiteral("block=0x%1").arg(*place.selectedAddress, 0, 16);
    parts << QStringLiteral("device=%1").arg(place.ordinal);
    if (!place.source.empty())
        parts << QStringLiteral("source=%1").arg(encoded(QString::fromStdString(place.source)));
    if (!place.look.showsAll)
        parts
            << QStringLiteral("from=%1&to=%2").arg(exact(place.look.rangeBegin), exact(place.look.rangeEnd));
    if (place.look.axis == TimeAxis::Time)
        parts << QStringLiteral("axis=time");
    parts << filterParts(place.look.filter);
    return file + QLatin1Char('#') + parts.join(QLatin1Char('&'));
}

Expected<std::optional<PlaceLink>> parsePlaceLink(const QString& text)
{
    const qsizetype hash = text.lastIndexOf(QLatin1Char('#'));
    static const QRegularExpression ending(QStringLiteral("^[a-z]+=[^/]*$"));
    if (hash <= 0 || !ending.match(text.mid(hash + 1)).hasMatch())
        return std::optional<PlaceLink>();
    Reading reading;
    reading.link.file = text.left(hash);
    for (const QString& part : text.mid(hash + 1).split(QLatin1Char('&'))) {
        const qsizetype equals = part.indexOf(QLatin1Char('='));
        const QString value = QUrl::fromPercentEncoding(part.mid(equals + 1).toUtf8());
        const std::optional<bool> taken = equals < 0 ? std::nullopt : take(reading, part.left(equals), value);
        if (!taken)
            return fail(fmt::format("\"{}\" in the link {} means nothing: known are event=, block=, device=, "
                                    "source=, from=, to=, axis=, stream=, pool=, segments= and only=",
                part.toStdString(), text.toStdString()));
        if (!*taken)
            return fail(
                fmt::format("\"{}\" in the link {} cannot be read: event= takes a number or \"start\", "
                            "block= an address, device=, from= and to= a number, axis= \"time\" or "
                            "\"events\", stream= and pool= a place in their list, segments= \"large\" or "
                            "\"small\", only= sizes and lives: size:1..512 life:0..9",
                    part.toStdString(), text.toStdString()));
    }
    ViewLook& look = reading.link.place.look;
    look.showsAll = !(reading.hasBegin && reading.hasEnd && look.rangeBegin < look.rangeEnd);
    return reading.link;
}

QString follow(ViewState& state, const PlaceLink& link)
{
    if (!state.hasDevice())
        return {};
    ViewPlace place = link.place;
    if (!link.namesDevice) {
        place.ordinal = state.device().ordinal;
        place.source = state.device().source;
    }
    goTo(state, place);
    if (state.device().ordinal != place.ordinal || state.device().source != place.source)
        return tr("This recording has no device %1, which the link names.").arg(place.ordinal);
    const std::size_t count = state.history().eventCount();
    if (!place.followsEnd && place.cursor > count)
        return tr("The link names event %1 (counted from 0), and this recording has %2.")
            .arg(QString::fromStdString(formatCount(place.cursor - 1)),
                QString::fromStdString(formatCount(count)));
    return {};
}

} // namespace tidemark::ui
