// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/reason_json.h"

namespace tidemark {

namespace {

std::string_view whyNotName(WhyNot why)
{
    switch (why) {
    case WhyNot::TooSmall:
        return "too_small";
    case WhyNot::OversizeBlock:
        return "max_split_size";
    case WhyNot::OversizeRest:
        return "max_non_split_rounding";
    case WhyNot::Expandable:
        return "expandable_segment";
    case WhyNot::OtherStream:
        return "other_stream";
    case WhyNot::OtherPool:
        return "other_pool";
    case WhyNot::OtherKind:
        break;
    }
    return "other_segment_type";
}

std::string_view causeName(ReleaseCause cause)
{
    switch (cause) {
    case ReleaseCause::None:
        return "none";
    case ReleaseCause::EmptyCache:
        return "empty_cache";
    case ReleaseCause::Pressure:
        return "retry";
    case ReleaseCause::Partly:
        return "partial_release";
    case ReleaseCause::Unknown:
        break;
    }
    return "unknown";
}

Json keyJson(const FreeKey& key, const Device& device)
{
    const PoolId pool = key.pool < device.pools.size() ? device.pools[key.pool] : PoolId{};
    return {{"stream", key.stream < device.streams.size() ? device.streams[key.stream] : 0},
        {"segment_type", key.isLarge ? "large" : "small"},
        {"segment_pool_id", Json::array({pool.first, pool.second})}};
}

Json placeJson(const FreePlace& place, const Device& device)
{
    Json json = {{"address", place.address}, {"size", place.size}, {"is_expandable", place.isExpandable}};
    json.update(keyJson(place.key, device));
    return json;
}

Json missJson(const NearMiss& miss, const Device& device)
{
    Json json = {{"why_not", whyNotName(miss.why)}};
    if (miss.why == WhyNot::TooSmall)
        json["lacking"] = miss.lacking;
    json.update(placeJson(miss.block, device));
    return json;
}

Json callJson(const DeviceCall& call)
{
    Json json = {{"action", actionName(call.kind)}, {"first_event", call.begin}, {"last_event", call.end - 1},
        {"bytes", call.bytes}, {"alloc_event", call.alloc ? Json(*call.alloc) : Json(nullptr)}};
    json["released"] = {{"events", call.releasedSegments}, {"bytes", call.releasedBytes}};
    return json;
}

Json pinnedJson(const PinnedPlace& place)
{
    Json pins = Json::array();
    for (const BlockInfo& pin : place.pins)
        pins.push_back({{"address", pin.address}, {"size", pin.size}, {"state", blockStateName(pin.state)},
            {"alloc_event", pin.allocEvent == BlockInfo::noEvent ? Json(nullptr) : Json(pin.allocEvent)}});
    return {{"begin", place.begin}, {"end", place.end}, {"free", place.freeBytes}, {"live", place.liveBytes},
        {"live_blocks", place.pinCount}, {"blocks", std::move(pins)}};
}

Json oomJson(const SegmentReason& reason)
{
    const OomFacts& oom = *reason.oom;
    return {{"device_free", oom.driverFree}, {"reserved", oom.reserved}, {"most_reserved", oom.mostReserved},
        {"still_releasable", oom.stillReleasable}, {"lacking", oom.lacking},
        {"limit", oom.isLimited(reason.segmentSize)}};
}

Json sentencesJson(const std::vector<ReasonSentence>& sentences)
{
    Json json = Json::array();
    for (const ReasonSentence& sentence : sentences)
        json.push_back(plainText(sentence));
    return json;
}

void addFacts(Json& json, const SegmentReason& reason, const Device& device)
{
    json["requested"] = reason.call.alloc ? Json(reason.requested) : Json(nullptr);
    json["rounded"] = reason.rounded;
    json["segment_size"] = reason.segmentSize;
    json.update(keyJson(reason.request.key, device));
    json["searched_before_event"] = reason.searched;
    json["free"] = freeJson(reason.free);
    json["free_in_all"] = freeJson(reason.freeInAll);
    json["fragmented"] = reason.isFragmented();
    json["refused"] = reason.refused ? missJson(*reason.refused, device) : Json(nullptr);
    json["unexplained"] = reason.unexplained ? placeJson(*reason.unexplained, device) : Json(nullptr);
    json["elsewhere"] = Json::array();
    for (const NearMiss& miss : reason.elsewhere)
        json["elsewhere"].push_back(missJson(miss, device));
    json["waiting"] = reason.waiting;
    json["waiting_would_serve"] = reason.waitingPiece > 0;
    json["pinned"] = reason.pinned ? pinnedJson(*reason.pinned) : Json(nullptr);
    json["growable"] = nullptr;
    if (reason.growable)
        json["growable"] = {
            {"tail", placeJson(reason.growable->tail, device)}, {"growth", reason.growable->growth}};
    json["release_cause"] = causeName(reason.releases);
    json["oom"] = reason.oom ? oomJson(reason) : Json(nullptr);
}

} // namespace

Json freeJson(const FreeMemory& free)
{
    return {{"bytes", free.bytes}, {"largest", free.largest}, {"pieces", free.pieces}};
}

Json reasonJson(const SegmentReason& reason, const ReasonText& text, const Device& device)
{
    Json json = callJson(reason.call);
    json["is_known"] = reason.isKnown;
    if (reason.isKnown)
        addFacts(json, reason, device);
    std::vector<ReasonSentence> sentences = {text.asked};
    if (!text.answer.empty())
        sentences.push_back(text.answer);
    sentences.insert(sentences.end(), text.more.begin(), text.more.end());
    json["sentences"] = sentencesJson(sentences);
    json["avoided"] = sentencesJson(text.avoided);
    return json;
}

} // namespace tidemark
