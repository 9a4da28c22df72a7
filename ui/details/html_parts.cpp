// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/html_parts.h"

namespace tidemark::ui {

HtmlParts::HtmlParts(const Theme& theme, const QFont& font)
    : m_muted(theme.mutedText.name())
    , m_accent(theme.accent.name())
    , m_figureFace(Theme::figureFont(font).family())
{ }

QString HtmlParts::muted(const QString& text) const
{
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(m_muted, text.toHtmlEscaped());
}

QString HtmlParts::figure(const QString& html) const
{
    return QStringLiteral("<span style=\"font-family:'%1'\">%2</span>").arg(m_figureFace, html);
}

QString HtmlParts::inlineText(const Text& text) const
{
    QString html;
    for (const TextPart& part : text) {
        QString piece = part.text.toHtmlEscaped();
        if (part.isStrong)
            piece = QStringLiteral("<b>%1</b>").arg(piece);
        if (part.link)
            piece = QStringLiteral("<a href='%1' style='color:%2'>%3</a>")
                        .arg(linkTarget(*part.link), m_accent, piece);
        html += piece;
    }
    return html;
}

} // namespace tidemark::ui
