// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tidemark {

// Every workload with its options, for people.
std::string workloadsAsText();

// The same for programs: [{"name", "description", "has_steps", "options": [{"name", "kind": "integer" |
// "real" | "switch", "default", "minimum", "maximum", "choices": [...], "help"}]}].
std::string workloadsAsJson();

} // namespace tidemark
