// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_text.h"

#include "core/base/bytes.h"
#include "core/base/one_line.h"
#include "core/report/curve_chart.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t lineWidth = 80;
constexpr std::size_t labelWidth = 30;

std::string rounded(std::uint64_t bytes)
{
    return formatBytes(static_cast<std::int64_t>(bytes));
}

std::string exact(std::uint64_t bytes)
{
    return formatExact(static_cast<std::int64_t>(bytes));
}

// Characters, where every byte that goes on with one counts for nothing.
std::size_t widthOf(std::string_view text)
{
    std::size_t width = 0;
    for (const char character : text)
        width += (static_cast<unsigned char>(character) & 0xc0U) != 0x80U ? 1 : 0;
    return width;
}

// Broken between words; each line begins with `indent`.
std::string wrapped(std::string_view text, std::string_view indent)
{
    std::string result;
    std::string line;
    const auto flush = [&] {
        if (!line.empty())
            result += std::string(indent) + line + "\n";
        line.clear();
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.empty() && indent.size() + widthOf(line) + 1 + widthOf(word) > lineWidth)
            flush();
        if (!line.empty())
            line += ' ';
        line += word;
    }
    flush();
    return result;
}

class TextPage {
public:
    std::string made(const ReportPage& page);

private:
    void device(const ReportDevice& device);
    void peaks(const std::vector<ReportPeak>& peaks, std::string_view name);
    void composition(const ReportDevice& device);
    void end(const ReportDevice& device);
    void card(const Card& card);
    void oom(const OutOfMemoryText& text, std::size_t event);

    void title(std::string_view text) { m_text += "\n" + oneLine(text) + "\n"; }
    void line(std::string_view text) { m_text += wrapped(oneLine(text), "  "); }
    void sentences(const std::vector<ExplanationSentence>& sentences);
    void facts(const std::vector<std::pair<std::string, std::string>>& facts);
    void bytes(std::string_view name, std::uint64_t bytes, std::string_view behind = {});
    void bands(const std::vector<BandRow>& rows, std::uint64_t total);

    std::string m_text;
};

void TextPage::sentences(const std::vector<ExplanationSentence>& sentences)
{
    for (const ExplanationSentence& sentence : sentences)
        line(exactText(sentence.text));
}

void TextPage::facts(const std::vector<std::pair<std::string, std::string>>& facts)
{
    for (const auto& [label, value] : facts)
        m_text += fmt::format("  {:<{}} {}\n", oneLine(label), labelWidth - 1, oneLine(value));
}

// The name, padded by its characters and not by its bytes.
void TextPage::bytes(std::string_view name, std::uint64_t bytes, std::string_view behind)
{
    const std::string label = oneLine(name);
    const std::size_t width = widthOf(label);
    const std::string padding(width < labelWidth ? labelWidth - width : 0, ' ');
    m_text += fmt::format("  {}{} {:>17} B {:>11}{}{}\n", label, padding, exact(bytes), rounded(bytes),
        behind.empty() ? "" : "  ", behind);
}

void TextPage::bands(const std::vector<BandRow>& rows, std::uint64_t total)
{
    for (const BandRow& row : rows)
        bytes(row.label, row.bytes);
    bytes("reserved, the sum of these", total);
}

void TextPage::peaks(const std::vector<ReportPeak>& peaks, std::string_view name)
{
    if (peaks.empty())
        return;
    title(name);
    for (const ReportPeak& peak : peaks)
        bytes(peak.name, static_cast<std::uint64_t>(std::max<std::int64_t>(peak.bytes, 0)),
            peak.position == 0 ? std::string() : "event " + exact(peak.position));
}

void TextPage::composition(const ReportDevice& device)
{
    if (device.peakTables.empty())
        return;
    title("What fills the peak of allocated");
    bytes("allocated at the peak", device.peak.bytes, countedText(device.peak.count, "block", "blocks"));
    for (const ReportTable& table : device.peakTables) {
        title(table.title);
        for (const ReportTable::Row& row : table.rows)
            bytes(row.name, row.bytes, countedText(row.count, "block", "blocks"));
        if (table.rest.count > 0)
            bytes("all others", table.rest.bytes, countedText(table.rest.count, "block", "blocks"));
    }
}

void TextPage::card(const Card& card)
{
    title(card.title);
    sentences(card.sentences);
    for (const ReasonSentence& attempt : card.tries)
        line("To try: " + exactText(attempt));
}

void TextPage::oom(const OutOfMemoryText& text, std::size_t event)
{
    const std::string words = fmt::format("Event {}: {}", exact(event + 1), plainText(text));
    m_text += '\n';
    for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t end = std::min(words.find('\n', begin), words.size());
        m_text += oneLine(std::string_view(words).substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
}

void TextPage::end(const ReportDevice& device)
{
    const Explanation& explanation = device.explanation;
    title(device.end);
    bands(explanation.parts, explanation.composition.reserved);
    m_text += '\n';
    sentences(explanation.origin);
    sentences(explanation.emptyCache);
    for (const ExplanationSentence& pin : explanation.pinned)
        m_text += "    " + exactText(pin.text) + "\n";
    if (explanation.pinnedLeftOut > 0)
        m_text += fmt::format("    and {} with less free memory\n",
            countedText(explanation.pinnedLeftOut, "segment", "segments"));
    if (!explanation.driver.empty())
        title("The driver's view");
    sentences(explanation.driver);
    title("Fragmentation");
    line(freeMemoryText(device.fragmentation.free));
    bands(splitRows(device.fragmentation), device.fragmentation.split.reserved);
}

void TextPage::device(const ReportDevice& device)
{
    title(device.title);
    facts(device.facts);
    if (const std::string chart = curveChartText(device.curves); !chart.empty())
        m_text += "\n" + chart;
    for (std::size_t i = 0; i < device.ooms.size(); ++i)
        oom(device.ooms[i], device.oomEvents[i]);
    if (device.oomsLeftOut > 0)
        line(fmt::format("Memory ran out {} more before.", countedText(device.oomsLeftOut, "time", "times")));
    peaks(device.peaks, "Peaks");
    sentences(device.needs);
    peaks(device.sampled, "Peaks of the curves in the file");
    composition(device);
    for (const Card& answer : device.cards)
        card(answer);
    if (!device.end.empty())
        end(device);
}

std::string TextPage::made(const ReportPage& page)
{
    m_text = fmt::format("{}\n  Where its memory went, by {}\n\n", oneLine(page.title), page.tidemark);
    facts(page.facts);
    for (const std::string& note : page.notes)
        line("Note: " + note);
    if (page.devices.empty())
        line("No device in this file has events or segments.");
    for (const ReportDevice& part : page.devices)
        device(part);
    return m_text;
}

} // namespace

std::string reportText(const ReportPage& page)
{
    return TextPage().made(page);
}

} // namespace tidemark
