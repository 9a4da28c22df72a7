// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/details_html.h"

#include "ui/details/figures.h"
#include "ui/details/html_parts.h"
#include "ui/details/oom_card.h"
#include "ui/details/source_target.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

const QString openTable =
    QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2' style='margin-top:4px'>");

// Builds the pane's rich text piece by piece. Only what QTextDocument understands: tables, spans, styles.
class HtmlWriter {
public:
    explicit HtmlWriter(const DetailsStyle& style)
        : m_style(style)
        , m_parts(style.theme, style.font)
        , m_muted(style.theme.mutedText.name())
    { }

    void title(const QString& text);
    void headline(const Text& text);
    void sentence(const Text& text);
    void figures(const MomentText& moment);
    void rows(const std::vector<TextRow>& rows);
    void pins(const MomentText& moment);
    void fragmentation(const FragmentationText& text);
    void reason(const ReasonWords& words);
    void frames(const QString& name, const std::vector<FrameText>& frames);
    void card(const OomText& oom) { m_html += oomCardHtml(oom, m_style.theme, m_style.font, m_style.units); }
    void quietCard(const Card& card);
    void rule();
    void thinRule(int above, int below);
    const QString& html() const { return m_html; }

private:
    QString inlineHtml(const Text& text) const { return m_parts.inlineText(text); }
    QString figureHtml(const QString& html) const { return m_parts.figure(html); }
    QString mutedHtml(const QString& text) const { return m_parts.muted(text); }
    QString frameHtml(const FrameText& frame) const;
    QString placeHtml(const FrameText& frame) const;
    QString rowHtml(const TextRow& row) const;
    void figureRow(const FigureRow& row, bool isStrong, bool isMuted);
    void poolRows(const FragmentationText& text);
    void sum(const std::vector<FigureRow>& rows, const FigureRow& total);

    const DetailsStyle& m_style;
    HtmlParts m_parts;
    QString m_muted;
    QString m_html;
};

void HtmlWriter::title(const QString& text)
{
    m_html += QStringLiteral("<p style='margin-top:2px;margin-bottom:4px;font-size:small;color:%1'>%2</p>")
                  .arg(m_muted, text.toUpper().toHtmlEscaped());
}

void HtmlWriter::headline(const Text& text)
{
    m_html += QStringLiteral("<p style='margin-top:0;margin-bottom:6px;font-size:large'>%1</p>")
                  .arg(inlineHtml(text));
}

void HtmlWriter::sentence(const Text& text)
{
    if (!text.empty())
        m_html += QStringLiteral("<p style='margin-top:0;margin-bottom:8px;line-height:120%'>%1</p>")
                      .arg(inlineHtml(text));
}

// A bar with the question; opened, what answers it.
void HtmlWriter::quietCard(const Card& card)
{
    const bool isOpen =
        std::find(m_style.openCards.begin(), m_style.openCards.end(), card.kind) != m_style.openCards.end();
    const Link toggle{Link::Kind::Card, static_cast<std::uint64_t>(card.kind)};
    m_html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='6' style='margin-top:6px;"
                             "margin-bottom:8px' bgcolor='%1'><tr><td>")
                  .arg(blend(m_style.theme.background, m_style.theme.accent, 0.10).name());
    m_html += inlineHtml({{textOf(card.title), true}, {QStringLiteral("  ")},
        {isOpen ? QStringLiteral("Hide") : QStringLiteral("Why?"), false, toggle}});
    if (isOpen) {
        for (const ExplanationSentence& text : card.sentences)
            m_html += QStringLiteral("<p style='margin-top:5px;margin-bottom:0;line-height:120%'>%1</p>")
                          .arg(inlineHtml(wordsOf(text.text, m_style.units)));
        if (!card.tries.empty())
            m_html += QStringLiteral("<p style='margin-top:8px;margin-bottom:0'>%1</p>")
                          .arg(mutedHtml(QStringLiteral("What to try:")));
        for (const ReasonSentence& text : card.tries)
            m_html += QStringLiteral("<p style='margin-top:3px;margin-bottom:0;line-height:120%'>%1</p>")
                          .arg(inlineHtml(wordsOf(text, m_style.units)));
    }
    m_html += QStringLiteral("</td></tr></table>");
}

void HtmlWriter::thinRule(int above, int below)
{
    // A cell of one pixel: QTextDocument draws <hr> in a colour of its own.
    m_html += QStringLiteral(
        "<table width='100%' cellspacing='0' cellpadding='0' style='margin-top:%1px;"
        "margin-bottom:%2px'><tr><td bgcolor='%3' style='font-size:1px'>&#8203;</td></tr></table>")
                  .arg(above)
                  .arg(below)
                  .arg(m_style.theme.border.name());
}

void HtmlWriter::rule()
{
    thinRule(8, 8);
}

