// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/source_target.h"

#include <QUrl>

namespace tidemark::ui {

namespace {

const QString prefix = QStringLiteral("source:");

} // namespace

SourcePlace sourcePlaceOf(const QString& fullPlace)
{
    const qsizetype colon = fullPlace.lastIndexOf(QLatin1Char(':'));
    bool isNumber = false;
    const int line = fullPlace.mid(colon + 1).toInt(&isNumber);
    if (colon <= 0 || !isNumber || line < 0)
        return {fullPlace, 0};
    return {fullPlace.left(colon), line};
}

QString sourceTarget(const SourcePlace& place)
{
    return QStringLiteral("%1%2:%3").arg(
        prefix, QString::fromLatin1(QUrl::toPercentEncoding(place.file)), QString::number(place.line));
}

std::optional<SourcePlace> sourceFromTarget(const QString& target)
{
    if (!target.startsWith(prefix))
        return std::nullopt;
    SourcePlace place = sourcePlaceOf(target.mid(prefix.size()));
    place.file = QUrl::fromPercentEncoding(place.file.toUtf8());
    return place;
}

} // namespace tidemark::ui
