// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tidemark {

// Every workload with its options, and every device, for people.
std::string listingAsText();

// The same for programs: {"workloads": [{"name", "description", "has_steps", "options": [{"name", "kind":
// "integer" | "real" | "switch", "default", "minimum", "maximum", "choices": [...], "help"}]}],
// "devices": [{"name": "cuda:0", "description", "capacity": bytes}], "without_cuda": why there is none}.
std::string listingAsJson();

} // namespace tidemark
