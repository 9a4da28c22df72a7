// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/moment_text.h"

#include "core/analysis/explain/explanation.h"
#include "ui/details/event_text.h"
#include "ui/details/figures.h"
#include "ui/map/map_rows.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

constexpr std::size_t mostPins = 6;

Text headlineOf(const Composition& composition, ByteUnits units)
{
    if (composition.reserved == 0)
        return {{QStringLiteral("Nothing is reserved"), true}};
    return {{bytesText(composition.reserved, units) + QStringLiteral(" reserved"), true},
        {QStringLiteral(", ") + bytesText(composition.allocated, units) + QStringLiteral(" allocated")}};
}

// How much of what is allocated the filter holds.
Text heldText(const Moment& moment, const Composition& composition)
{
    const QString name =
        QStringLiteral("Only %1").arg(filterName(moment.device, moment.filter, moment.units));
    if (!moment.heldBytes)
        return {{name, true}, {QStringLiteral(": looking for these allocations …")}};
    const std::uint64_t bytes = *moment.heldBytes;
    QString text = QStringLiteral(": %1 of them are here, %2 (%3 B)")
                       .arg(countText(moment.heldBlocks), bytesText(bytes, moment.units), countText(bytes));
    if (composition.allocated > 0)
        text += QStringLiteral(", %1 % of what is allocated")
                    .arg(100 * static_cast<double>(bytes) / static_cast<double>(composition.allocated), 0,
                        'f', 1);
    return {{name, true},
        {text
            + QStringLiteral(
                ". Segments are shared with others: what follows is about all that is in them.")}};
}

// How much of all reserved memory the filter holds.
Text shareText(const Moment& moment, const Composition& composition)
{
    if (moment.filter.isAll())
        return {};
    if (!moment.filter.allocations.isAll())
        return heldText(moment, composition);
    std::uint64_t all = 0;
    for (const SegmentInfo& segment : moment.allSegments.segments)
        all += segment.totalSize;
    if (all == 0)
        return {{QStringLiteral("Nothing is reserved on the whole device.")}};
    const double share = 100 * static_cast<double>(composition.reserved) / static_cast<double>(all);
    return {{QStringLiteral("Only %1").arg(filterName(moment.device, moment.filter, moment.units)), true},
        {QStringLiteral(": %1 % of the %2 that are reserved in all (%3 B).")
                .arg(share, 0, 'f', 1)
                .arg(bytesText(all, moment.units), countText(all))}};
}

// Sentences of one paragraph; `isStrong`: the words that name what they are about stand out.
Text joinedText(const std::vector<ExplanationSentence>& sentences, bool isStrong, ByteUnits units)
{
    Text text;
    for (const ExplanationSentence& sentence : sentences) {
        if (!text.empty())
            text.push_back({QStringLiteral(" ")});
        const Text words = wordsOf(sentence.text, units);
        for (std::size_t i = 0; i < words.size(); ++i) {
            text.push_back(words[i]);
            const auto names = sentence.text[i].names;
            text.back().isStrong = isStrong && sentence.kind == SentenceKind::EmptyCache
                && (names == ReasonPart::Names::Band || names == ReasonPart::Names::Bytes);
        }
    }
    return text;
}

void addPins(MomentText& text, const Explanation& explanation, ByteUnits units)
{
    for (const ExplanationSentence& pin : explanation.pinned) {
        const Text words = wordsOf(pin.text, units);
        const auto block = std::find_if(words.begin(), words.end(),
            [](const TextPart& part) { return part.link && part.link->kind == Link::Kind::Block; });
        if (block != words.end())
            text.pins.push_back({block->link->value, words});
    }
    text.pinsLeftOut = explanation.pinnedLeftOut;
}

} // namespace

Text emptyCacheText(const SegmentList& list, ByteUnits units, bool isInsideFree)
{
    return joinedText(emptyCacheSentences(list, {}, isInsideFree), true, units);
}

MomentText momentText(const Moment& moment)
{
    const Explanation explanation =
        explain(explainedMoment(moment), settingsOf(moment.recording, moment.device), mostPins);
    MomentText text;
    text.title = QStringLiteral("At the cursor · ") + momentName(moment.position);
    text.headline = headlineOf(explanation.composition, moment.units);
    text.share = shareText(moment, explanation.composition);
    for (const BandRow& row : explanation.parts)
        text.figures.push_back(figureRow(row));
    for (const BandRow& row : explanation.insideLive)
        text.insideLive.push_back(figureRow(row));
    text.reserved = {std::nullopt, QStringLiteral("reserved, the sum of these"),
        explanation.composition.reserved, Band::Reserved};
    if (moment.hasCurves())
        text.origin = joinedText(explanation.origin, false, moment.units);
    text.emptyCache = joinedText(explanation.emptyCache, true, moment.units);
    addPins(text, explanation, moment.units);
    text.driver = driverText(explanation, moment.units);
    text.fragmentation = fragmentationText(moment);
    if (moment.position > 0 && moment.position <= moment.device.events.size()) {
        text.eventTitle = eventTitle(moment);
        text.event = eventRows(moment);
        text.reason = reasonWords(moment);
    }
    return text;
}

} // namespace tidemark::ui
