// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/row_words.h"

#include "core/analysis/context_name.h"
#include "core/base/bytes.h"
#include "core/base/one_line.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

std::string_view lastName(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1);
}

std::string placeWords(std::string_view path, std::uint32_t line)
{
    if (path.empty() || path == "??")
        return {};
    return line == 0 ? oneLine(path) : fmt::format("{}:{}", oneLine(path), line);
}

std::string withPlace(std::string_view function, const std::string& place)
{
    return place.empty() ? oneLine(function) : oneLine(function) + "  " + place;
}

} // namespace

std::string notYetWords(const Recording& recording, const Device& device)
{
    const bool hasBegun = !recording.complete && device.events.empty() && !device.before && !device.after;
    return hasBegun ? "Nothing that the device did is recorded yet." : std::string();
}

std::string streamWords(const Device& device, StreamSlot stream)
{
    if (stream == 0 || stream >= device.streams.size())
        return fmt::format("stream {}", stream);
    return fmt::format("stream {} ({})", stream, formatAddress(device.streams[stream]));
}

std::string poolWords(const Device& device, PoolSlot pool)
{
    const PoolId id = pool < device.pools.size() ? device.pools[pool] : PoolId{};
    if (id == PoolId{})
        return "default";
    // A CUDAGraph sets the first part, a MemPool or graph_pool_handle() the second (c10's MempoolId_t).
    return fmt::format("{} ({}, {})", id.first != 0 ? "graph" : "private", id.first, id.second);
}

std::string contextWords(const Recording& recording, ContextIndex context)
{
    const ContextName name = nameOf(recording, context);
    if (!name.frame.isNone())
        return frameWords(recording, recording.frames[name.frame]);
    if (name.detail.empty())
        return oneLine(name.what);
    return oneLine(name.what) + " · " + oneLine(name.detail);
}

std::string frameWords(const Recording& recording, const Frame& frame)
{
    return withPlace(
        recording.strings[frame.function], placeWords(lastName(recording.strings[frame.file]), frame.line));
}

std::string searchedContext(const Recording& recording, ContextIndex context)
{
    return contextWords(recording, context) + '\n' + stackWords(recording, recording.contexts[context].stack);
}

std::string stackWords(const Recording& recording, StackIndex stack)
{
    std::string text;
    for (; !stack.isNone(); stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        text += withPlace(
            recording.strings[frame.function], placeWords(recording.strings[frame.file], frame.line));
        text += '\n';
    }
    return text;
}

} // namespace tidemark