void HtmlWriter::figureRow(const FigureRow& row, bool isStrong, bool isMuted)
{
    const QString image =
        row.memoryClass ? QStringLiteral("<img src='%1'>").arg(swatchName(*row.memoryClass)) : QString();
    QString label = isStrong ? QStringLiteral("<b>%1</b>").arg(row.label.toHtmlEscaped())
        : isMuted            ? mutedHtml(row.label)
                             : row.label.toHtmlEscaped();
    // A word that the glossary explains; it looks as the others do, so that the figures stay in front.
    if (row.band != Band::Nothing)
        label = QStringLiteral("<a href='%1' style='color:%2;text-decoration:none'>%3</a>")
                    .arg(linkTarget({Link::Kind::Term, static_cast<std::uint64_t>(row.band)}),
                        m_style.theme.text.name(), label);
    const QString bytes = isMuted ? mutedHtml(countText(row.bytes)) : countText(row.bytes);
    m_html += QStringLiteral(
        "<tr><td width='18' style='vertical-align:middle'>%1</td><td style='white-space:pre'>%2</td>"
        "<td align='right' style='white-space:pre'>%3</td></tr>")
                  .arg(image, label, figureHtml(bytes));
}

void HtmlWriter::figures(const MomentText& moment)
{
    sum(moment.figures, moment.reserved);
    m_html += openTable;
    for (const FigureRow& row : moment.insideLive)
        figureRow(row, false, true);
    m_html += QStringLiteral("</table>");
}

// Rows above a line, and below it what they sum to.
void HtmlWriter::sum(const std::vector<FigureRow>& rows, const FigureRow& total)
{
    m_html += openTable;
    for (const FigureRow& row : rows)
        figureRow(row, false, false);
    m_html += QStringLiteral("</table>");
    thinRule(2, 2);
    m_html += openTable;
    figureRow(total, true, false);
    m_html += QStringLiteral("</table>");
}

void HtmlWriter::poolRows(const FragmentationText& text)
{
    const auto cell = [](const QString& content) {
        return QStringLiteral("<td align='right' style='white-space:pre;padding-left:8px'>%1</td>")
            .arg(content);
    };
    m_html += openTable + QStringLiteral("<tr><td></td>") + cell(mutedHtml(QStringLiteral("free")))
        + cell(mutedHtml(QStringLiteral("largest"))) + cell(mutedHtml(QStringLiteral("pieces")))
        + QStringLiteral("</tr>");
    for (const PoolRow& row : text.pools)
        m_html += QStringLiteral("<tr><td>%1</td>").arg(row.name.toHtmlEscaped())
            + cell(figureHtml(bytesText(row.free, m_style.units)))
            + cell(figureHtml(bytesText(row.largest, m_style.units)))
            + cell(figureHtml(countText(row.pieces))) + QStringLiteral("</tr>");
    m_html += QStringLiteral("</table>");
    if (text.poolsLeftOut > 0)
        sentence({{QStringLiteral("and %1 with less")
                       .arg(counted(text.poolsLeftOut, QStringLiteral("pool"), QStringLiteral("pools")))}});
}

void HtmlWriter::fragmentation(const FragmentationText& text)
{
    if (text.headline.empty())
        return;
    rule();
    title(QStringLiteral("Fragmentation"));
    Text line = text.headline;
    line.push_back({QStringLiteral(". ")});
    line.push_back({m_style.showsFragmentation ? QStringLiteral("Show less") : QStringLiteral("Show more"),
        false, Link{Link::Kind::Fragmentation}});
    sentence(line);
    if (!m_style.showsFragmentation)
        return;
    poolRows(text);
    m_html +=
        QStringLiteral("<p style='margin-top:8px;margin-bottom:0'>%1</p>").arg(mutedHtml(text.splitTitle));
    sum(text.split, text.reserved);
}

void HtmlWriter::reason(const ReasonWords& words)
{
    rule();
    title(words.title);
    for (const Text& text : words.first)
        sentence(text);
    if (m_style.showsReason)
        for (const Text& text : words.more)
            sentence(text);
    if (!words.avoided.empty()) {
        m_html += QStringLiteral("<p style='margin-top:4px;margin-bottom:4px'>%1</p>")
                      .arg(mutedHtml(QStringLiteral("What would have avoided it:")));
        for (const Text& text : words.avoided)
            sentence(text);
    }
    if (!words.more.empty())
        sentence({{m_style.showsReason ? QStringLiteral("Show less") : QStringLiteral("Show more"), false,
            Link{Link::Kind::Reason}}});
}

QString HtmlWriter::rowHtml(const TextRow& row) const
{
    const QString value = inlineHtml(row.value);
    return QStringLiteral("<tr><td style='white-space:pre;padding-right:10px'>%1</td>"
                          "<td align='right'>%2</td></tr>")
        .arg(mutedHtml(row.label), row.isFigure ? figureHtml(value) : value);
}

void HtmlWriter::rows(const std::vector<TextRow>& rows)
{
    m_html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>");
    for (const TextRow& row : rows)
        m_html += rowHtml(row);
    m_html += QStringLiteral("</table>");
}

