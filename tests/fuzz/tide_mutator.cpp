// SPDX-License-Identifier: GPL-3.0-or-later
// Changes a .tide stream by chance and puts the checksums of its frames right again, so that what is changed
// comes behind them.
#include <cstdint>
#include <cstring>
#include <span>
#include <zlib.h>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace {

constexpr std::size_t fileHeader = 16;
constexpr std::size_t frameHeader = 12;

std::uint32_t littleEndian(const std::uint8_t* bytes)
{
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

void mendChecksums(std::span<std::uint8_t> stream)
{
    for (std::size_t at = fileHeader; at + frameHeader <= stream.size();) {
        std::uint8_t* frame = stream.data() + at;
        const std::size_t length = littleEndian(frame + 4);
        if (length > stream.size() - at - frameHeader)
            return;
        uLong checksum = crc32_z(0, frame, 8);
        checksum = crc32_z(checksum, frame + frameHeader, length);
        const auto stored = static_cast<std::uint32_t>(checksum);
        std::memcpy(frame + 8, &stored, sizeof stored);
        at += frameHeader + length;
    }
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed)
{
    const std::size_t changed = LLVMFuzzerMutate(data, size, maxSize);
    if (seed % 16 != 0) // now and then a checksum may be wrong
        mendChecksums({data, changed});
    return changed;
}
