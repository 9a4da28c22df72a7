// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// A file inside a page, as torch/cuda/_memory_viz.py puts it there:
// const local_files = [{"name": "snapshot.pickle", "base64": "gASV..."}]
struct PageFile {
    std::string name;
    std::string_view base64; // still with the escapes of JSON
    std::uint64_t offset = 0; // of that in the page
    bool isCut = false; // the page ends inside it
};

bool looksLikePage(std::span<const std::byte> head);

// The files inside; at least one, or an error that says what the page is instead.
Expected<std::vector<PageFile>> filesInPage(std::span<const std::byte> page);

} // namespace tidemark
