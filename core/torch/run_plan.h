// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_settings.h"
#include "core/record/job_rank.h"
#include "core/torch/activations/activation_plan.h"
#include "core/torch/parallel/parallel_kind.h"
#include "core/torch/workload_catalogue.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Where the workload runs.
struct RunDevice {
    bool isCuda = false;
    int index = 0; // of the CUDA device

    // "cpu", "cuda" or "cuda:1".
    static Expected<RunDevice> parse(std::string_view text);
    // One or several of them: "cuda:0,cuda:1". Each once; cpu stands alone.
    static Expected<std::vector<RunDevice>> parseList(std::string_view text);
    std::string name() const;

    bool operator==(const RunDevice&) const = default;
};

// Whose allocator serves the tensors of the device: PyTorch's own, or Tidemark's with the same policy.
enum class RunAllocator : std::uint8_t { Native, Tidemark };

std::string_view nameOf(RunAllocator allocator);
std::string_view nameOf(Parallel parallel); // "data", "copies"
Expected<Parallel> parseParallel(std::string_view text);
// "native" or "tidemark", for that device: LibTorch's own allocator for the CPU keeps no cache, so there is
// nothing to record of it. Without a text: the one that is usual there.
Expected<RunAllocator> allocatorFor(const RunDevice& device, std::string_view text = {});

// What is to be recorded, and how.
struct RunPlan {
    const WorkloadEntry* workload = nullptr; // of the catalogue
    OptionValues values; // the workload's options
    std::vector<RunDevice> devices =
        std::vector<RunDevice>(1); // at least one; a copy of the workload on each
    Parallel parallel = Parallel::Data; // where there are several
    RunAllocator allocator = RunAllocator::Native; // on the CPU it is always Tidemark's
    std::int64_t steps = 0; // 0: until stopped
    std::string conf; // as given; `settings` is what it says
    AllocatorSettings settings;
    std::uint64_t limit = 0; // bytes that may be reserved on each device; 0: no limit
    std::uint64_t seed = 0; // of this process: each of a job has its own
    std::optional<JobRank> job = {}; // of which this is one process
    ActivationPlan activations; // of workloads that train
    bool labelsTensors = true; // the recording says which tensors memory holds
    bool hold = false; // after the last step wait with the model in memory until stopped
    std::size_t bufferBytes = 0; // for a reader that is slow
};

} // namespace tidemark
