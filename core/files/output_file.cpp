// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/output_file.h"

#include <cerrno>
#include <fmt/format.h>
#include <optional>
#include <system_error>

namespace tidemark {

namespace {

namespace fs = std::filesystem;

// What a path leads to through all links. Nothing for /dev/stdout and its like: what these lead to is open
// already, and its holder goes on writing behind.
std::optional<fs::path> behindLinks(fs::path path)
{
    constexpr int mostLinks = 40; // as many as Linux follows
    for (int i = 0; i < mostLinks; ++i) {
        const std::string& name = path.native();
        if (name.starts_with("/proc/") || name.starts_with("/dev/fd/") || name.starts_with("/dev/std"))
            return std::nullopt;
        std::error_code isNoLink;
        const fs::path target = fs::read_symlink(path, isNoLink);
        if (isNoLink)
            return path;
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return path;
}

} // namespace

Expected<OutputFile> OutputFile::create(const std::filesystem::path& path)
{
    OutputFile file;
    file.m_path = path;
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status))
        return file.failure(EISDIR);
    const bool isOrdinary = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    const auto place = isOrdinary ? behindLinks(path) : std::nullopt;
    if (place) {
        file.m_place = *place;
        file.m_partPath = *place;
        file.m_partPath += ".part";
    }
    file.m_file.reset(std::fopen((file.m_partPath.empty() ? path : file.m_partPath).c_str(), "wb"));
    if (!file.m_file) {
        file.m_partPath.clear();
        return file.failure(errno);
    }
    return file;
}

OutputFile::~OutputFile()
{
    if (!m_file || m_partPath.empty())
        return;
    m_file.reset();
    std::error_code ignored;
    std::filesystem::remove(m_partPath, ignored);
}

Expected<void> OutputFile::write(std::span<const std::byte> bytes)
{
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size())
        return failure(errno);
    return {};
}

Expected<void> OutputFile::commit()
{
    if (std::fflush(m_file.get()) != 0)
        return failure(errno);
    if (std::fclose(m_file.release()) != 0) {
        const int error = errno;
        std::error_code ignored;
        if (!m_partPath.empty())
            std::filesystem::remove(m_partPath, ignored);
        return failure(error);
    }
    std::error_code error;
    if (!m_partPath.empty())
        std::filesystem::rename(m_partPath, m_place, error);
    if (error)
        return failure(error.value());
    return {};
}

tl::unexpected<Error> OutputFile::failure(int error) const
{
    return fail(
        fmt::format("{} cannot be written: {}.", m_path.string(), std::generic_category().message(error)));
}

} // namespace tidemark
