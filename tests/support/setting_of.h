// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark::tests {

// The value of the first setting of that name; empty where there is none.
inline std::string settingOf(const std::vector<Setting>& settings, std::string_view name)
{
    for (const Setting& setting : settings)
        if (setting.name == name)
            return setting.value;
    return {};
}

} // namespace tidemark::tests
