// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_html.h"

#include "core/base/bytes.h"
#include "core/report/curve_chart.h"
#include "core/report/page_text.h"
#include "core/report/report_style.h"

#include <algorithm>

namespace tidemark {

namespace {

std::string roundedCell(std::uint64_t bytes)
{
    return formatBytes(static_cast<std::int64_t>(bytes));
}

std::string exactCell(std::uint64_t bytes)
{
    return formatExact(static_cast<std::int64_t>(bytes));
}

std::string_view styleOf(Band band)
{
    switch (band) {
    case Band::Requested:
        return "requested";
    case Band::Rounding:
        return "rounding";
    case Band::Allocated:
        return "allocated";
    case Band::Waiting:
        return "waiting";
    case Band::FreeBesideLive:
        return "beside";
    case Band::WholeFree:
        return "free";
    default:
        return "reserved";
    }
}

class HtmlPage {
public:
    std::string made(const ReportPage& page);

private:
    void device(const ReportDevice& device);
    void curves(const ReportDevice& device);
    void peaks(const std::vector<ReportPeak>& peaks, std::string_view place);
    void composition(const ReportDevice& device);
    void table(const ReportTable& table);
    void end(const ReportDevice& device);
    void card(const Card& card);
    void oom(const OutOfMemoryText& text, std::size_t event);

    void add(std::string_view html) { m_html += html; }
    void title(std::string_view text) { m_html += fmt::format("<h3>{}</h3>\n", htmlText(text)); }
    void paragraph(std::string_view text, std::string_view style = {});
    void sentences(const std::vector<ExplanationSentence>& sentences);
    void facts(const std::vector<std::pair<std::string, std::string>>& facts);
    void bytesRow(std::string_view name, std::uint64_t bytes, std::string_view style = {});
    void bands(const std::vector<BandRow>& rows, std::uint64_t total, std::string_view totalName);
    void byteRows(const std::vector<ByteRow>& rows);
    void holders(std::string_view name, const std::vector<HolderRow>& rows, std::uint64_t leftOut);
    void openTable() { add("<div class=\"scroll\"><table>\n"); }
    void closeTable() { add("</table></div>\n"); }

