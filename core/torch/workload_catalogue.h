// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/workload_options.h"
#include "core/torch/workload.h"

#include <memory>
#include <span>
#include <string_view>

namespace tidemark {

// One workload that can be recorded.
struct WorkloadEntry {
    std::string_view name;
    std::string_view description; // one sentence
    bool hasSteps = true; // false: it never steps, memory moves by commands alone
    std::span<const WorkloadOption> options;
    std::unique_ptr<Workload> (*make)(const WorkloadPlace& place, const OptionValues& options);
    // Why options that are each within their range do not go together; null: they always do.
    Expected<void> (*objection)(const OptionValues& options) = nullptr;
};

std::span<const WorkloadEntry> workloadCatalogue();

// An unknown name is refused with the known ones.
Expected<const WorkloadEntry*> findWorkload(std::string_view name);

} // namespace tidemark
