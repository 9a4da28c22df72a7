// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/setting_text.h"

#include <nlohmann/json.hpp>

namespace tidemark {

std::string settingOfText(std::string_view text)
{
    return nlohmann::json::accept(text) ? nlohmann::json(text).dump() : std::string(text);
}

} // namespace tidemark
