// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The numbers of tide-format.md.
namespace tidemark::tide {

inline constexpr std::array<std::uint8_t, 8> magic = {0x89, 'T', 'I', 'D', 'E', '\r', '\n', 0x1a};
inline constexpr std::uint16_t majorVersion = 1;
inline constexpr std::uint16_t minorVersion = 3;
inline constexpr std::size_t headerSize = 16;
inline constexpr std::size_t frameHeaderSize = 12;
inline constexpr std::uint16_t packedFlag = 1;

inline constexpr std::size_t maxPayload = std::size_t(32) << 20;
inline constexpr std::size_t maxContent = std::size_t(32) << 20;
inline constexpr std::size_t maxRows = 65536; // of one frame
inline constexpr std::size_t maxContentPerByte = 64; // bytes of content for each byte of payload
inline constexpr std::size_t maxRowsPerByte = 4; // rows for each byte of payload
inline constexpr std::size_t maxDevices = 128;
inline constexpr std::size_t maxSlots = 65536;
inline constexpr std::size_t maxCurves = 1024; // of all devices

enum class FrameType : std::uint16_t {
    Run = 1,
    Device = 2,
    Slots = 3,
    Strings = 4,
    Frames = 5,
    Stacks = 6,
    Contexts = 7,
    Events = 8,
    StateBlocks = 9,
    StateSegments = 10,
    Annotations = 11,
    AnnotationEnds = 12,
    Marks = 13,
    Statistics = 14,
    Answer = 15,
    Status = 16,
    LostEvents = 17,
    Warnings = 18,
    End = 19,
    Curve = 20,
    DriverSamples = 21,
    TensorLabels = 22,
};

// What Recording::format says of a .tide: `ownFormat`, and where it was converted, `fromFormat` and from
// what.
inline constexpr std::string_view ownFormat = "Tidemark recording";
inline constexpr std::string_view fromFormat = ", from ";

std::string_view frameTypeName(FrameType type);

enum class Coding : std::uint8_t {
    Equal = 0,
    Plain = 1,
    Differences = 2,
    Bytes = 3,
    Recent = 4,
};

// Which state of a device a frame tells.
enum class StateMoment : std::uint8_t { Before = 0, After = 1 };

namespace segmentFlags {
inline constexpr std::uint8_t large = 1;
inline constexpr std::uint8_t expandable = 2;
} // namespace segmentFlags

inline constexpr std::uint64_t zigzag(std::uint64_t difference)
{
    return (difference << 1) ^ (std::uint64_t(0) - (difference >> 63));
}

inline constexpr std::uint64_t unzigzag(std::uint64_t value)
{
    return (value >> 1) ^ (std::uint64_t(0) - (value & 1));
}

} // namespace tidemark::tide