    std::string m_html;
};

void HtmlPage::paragraph(std::string_view text, std::string_view style)
{
    if (!text.empty())
        m_html += style.empty() ? fmt::format("<p>{}</p>\n", htmlText(text))
                                : fmt::format("<p class=\"{}\">{}</p>\n", style, htmlText(text));
}

void HtmlPage::sentences(const std::vector<ExplanationSentence>& sentences)
{
    for (const ExplanationSentence& sentence : sentences)
        paragraph(exactText(sentence.text));
}

void HtmlPage::facts(const std::vector<std::pair<std::string, std::string>>& facts)
{
    if (facts.empty())
        return;
    openTable();
    for (const auto& [label, value] : facts)
        m_html +=
            fmt::format("<tr><th>{}</th><td class=\"name\">{}</td></tr>\n", htmlText(label), htmlText(value));
    closeTable();
}

void HtmlPage::bytesRow(std::string_view name, std::uint64_t bytes, std::string_view style)
{
    const std::string swatch = style.empty() ? std::string() : fmt::format("<i class=\"{}\"></i>", style);
    m_html +=
        fmt::format("<tr><td class=\"name\">{}{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
            swatch, htmlText(name), exactCell(bytes), roundedCell(bytes));
}

// A bar whose parts are as long as their bytes, and below it the same as rows with their sum.
void HtmlPage::bands(const std::vector<BandRow>& rows, std::uint64_t total, std::string_view totalName)
{
    add("<div class=\"bar\">");
    for (const BandRow& row : rows) {
        if (row.bytes > 0)
            m_html += fmt::format("<i class=\"{}\" style=\"width:{:.3f}%\" title=\"{} {}\"></i>",
                styleOf(row.band),
                100 * static_cast<double>(row.bytes) / static_cast<double>(std::max<std::uint64_t>(total, 1)),
                htmlText(row.label), roundedCell(row.bytes));
    }
    add("</div>\n");
    openTable();
    for (const BandRow& row : rows)
        bytesRow(row.label, row.bytes, styleOf(row.band));
    m_html +=
        fmt::format("<tr class=\"sum\"><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
            htmlText(totalName), exactCell(total), roundedCell(total));
    closeTable();
}

void HtmlPage::curves(const ReportDevice& device)
{
    const std::string svg = curveChartSvg(device.curves);
    if (svg.empty())
        return;
    add(svg);
    add("\n<p class=\"key\"><span><i class=\"allocated\"></i>allocated</span><span><i class=\"active\"></i>"
        "active</span><span><i class=\"reserved\"></i>reserved</span></p>\n");
}

void HtmlPage::peaks(const std::vector<ReportPeak>& peaks, std::string_view place)
{
    if (peaks.empty())
        return;
    title(place);
    openTable();
    for (const ReportPeak& peak : peaks) {
        const std::string at =
            peak.position == 0 ? std::string() : fmt::format("event {}", exactCell(peak.position));
        m_html += fmt::format("<tr><td class=\"name\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
                              "<td class=\"n muted\">{}</td></tr>\n",
            htmlText(peak.name), formatExact(peak.bytes), formatBytes(peak.bytes), at);
    }
    closeTable();
}

void HtmlPage::table(const ReportTable& table)
{
    m_html += fmt::format("<p class=\"muted\">{}</p>\n", htmlText(table.title));
    openTable();
    const auto row = [&](const ReportTable::Row& line) {
        m_html += fmt::format("<tr><td class=\"name\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
                              "<td class=\"n muted\">{}</td></tr>\n",
            htmlText(line.name), exactCell(line.bytes), roundedCell(line.bytes),
            countedText(line.count, "block", "blocks"));
    };
    for (const ReportTable::Row& line : table.rows)
        row(line);
    if (table.rest.count > 0)
        row({"all others", table.rest.bytes, table.rest.count});
    closeTable();
}

void HtmlPage::composition(const ReportDevice& device)
{
    if (device.peakTables.empty())
        return;
    title("What fills the peak of allocated");
    paragraph(fmt::format("{} in {}", exactBytesText(device.peak.bytes),
                  countedText(device.peak.count, "block", "blocks")),
        "muted");
    for (const ReportTable& rows : device.peakTables)
        table(rows);
}

void HtmlPage::end(const ReportDevice& device)
{
    const Explanation& explanation = device.explanation;
    title(device.end);
    bands(explanation.parts, explanation.composition.reserved, "reserved");
    sentences(explanation.origin);
    sentences(explanation.emptyCache);
    if (!explanation.pinned.empty())
        paragraph("What pins them:", "muted");
    sentences(explanation.pinned);
    if (explanation.pinnedLeftOut > 0)
        paragraph(fmt::format("and {} with less free memory",
                      countedText(explanation.pinnedLeftOut, "segment", "segments")),
            "muted");
    if (!explanation.driver.empty())
        title("The driver's view");
    sentences(explanation.driver);
    title("Fragmentation");
    paragraph(freeMemoryText(device.fragmentation.free));
    bands(splitRows(device.fragmentation), device.fragmentation.split.reserved, "reserved");
}

void HtmlPage::card(const Card& card)
{
    add("<section class=\"card\">\n");
    title(card.title);
    sentences(card.sentences);
    if (!card.tries.empty())
        paragraph("What to try", "muted");
    for (const ReasonSentence& attempt : card.tries)
        paragraph(exactText(attempt));
    add("</section>\n");
}

void HtmlPage::byteRows(const std::vector<ByteRow>& rows)
{
    for (const ByteRow& row : rows)
        bytesRow(row.label, row.bytes);
}

void HtmlPage::holders(std::string_view name, const std::vector<HolderRow>& rows, std::uint64_t leftOut)
{
    if (rows.empty())
        return;
    paragraph(name, "muted");
    openTable();
    for (const HolderRow& row : rows)
        bytesRow(exactText(row.text), row.bytes);
    closeTable();
    if (leftOut > 0)
        paragraph(fmt::format("and {} more with less", exactCell(leftOut)), "muted");
}

void HtmlPage::oom(const OutOfMemoryText& text, std::size_t event)
{
    add("<section class=\"card oom\">\n");
    title(text.headline);
    paragraph(fmt::format("Event {}.", exactCell(event + 1)), "muted");
    paragraph(exactText(text.verdict));
    openTable();
    for (const auto& rows : {text.request, text.device, text.inside})
        byteRows(rows);
    closeTable();
    for (const ReasonSentence& sentence : text.why)
        paragraph(exactText(sentence));
    paragraph(exactText(text.emptyCache));
    paragraph(exactText(text.defragmented));
    holders("Who holds most", text.holders, text.holdersLeftOut);
    holders("What keeps free memory from the device", text.pinned, text.pinnedLeftOut);
    add("</section>\n");
}

void HtmlPage::device(const ReportDevice& device)
{
    m_html += fmt::format("<h2>{}</h2>\n", htmlText(device.title));
    facts(device.facts);
    curves(device);
    for (std::size_t i = 0; i < device.ooms.size(); ++i)
        oom(device.ooms[i], device.oomEvents[i]);
    if (device.oomsLeftOut > 0)
        paragraph(
            fmt::format("Memory ran out {} more before.", countedText(device.oomsLeftOut, "time", "times")),
            "muted");
    peaks(device.peaks, "Peaks");
    sentences(device.needs);
    peaks(device.sampled, "Peaks of the curves in the file");
    composition(device);
    for (const Card& answer : device.cards)
        card(answer);
    if (!device.end.empty())
        end(device);
}

std::string HtmlPage::made(const ReportPage& page)
{
    m_html = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
             "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
             "content=\"width=device-width,initial-scale=1\"/>\n";
    m_html += fmt::format("<title>{} · Tidemark</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
        htmlText(page.title), reportStyle());
    m_html += fmt::format("<h1>{}</h1>\n", htmlText(page.title));
    paragraph("Where its memory went, by " + page.tidemark, "muted");
    facts(page.facts);
    for (const std::string& note : page.notes)
        paragraph("Note: " + note);
    if (page.devices.empty())
        paragraph("No device in this file has events or segments.");
    for (const ReportDevice& part : page.devices)
        device(part);
    add("</main>\n</body>\n</html>\n");
    return m_html;
}

} // namespace

std::string reportHtml(const ReportPage& page)
{
    return HtmlPage().made(page);
}

} // namespace tidemark
