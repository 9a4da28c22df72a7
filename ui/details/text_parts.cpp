// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/text_parts.h"

#include <QStringList>

namespace tidemark::ui {

namespace {

const QString momentWord = QStringLiteral("moment");
const QString blockWord = QStringLiteral("block");
const QString framesWord = QStringLiteral("frames");
const QString fragmentationWord = QStringLiteral("fragmentation");
const QString reasonWord = QStringLiteral("reason");
const QString otherSettingsWord = QStringLiteral("settings");
const QString bandWord = QStringLiteral("band");
const QString cardWord = QStringLiteral("card");
const QString termWord = QStringLiteral("term");

const QString& wordOf(Link::Kind kind)
{
    switch (kind) {
    case Link::Kind::Moment:
        return momentWord;
    case Link::Kind::Block:
        return blockWord;
    case Link::Kind::Fragmentation:
        return fragmentationWord;
    case Link::Kind::Reason:
        return reasonWord;
    case Link::Kind::OtherSettings:
        return otherSettingsWord;
    case Link::Kind::Band:
        return bandWord;
    case Link::Kind::Card:
        return cardWord;
    case Link::Kind::Term:
        return termWord;
    case Link::Kind::Frames:
        break;
    }
    return framesWord;
}

} // namespace

QString linkTarget(const Link& link)
{
    return QStringLiteral("%1:%2").arg(wordOf(link.kind)).arg(link.value);
}

std::optional<Link> linkFromTarget(const QString& target)
{
    const QStringList parts = target.split(QLatin1Char(':'));
    if (parts.size() != 2)
        return std::nullopt;
    bool isNumber = false;
    const std::uint64_t value = parts[1].toULongLong(&isNumber);
    if (!isNumber)
        return std::nullopt;
    for (const Link::Kind kind : {Link::Kind::Moment, Link::Kind::Block, Link::Kind::Frames,
             Link::Kind::Fragmentation, Link::Kind::Reason, Link::Kind::OtherSettings, Link::Kind::Band,
             Link::Kind::Card, Link::Kind::Term}) {
        if (parts[0] == wordOf(kind))
            return Link{kind, value};
    }
    return std::nullopt;
}

QString plainText(const Text& text)
{
    QString result;
    for (const TextPart& part : text)
        result += part.text;
    return result;
}

} // namespace tidemark::ui
