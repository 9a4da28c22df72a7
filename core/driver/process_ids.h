// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace tidemark {

// The numbers of a process in the namespaces that it is seen from, outermost first: the NSpid line of a
// /proc/…/status file (proc(5)). Empty where there is none.
std::vector<std::uint32_t> namespaceProcessIds(std::string_view status);

// Those of this process, or else its own idea of its number. In a container with its own process namespace
// the host's number is not among them.
std::vector<std::uint32_t> ownProcessIds(const std::filesystem::path& status = "/proc/self/status");

} // namespace tidemark