void HtmlWriter::pins(const MomentText& moment)
{
    if (moment.pins.empty())
        return;
    m_html += QStringLiteral("<p style='margin-top:4px;margin-bottom:4px'>%1</p>")
                  .arg(mutedHtml(QStringLiteral("What pins them:")));
    for (const PinText& pin : moment.pins)
        m_html += QStringLiteral("<p style='margin-top:0;margin-bottom:3px;margin-left:10px'>%1</p>")
                      .arg(inlineHtml(pin.text));
    if (moment.pinsLeftOut > 0)
        m_html += QStringLiteral("<p style='margin-top:0;margin-bottom:3px;margin-left:10px'>%1</p>")
                      .arg(mutedHtml(QStringLiteral("and %1 with less free memory")
                                         .arg(counted(moment.pinsLeftOut, QStringLiteral("segment"),
                                             QStringLiteral("segments")))));
}

QString HtmlWriter::frameHtml(const FrameText& frame) const
{
    const QString kind = frame.kind == FrameKind::Operation ? QStringLiteral("operation ")
        : frame.kind == FrameKind::Scope                    ? QStringLiteral("scope ")
                                                            : QString();
    QString html = kind.isEmpty() ? QString() : mutedHtml(kind);
    html += figureHtml(frame.function.toHtmlEscaped());
    if (!frame.place.isEmpty())
        html += QLatin1Char(' ') + placeHtml(frame);
    return QStringLiteral("<p style='margin-top:0;margin-bottom:4px'>%1</p>").arg(html);
}

// A click opens it in an editor.
QString HtmlWriter::placeHtml(const FrameText& frame) const
{
    return QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
        .arg(sourceTarget(sourcePlaceOf(frame.fullPlace)), m_muted, frame.place.toHtmlEscaped());
}

void HtmlWriter::frames(const QString& name, const std::vector<FrameText>& frames)
{
    if (frames.empty())
        return;
    rule();
    title(name);
    std::size_t hidden = 0;
    for (const FrameText& frame : frames) {
        if (frame.isFramework && !m_style.showsFramework)
            ++hidden;
        else
            m_html += frameHtml(frame);
    }
    const bool hasFramework =
        std::any_of(frames.begin(), frames.end(), [](const FrameText& frame) { return frame.isFramework; });
    if (!hasFramework)
        return;
    const Link link{Link::Kind::Frames};
    if (hidden == 0)
        sentence({{QStringLiteral("Hide the framework's frames"), false, link}});
    else
        sentence({{counted(hidden, QStringLiteral("framework frame hidden"),
                       QStringLiteral("framework frames hidden")),
            false, link}});
}

void writeMoment(HtmlWriter& writer, const DetailsText& text)
{
    const MomentText& moment = *text.moment;
    writer.title(moment.title);
    writer.headline(moment.headline);
    writer.sentence(moment.share);
    if (text.oom) {
        writer.card(*text.oom);
        writer.rule();
    }
    writer.figures(moment);
    if (!moment.origin.empty() || !moment.emptyCache.empty()) {
        writer.rule();
        writer.sentence(moment.origin);
        writer.sentence(moment.emptyCache);
        writer.pins(moment);
    }
    for (const Card& card : text.cards)
        writer.quietCard(card);
    if (!moment.driver.title.isEmpty()) {
        writer.rule();
        writer.title(moment.driver.title);
        for (const Text& sentence : moment.driver.sentences)
            writer.sentence(sentence);
    }
    if (!moment.event.empty()) {
        writer.rule();
        writer.title(QStringLiteral("This event · ") + moment.eventTitle);
        writer.rows(moment.event);
    }
    if (moment.reason)
        writer.reason(*moment.reason);
    writer.fragmentation(moment.fragmentation);
}

void writeBlock(HtmlWriter& writer, const std::optional<BlockText>& block)
{
    writer.rule();
    writer.title(QStringLiteral("Selected block"));
    if (!block) {
        writer.sentence(
            {{QStringLiteral("Select a block in the map, and its size, its age and its stack stand here.")}});
        return;
    }
    writer.sentence(block->headline);
    writer.rows(block->rows);
    writer.frames(QStringLiteral("Stack"), block->frames);
    writer.frames(QStringLiteral("Made in the forward pass by"), block->forwardFrames);
    writer.sentence(block->note);
}

} // namespace

QString swatchName(MemoryClass memoryClass)
{
    return QStringLiteral("swatch:%1").arg(static_cast<int>(memoryClass));
}

QString detailsHtml(const DetailsText& text, const DetailsStyle& style)
{
    HtmlWriter writer(style);
    if (!text.moment) {
        writer.sentence({{text.empty}});
        return writer.html();
    }
    writeMoment(writer, text);
    writeBlock(writer, text.block);
    return writer.html();
}

} // namespace tidemark::ui
