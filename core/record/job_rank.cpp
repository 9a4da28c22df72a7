// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/job_rank.h"

#include "core/base/one_line.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr int mostProcesses = 1 << 20;
constexpr int mostOfOneMachine = 128;
constexpr std::string_view rankWord = "{rank}";

// A whole number from `least` to `most`.
Expected<int> readNumber(std::string_view name, std::string_view text, int least, int most)
{
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec == std::errc() && result.ptr == end && number >= least && number <= most)
        return number;
    return fail(fmt::format("The environment says {}={}, but it should be a whole number from {} to {}, as "
                            "torchrun sets it. Unset RANK if this is no process of a job.",
        name, oneLine(std::string(text)), least, most));
}

} // namespace

Expected<std::optional<JobRank>> JobRank::from(const Environment& environment)
{
    const auto text = [&](const char* name) {
        const char* value = environment(name);
        return std::string_view(value == nullptr ? "" : value);
    };
    if (text("RANK").empty())
        return std::optional<JobRank>();
    if (text("WORLD_SIZE").empty())
        return fail(
            "The environment sets RANK but not WORLD_SIZE, the number of processes in the job. Set both, "
            "as torchrun does, or unset RANK.");
    JobRank job;
    const auto worldSize = readNumber("WORLD_SIZE", text("WORLD_SIZE"), 1, mostProcesses);
    if (!worldSize)
        return tl::unexpected(worldSize.error());
    job.worldSize = *worldSize;
    const auto rank = readNumber("RANK", text("RANK"), 0, job.worldSize - 1);
    if (!rank)
        return tl::unexpected(rank.error());
    job.rank = *rank;
    if (text("LOCAL_RANK").empty())
        return std::optional(job);
    const auto localRank =
        readNumber("LOCAL_RANK", text("LOCAL_RANK"), 0, std::min(job.worldSize, mostOfOneMachine) - 1);
    if (!localRank)
        return tl::unexpected(localRank.error());
    job.localRank = *localRank;
    return std::optional(job);
}

Expected<std::string> rankedName(std::string_view name, const std::optional<JobRank>& job)
{
    std::string ranked;
    auto place = name.find(rankWord);
    if (job && job->worldSize > 1 && !name.empty() && place == std::string_view::npos)
        return fail(
            fmt::format("All {} processes of this job would write to the one file {}: put {} in its name, "
                        "as in run-{}.tide.",
                job->worldSize, oneLine(std::string(name)), rankWord, rankWord));
    for (; place != std::string_view::npos; place = name.find(rankWord)) {
        ranked += fmt::format("{}{}", name.substr(0, place), job ? job->rank : 0);
        name.remove_prefix(place + rankWord.size());
    }
    return ranked + std::string(name);
}

} // namespace tidemark
