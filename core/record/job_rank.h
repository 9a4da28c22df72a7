// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// Which of the processes of one job this is, as torchrun tells each in its environment: RANK, WORLD_SIZE and
// LOCAL_RANK.
struct JobRank {
    int rank = 0; // below worldSize
    int worldSize = 1;
    std::optional<int> localRank = {}; // among those of one machine, 0 to 127; not every launcher tells it

    bool operator==(const JobRank&) const = default;

    // Nothing without RANK, which says that there is a job. Variables that are empty count as not set; one
    // that makes no sense is refused with a sentence that says what it should be.
    using Environment = std::function<const char*(const char* name)>; // as std::getenv()
    static Expected<std::optional<JobRank>> from(const Environment& environment);
};

// Puts the rank (0 where there is no job) in the place of each "{rank}" of a file's name. Refuses a name that
// all processes of a job would share.
Expected<std::string> rankedName(std::string_view name, const std::optional<JobRank>& job);

} // namespace tidemark
