// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/driver/process_ids.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace tidemark {

std::vector<std::uint32_t> namespaceProcessIds(std::string_view status)
{
    constexpr std::string_view key = "NSpid:";
    std::vector<std::uint32_t> ids;
    while (!status.empty() && !status.starts_with(key))
        status.remove_prefix(std::min(status.find('\n'), status.size() - 1) + 1);
    if (status.empty())
        return ids;
    status.remove_prefix(key.size());
    status = status.substr(0, status.find('\n'));
    while (true) {
        status.remove_prefix(std::min(status.find_first_not_of(" \t"), status.size()));
        std::uint32_t id = 0;
        const auto read = std::from_chars(status.data(), status.data() + status.size(), id);
        if (read.ec != std::errc())
            return ids;
        ids.push_back(id);
        status.remove_prefix(static_cast<std::size_t>(read.ptr - status.data()));
    }
}

std::vector<std::uint32_t> ownProcessIds(const std::filesystem::path& status)
{
    std::ifstream file(status);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<std::uint32_t> ids = namespaceProcessIds(text);
    if (ids.empty())
        ids.push_back(static_cast<std::uint32_t>(getpid()));
    return ids;
}

} // namespace tidemark
