// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/byte_source.h"

#include <chrono>
#include <filesystem>
#include <stop_token>

namespace tidemark {

// A file or pipe being read from front to back. Errors say why, and leave the path to the caller.
class InputFile : public ByteSource {
public:
    // A pipe that nobody has opened for writing is waited for only a while. `stop` ends waiting, too.
    static Expected<InputFile> open(const std::filesystem::path& path, std::stop_token stop = {});
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) = delete;
    ~InputFile() override;

    Expected<std::size_t> read(std::span<std::byte> buffer) override;
    std::uint64_t size() const override { return m_size; }
    std::uint64_t position() const override { return m_position; }

private:
    using Clock = std::chrono::steady_clock;

    explicit InputFile(std::stop_token stop)
        : m_stop(std::move(stop))
    { }

    Expected<bool> waitForWriter(Clock::time_point deadline);
    static tl::unexpected<Error> failure(int error);

    std::stop_token m_stop;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    std::uint64_t m_position = 0;
    bool m_isPipe = false;
    bool m_hadWriter = false; // of the pipe
};

} // namespace tidemark
