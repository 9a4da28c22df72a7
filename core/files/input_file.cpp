// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/input_file.h"

#include <cerrno>
#include <fmt/format.h>
#include <system_error>

namespace tidemark {

Expected<InputFile> InputFile::open(const std::filesystem::path& path)
{
    InputFile file;
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status))
        return failure(EISDIR);
    file.m_file.reset(std::fopen(path.c_str(), "rb"));
    if (!file.m_file)
        return failure(errno);
    // The readers take large pieces: a second buffer would only copy them once more.
    std::setvbuf(file.m_file.get(), nullptr, _IONBF, 0);
    if (std::filesystem::is_regular_file(status)) {
        const std::uintmax_t size = std::filesystem::file_size(path, ignored);
        file.m_size = ignored ? 0 : size;
    }
    return file;
}

Expected<std::size_t> InputFile::read(std::span<std::byte> buffer)
{
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), m_file.get());
    if (count < buffer.size() && std::ferror(m_file.get()) != 0)
        return failure(errno);
    return count;
}

tl::unexpected<Error> InputFile::failure(int error)
{
    return fail(fmt::format("it cannot be read: {}.", std::generic_category().message(error)));
}

} // namespace tidemark
