// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/oom_card.h"

#include "ui/details/figures.h"
#include "ui/details/html_parts.h"

namespace tidemark::ui {

namespace {

class CardWriter {
public:
    CardWriter(const Theme& theme, const QFont& font, ByteUnits units)
        : m_parts(theme, font)
        , m_units(units)
        , m_warning(theme.warning.name())
        , m_ground(blend(theme.background, theme.warning, 0.12).name())
        , m_rule(blend(theme.background, theme.warning, 0.35).name())
    { }

    QString html(const OomText& text);

private:
    void paragraph(const QString& html, int above);
    void rule();
    void figures(const std::vector<OomRow>& rows);
    void list(const QString& title, const std::vector<OomRow>& rows, const Text& leftOut);

    HtmlParts m_parts;
    ByteUnits m_units;
    QString m_warning;
    QString m_ground;
    QString m_rule;
    QString m_html;
};

void CardWriter::paragraph(const QString& html, int above)
{
    m_html += QStringLiteral("<p style='margin-top:%1px;margin-bottom:0;line-height:120%'>%2</p>")
                  .arg(above)
                  .arg(html);
}

void CardWriter::rule()
{
    // A cell of one pixel: QTextDocument draws <hr> in a colour of its own.
    m_html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='0' style='margin-top:3px;"
                             "margin-bottom:3px'><tr><td bgcolor='%1' style='font-size:1px'>&#8203;</td></tr>"
                             "</table>")
                  .arg(m_rule);
}

// To the byte, and rounded beside it. The widths keep the columns of several such tables in line.
void CardWriter::figures(const std::vector<OomRow>& rows)
{
    m_html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='1'>");
    for (const OomRow& row : rows)
        m_html += QStringLiteral(
            "<tr><td width='41%'>%1</td><td width='37%' align='right' style='white-space:pre'>%2</td>"
            "<td width='22%' align='right' style='white-space:pre'>&nbsp;%3</td></tr>")
                      .arg(m_parts.inlineText(row.text), m_parts.figure(countText(row.bytes)),
                          m_parts.muted(bytesText(row.bytes, m_units)));
    m_html += QStringLiteral("</table>");
}

void CardWriter::list(const QString& title, const std::vector<OomRow>& rows, const Text& leftOut)
{
    if (rows.empty())
        return;
    paragraph(m_parts.muted(title), 8);
    for (const OomRow& row : rows)
        paragraph(m_parts.figure(countText(row.bytes)) + QLatin1Char(' ')
                + m_parts.muted(QStringLiteral("B (%1)").arg(bytesText(row.bytes, m_units)))
                + QLatin1Char(' ') + m_parts.inlineText(row.text),
            3);
    if (!leftOut.empty())
        paragraph(m_parts.muted(plainText(leftOut)), 3);
}

QString CardWriter::html(const OomText& text)
{
    m_html = QStringLiteral("<table width='100%' cellspacing='0' cellpadding='8' bgcolor='%1'><tr><td>"
                            "<span style='color:%2;font-size:large'>%3</span>")
                 .arg(m_ground, m_warning, m_parts.inlineText(text.headline));
    paragraph(m_parts.inlineText(text.verdict), 4);
    paragraph({}, 0);
    for (const auto& group : text.figures) {
        rule();
        figures(group);
    }
    rule();
    for (const Text& sentence : text.sentences)
        paragraph(m_parts.inlineText(sentence), 4);
    if (!text.question.empty())
        paragraph(m_parts.inlineText(text.question), 6);
    list(QStringLiteral("Who holds most:"), text.holders, text.holdersLeftOut);
    list(QStringLiteral("What keeps free memory from the device:"), text.pinned, text.pinnedLeftOut);
    if (!text.others.empty())
        paragraph(m_parts.inlineText(text.others), 8);
    return m_html + QStringLiteral("</td></tr></table>");
}

} // namespace

QString oomCardHtml(const OomText& text, const Theme& theme, const QFont& font, ByteUnits units)
{
    return CardWriter(theme, font, units).html(text);
}

} // namespace tidemark::ui
