// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

namespace tidemark {

// A file or pipe being read from front to back. Errors say why, and leave the path to the caller.
class InputFile {
public:
    static Expected<InputFile> open(const std::filesystem::path& path);

    std::uint64_t size() const { return m_size; } // 0: not known
    // Fills the buffer as far as the file goes; fewer bytes only at its end.
    Expected<std::size_t> read(std::span<std::byte> buffer);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    InputFile() = default;
    static tl::unexpected<Error> failure(int error);

    std::unique_ptr<std::FILE, Close> m_file;
    std::uint64_t m_size = 0;
};

} // namespace tidemark
