// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// One "key:value" of a PYTORCH_ALLOC_CONF text, without white space. The value may be a list in brackets.
struct SettingsEntry {
    std::string key;
    std::string value;

    std::string text() const { return key + ':' + value; }
};

// Splits at the commas outside brackets. PyTorch lets many misplaced separators pass; here they are refused,
// only a comma at the end is not.
Expected<std::vector<SettingsEntry>> splitSettings(std::string_view conf);

// The entries between the brackets of a list value, "[64:8,256:4]".
Expected<std::vector<SettingsEntry>> splitSettingsList(std::string_view list);

} // namespace tidemark
