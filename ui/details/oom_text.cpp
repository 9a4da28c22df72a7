// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/oom_text.h"

#include "core/analysis/reserved/out_of_memory_text.h"
#include "ui/details/figures.h"
#include "ui/details/reason_words.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

constexpr std::size_t mostRows = 5; // of holders, and of pinned segments

std::vector<OomRow> rowsOf(const std::vector<ByteRow>& rows)
{
    std::vector<OomRow> result;
    for (const ByteRow& row : rows)
        result.push_back({row.bytes, {{textOf(row.label)}}});
    return result;
}

std::vector<OomRow> rowsOf(const std::vector<HolderRow>& rows, ByteUnits units)
{
    std::vector<OomRow> result;
    for (const HolderRow& row : rows)
        result.push_back({row.bytes, wordsOf(row.text, units)});
    return result;
}

Text leftOutText(std::uint64_t count, const QString& one, const QString& many)
{
    if (count == 0)
        return {};
    return {{QStringLiteral("and %1 with less").arg(counted(count, one, many))}};
}

// "The 2nd of 3. Previous · Next"
Text othersText(const std::vector<std::size_t>& positions, std::size_t position)
{
    if (positions.size() < 2)
        return {};
    const auto here = std::lower_bound(positions.begin(), positions.end(), position);
    const auto number = static_cast<std::uint64_t>(here - positions.begin()) + 1;
    Text text = {
        {QStringLiteral("This is number %1 of %2. ").arg(countText(number), countText(positions.size()))}};
    if (here != positions.begin())
        text.push_back({QStringLiteral("Previous"), false, Link{Link::Kind::Moment, *std::prev(here)}});
    if (here != positions.begin() && std::next(here) != positions.end())
        text.push_back({QStringLiteral(" · ")});
    if (std::next(here) != positions.end())
        text.push_back({QStringLiteral("Next"), false, Link{Link::Kind::Moment, *std::next(here)}});
    return text;
}

bool isAfterOom(const Moment& moment)
{
    const auto& actions = moment.device.events.action();
    return moment.position > 0 && moment.position <= actions.size()
        && actions[moment.position - 1] == Action::Oom;
}

} // namespace

std::optional<OomText> oomText(const Moment& moment)
{
    if (!isAfterOom(moment))
        return std::nullopt;
    const auto report =
        outOfMemoryReport(moment.recording, moment.deviceIndex, moment.history, moment.position - 1);
    if (!report)
        return std::nullopt;
    const OutOfMemoryText words = outOfMemoryText(
        *report, moment.device, settingsOf(moment.recording, moment.device), mostRows, moment.units);
    OomText text;
    text.headline = {{textOf(words.headline), true}};
    text.verdict = wordsOf(words.verdict, moment.units);
    for (const auto& group : {words.request, words.device, words.inside})
        if (!group.empty())
            text.figures.push_back(rowsOf(group));
    text.sentences.push_back(wordsOf(words.emptyCache, moment.units));
    if (!words.defragmented.empty())
        text.sentences.push_back(wordsOf(words.defragmented, moment.units));
    text.holders = rowsOf(words.holders, moment.units);
    text.pinned = rowsOf(words.pinned, moment.units);
    text.holdersLeftOut =
        leftOutText(words.holdersLeftOut, QStringLiteral("holder"), QStringLiteral("holders"));
    text.pinnedLeftOut =
        leftOutText(words.pinnedLeftOut, QStringLiteral("segment"), QStringLiteral("segments"));
    text.others = othersText(outOfMemoryPositions(moment.device.events), moment.position);
    if (moment.recording.complete && report->reason.isKnown)
        text.question = {{QStringLiteral("Would another setting have served it?"), false,
            Link{Link::Kind::OtherSettings, moment.position}}};
    return text;
}

} // namespace tidemark::ui
