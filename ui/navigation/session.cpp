// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/navigation/session.h"

#include "core/analysis/tables/filter_query.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <fmt/format.h>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

constexpr int sessionVersion = 1;

// Numbers of JSON are doubles, which hold every position; addresses need all of their 64 bits.
QString hexadecimal(std::uint64_t address)
{
    return u"0x%1"_s.arg(address, 0, 16);
}

template <class Slot>
void addSlot(QJsonObject& json, const QString& key, const std::optional<Slot>& slot)
{
    if (slot)
        json[key] = static_cast<qint64>(*slot);
}

template <class Slot>
void readSlot(const QJsonObject& json, const QString& key, std::optional<Slot>& slot)
{
    const qint64 number = json[key].toInteger(-1);
    if (number >= 0)
        slot = static_cast<Slot>(number);
}

QJsonObject toJson(const MemoryFilter& filter)
{
    QJsonObject json;
    addSlot(json, u"stream"_s, filter.stream);
    addSlot(json, u"pool"_s, filter.pool);
    if (filter.isLarge)
        json[u"large"_s] = *filter.isLarge;
    if (!filter.allocations.isAll())
        json[u"allocations"_s] = QString::fromStdString(queryOf(filter.allocations));
    return json;
}

// What cannot be read of it is told in `trouble`.
MemoryFilter filterFrom(const QJsonObject& json, std::string& trouble)
{
    MemoryFilter filter;
    readSlot(json, u"stream"_s, filter.stream);
    readSlot(json, u"pool"_s, filter.pool);
    if (json[u"large"_s].isBool())
        filter.isLarge = json[u"large"_s].toBool();
    const auto query = parseQuery(json[u"allocations"_s].toString().toStdString());
    const auto allocations = query ? allocationFilterOf(*query) : tl::unexpected(query.error());
    if (allocations)
        filter.allocations = *allocations;
    else
        trouble = allocations.error().message;
    return filter;
}

QJsonObject toJson(const ViewPlace& place)
{
    QJsonObject json;
    json[u"device"_s] = place.ordinal;
    json[u"source"_s] = QString::fromStdString(place.source);
    json[u"axis"_s] = place.look.axis == TimeAxis::Time ? u"time"_s : u"events"_s;
    if (!place.look.showsAll) {
        json[u"from"_s] = place.look.rangeBegin;
        json[u"to"_s] = place.look.rangeEnd;
    }
    if (!place.look.filter.isAll())
        json[u"filter"_s] = toJson(place.look.filter);
    if (!place.followsEnd)
        json[u"position"_s] = static_cast<qint64>(place.cursor);
    if (place.selectedAddress)
        json[u"block"_s] = hexadecimal(*place.selectedAddress);
    return json;
}

ViewPlace placeFrom(const QJsonObject& json, std::string& filterTrouble)
{
    ViewPlace place;
    place.ordinal = json[u"device"_s].toInt();
    place.source = json[u"source"_s].toString().toStdString();
    place.look.axis = json[u"axis"_s].toString() == u"time"_s ? TimeAxis::Time : TimeAxis::Events;
    place.look.showsAll = !json.contains(u"from"_s) || !json.contains(u"to"_s);
    if (!place.look.showsAll) {
        place.look.rangeBegin = json[u"from"_s].toDouble();
        place.look.rangeEnd = json[u"to"_s].toDouble();
    }
    place.look.filter = filterFrom(json[u"filter"_s].toObject(), filterTrouble);
    const qint64 position = json[u"position"_s].toInteger(-1);
    place.followsEnd = position < 0;
    if (position >= 0)
        place.cursor = static_cast<std::size_t>(position);
    bool isAddress = false;
    const std::uint64_t address = json[u"block"_s].toString().toULongLong(&isAddress, 0);
    if (isAddress)
        place.selectedAddress = address;
    return place;
}

QJsonObject toJson(const Note& note)
{
    return {{u"device"_s, note.ordinal}, {u"source"_s, QString::fromStdString(note.source)},
        {u"position"_s, static_cast<qint64>(note.position)}, {u"text"_s, note.text}};
}

} // namespace

QString sessionFileFor(const QString& recordingFile)
{
    return recordingFile + u".session.json"_s;
}

QByteArray writeSession(const Session& session)
{
    QJsonArray notes;
    for (const Note& note : session.notes)
        notes.append(toJson(note));
    QJsonObject json{{u"tidemark_session"_s, sessionVersion}, {u"notes"_s, notes}};
    if (session.place)
        json[u"place"_s] = toJson(*session.place);
    if (!session.layout.isEmpty())
        json[u"layout"_s] = QString::fromLatin1(session.layout.toBase64());
    return QJsonDocument(json).toJson();
}

Expected<Session> readSession(const QByteArray& text)
{
    const QJsonObject json = QJsonDocument::fromJson(text).object();
    const int version = json[u"tidemark_session"_s].toInt();
    if (version < 1)
        return fail("this is no session of Tidemark's");
    if (version > sessionVersion)
        return fail(fmt::format("it is of a newer Tidemark (version {} of its form)", version));
    Session session;
    for (const QJsonValue& value : json[u"notes"_s].toArray()) {
        const QJsonObject note = value.toObject();
        const qint64 position = note[u"position"_s].toInteger(-1);
        const QString words = note[u"text"_s].toString().simplified();
        if (position >= 0 && !words.isEmpty())
            session.notes.push_back({note[u"device"_s].toInt(), note[u"source"_s].toString().toStdString(),
                static_cast<std::size_t>(position), words});
    }
    session.layout = QByteArray::fromBase64(json[u"layout"_s].toString().toLatin1());
    if (json.contains(u"place"_s))
        session.place = placeFrom(json[u"place"_s].toObject(), session.filterTrouble);
    return session;
}

Expected<Session> loadSession(const QString& recordingFile)
{
    QFile file(sessionFileFor(recordingFile));
    if (!file.exists())
        return Session();
    if (!file.open(QIODevice::ReadOnly))
        return fail(fmt::format("{} cannot be read ({}); the notes in it are not shown",
            file.fileName().toStdString(), file.errorString().toStdString()));
    Expected<Session> session = readSession(file.readAll());
    if (!session)
        return fail(
            fmt::format("{} cannot be used: {}. It is left as it is; move it away to make notes again",
                file.fileName().toStdString(), session.error().message));
    return session;
}

Expected<void> saveSession(const QString& recordingFile, const Session& session)
{
    QSaveFile file(sessionFileFor(recordingFile));
    const QByteArray json = writeSession(session);
    if (file.open(QIODevice::WriteOnly) && file.write(json) == json.size() && file.commit())
        return {};
    return fail(fmt::format("{} cannot be written ({}); the notes last as long as the window",
        file.fileName().toStdString(), file.errorString().toStdString()));
}

} // namespace tidemark::ui
