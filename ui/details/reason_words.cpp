// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/reason_words.h"

#include "core/analysis/reserved/segment_reason_text.h"
#include "ui/details/figures.h"

namespace tidemark::ui {

namespace {

bool needsReason(Action action)
{
    return action == Action::SegmentAlloc || action == Action::SegmentMap || action == Action::Oom;
}

std::optional<Link> linkOf(const ReasonPart& part)
{
    switch (part.names) {
    case ReasonPart::Names::Position:
        return Link{Link::Kind::Moment, part.value};
    case ReasonPart::Names::Address:
        return Link{Link::Kind::Block, part.value};
    case ReasonPart::Names::Band:
        return Link{Link::Kind::Band, part.value};
    case ReasonPart::Names::Bytes:
    case ReasonPart::Names::Nothing:
        break;
    }
    return std::nullopt;
}

std::vector<Text> textsOf(const std::vector<ReasonSentence>& sentences, ByteUnits units)
{
    std::vector<Text> texts;
    for (const ReasonSentence& sentence : sentences)
        texts.push_back(wordsOf(sentence, units));
    return texts;
}

std::optional<MemoryClass> memoryClassOf(Band band)
{
    switch (band) {
    case Band::Allocated:
        return MemoryClass::Allocated;
    case Band::Rounding:
        return MemoryClass::Rounding;
    case Band::Waiting:
        return MemoryClass::Waiting;
    case Band::FreeBesideLive:
        return MemoryClass::FreeBesideLive;
    case Band::WholeFree:
        return MemoryClass::WholeFree;
    default:
        return std::nullopt;
    }
}

} // namespace

FigureRow figureRow(const BandRow& row)
{
    return {memoryClassOf(row.band), textOf(row.label), row.bytes, row.band};
}

Text wordsOf(const ReasonSentence& sentence, ByteUnits units)
{
    Text text;
    for (const ReasonPart& part : sentence)
        text.push_back({textOf(part.words(units)), false, linkOf(part)});
    return text;
}

std::optional<ReasonWords> reasonWords(const Moment& moment)
{
    const auto& actions = moment.device.events.action();
    if (moment.position == 0 || moment.position > actions.size()
        || !needsReason(actions[moment.position - 1]))
        return std::nullopt;
    const auto reason = whySegment(moment.recording, moment.deviceIndex, moment.history, moment.position - 1);
    if (!reason)
        return std::nullopt;
    const ReasonText words =
        reasonText(*reason, moment.device, settingsOf(moment.recording, moment.device), moment.units);
    ReasonWords result;
    result.title = reason->call.kind == Action::Oom ? QStringLiteral("Why no memory was found")
                                                    : QStringLiteral("Why this segment?");
    result.first.push_back(wordsOf(words.asked, moment.units));
    if (!words.answer.empty())
        result.first.push_back(wordsOf(words.answer, moment.units));
    result.more = textsOf(words.more, moment.units);
    result.avoided = textsOf(words.avoided, moment.units);
    return result;
}

} // namespace tidemark::ui
