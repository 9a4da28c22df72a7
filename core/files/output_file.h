// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

namespace tidemark {

// A file being written beside its final place: what was there before stays until commit(). Without commit()
// nothing is left behind. A link stays a link: what it leads to is replaced. A path that is not an ordinary
// file, such as a pipe, is written directly, and so is standard output, wherever it goes.
class OutputFile {
public:
    static Expected<OutputFile> create(const std::filesystem::path& path);
    OutputFile(OutputFile&& other) noexcept = default;
    OutputFile& operator=(OutputFile&& other) noexcept = default;
    ~OutputFile();

    Expected<void> write(std::span<const std::byte> bytes);
    Expected<void> commit();

    // Where it lies until commit(), for those who write files by themselves, such as SQLite. Empty when it is
    // written directly.
    const std::filesystem::path& partPath() const { return m_partPath; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    OutputFile() = default;
    tl::unexpected<Error> failure(int error) const;

    std::filesystem::path m_path;
    std::filesystem::path m_place; // m_path, or what that link leads to
    std::filesystem::path m_partPath; // empty when written directly
    std::unique_ptr<std::FILE, Close> m_file;
};

} // namespace tidemark
