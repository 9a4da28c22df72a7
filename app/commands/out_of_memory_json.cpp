// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/out_of_memory_json.h"

#include "app/commands/reason_json.h"

namespace tidemark {

namespace {

std::string_view causeName(OomCause cause)
{
    switch (cause) {
    case OomCause::MoreThanThereIs:
        return "more_than_there_is";
    case OomCause::HeldElsewhere:
        return "held_elsewhere";
    case OomCause::Fragmented:
        return "fragmented";
    case OomCause::Scattered:
        return "scattered";
    case OomCause::OthersHold:
        return "others_hold";
    case OomCause::UnknownLimit:
        return "unknown_limit";
    case OomCause::TooMuchHeld:
        return "too_much_held";
    case OomCause::Unexplained:
        break;
    }
    return "unexplained";
}

Json certaintyJson(Certainty certainty)
{
    return certainty == Certainty::Unknown ? Json(nullptr) : Json(certainty == Certainty::Yes);
}

// Zero means that the recording does not tell it.
Json toldJson(std::uint64_t bytes)
{
    return bytes > 0 ? Json(bytes) : Json(nullptr);
}

} // namespace

Json outOfMemoryJson(const OutOfMemoryReport& report, const OutOfMemoryText& text)
{
    Json json = {{"event", report.event}, {"cause", causeName(report.cause)},
        {"device_free", report.driverFree}, {"device_total", toldJson(report.capacity)},
        {"limit", toldJson(report.limit)}, {"limited", report.isLimited},
        {"requested_bytes", report.requestedByLive}, {"allocated_bytes", report.allocated},
        {"active_bytes", report.active}, {"reserved_bytes", report.reserved},
        {"others", report.capacity > 0 ? Json(report.others) : Json(nullptr)}};
    json["free_in_pool"] = freeJson(report.freeInPool);
    json["free"] = freeJson(report.free);
    json["given_back"] = report.givenBack;
    json["still_returnable"] = report.stillReturnable;
    json["room"] = report.room;
    json["room_is_known"] = report.isRoomKnown;
    json["lacking"] = report.isRoomKnown ? Json(report.lacking) : Json(nullptr);
    json["served_by_own_free"] = report.servedByOwnFree;
    json["served_defragmented"] = certaintyJson(report.servedDefragmented);
    json["holders"] = Json::array();
    for (const MemoryHolder& holder : report.holders)
        json["holders"].push_back({{"name", holder.name.what}, {"detail", holder.name.detail},
            {"bytes", holder.bytes}, {"blocks", holder.blocks}, {"largest_at", holder.address}});
    json["pinned"] = Json::array();
    for (const PinnedFree& pin : report.pinned)
        json["pinned"].push_back({{"segment", pin.address}, {"free", pin.freeBytes}, {"live", pin.liveBytes},
            {"live_blocks", pin.liveBlocks}, {"largest_at", pin.largest.address}});
    json["verdict"] = plainText(text.verdict);
    json["empty_cache"] = plainText(text.emptyCache);
    json["defragmented"] = plainText(text.defragmented);
    return json;
}

Json outOfMemoryTrialsJson(const OomTrials& trials)
{
    Json json = {{"limit", trials.limit}, {"refused_as_recorded", trials.isRefusedAsRecorded}};
    json["trials"] = Json::array();
    for (const OomTrial& trial : trials.trials)
        json["trials"].push_back({{"conf", trial.candidate.conf}, {"serves", trial.serves},
            {"refused_before", trial.refusedBefore}, {"ooms", trial.figures.ooms},
            {"peak_reserved_bytes", trial.figures.peak.reserved}});
    return json;
}

} // namespace tidemark
