// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/simulate_report.h"

namespace tidemark {

namespace {

Json levelsJson(const Levels& levels)
{
    return {{"allocated_bytes", levels.allocated}, {"active_bytes", levels.active},
        {"reserved_bytes", levels.reserved}};
}

Json figuresJson(const RunFigures& figures)
{
    return {{"peak", levelsJson(figures.peak)}, {"end", levelsJson(figures.end)},
        {"device_mallocs", figures.deviceMallocs}, {"device_frees", figures.deviceFrees},
        {"ooms", figures.ooms}, {"alloc_retries", figures.allocRetries}};
}

Json eventJson(const std::optional<AllocatorEvent>& event)
{
    if (!event)
        return nullptr;
    return {{"action", actionName(event->action)}, {"addr", event->address}, {"size", event->size},
        {"stream", event->stream}};
}

Json givenJson(const CheckResult& check)
{
    Json given = Json::array();
    for (std::size_t i = 0; i < givenKindCount; ++i) {
        const auto kind = static_cast<GivenKind>(i);
        if (check.given[i] > 0)
            given.push_back({{"kind", givenName(kind)}, {"count", check.given[i]}, {"why", whyGiven(kind)}});
    }
    return given;
}

std::string_view reasonName(OutOfMemory::Reason reason)
{
    switch (reason) {
    case OutOfMemory::Reason::Limit:
        return "limit";
    case OutOfMemory::Reason::Device:
        return "device";
    case OutOfMemory::Reason::Assertion:
        return "assertion";
    case OutOfMemory::Reason::Absurd:
        break;
    }
    return "absurd";
}

} // namespace

Json checkJson(const CheckedProgram& checked)
{
    const CheckResult& check = checked.check;
    Json json = {{"conf", checked.conf}, {"limit", checked.recorded.limit}, {"events", check.events},
        {"allocs", check.allocs}, {"decisions", check.decisions}, {"equal", check.equal()},
        {"mismatched_allocs", check.mismatchedAllocs},
        {"mismatched_segment_events", check.mismatchedSegmentEvents}, {"given", givenJson(check)}};
    json["first_mismatch"] = nullptr;
    if (check.firstMismatch)
        json["first_mismatch"] = {{"event", check.firstMismatch->event},
            {"recorded", eventJson(check.firstMismatch->recorded)},
            {"made", eventJson(check.firstMismatch->made)}};
    json.update(figuresJson(check.figures));
    return json;
}

Json runJson(const RunRow& row)
{
    Json json = {{"conf", row.name}, {"limit", row.limit}, {"served_ooms", row.servedOoms}};
    json.update(figuresJson(row.figures));
    json["oom_events"] = Json::array();
    for (const SimulatedOom& oom : row.ooms)
        json["oom_events"].push_back({{"event", oom.event}, {"requested", oom.why.requested},
            {"segment_size", oom.why.segmentSize}, {"reason", reasonName(oom.why.reason)}});
    return json;
}

Json suggestionJson(const Suggestion& suggestion, const CheckedProgram& checked)
{
    Json json = {{"check", checkJson(checked)}, {"recorded_is_best", suggestion.recordedIsBest()}};
    json["trials"] = Json::array();
    for (const Trial& trial : suggestion.trials) {
        Json entry = {{"conf", trial.candidate.conf}, {"limit", trial.limit},
            {"empty_cache_each_step", trial.candidate.emptiesCacheEachStep}, {"recorded", trial.isRecorded}};
        entry.update(figuresJson(trial.figures));
        json["trials"].push_back(std::move(entry));
    }
    return json;
}

} // namespace tidemark
