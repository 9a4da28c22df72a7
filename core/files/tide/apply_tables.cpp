// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/frame_appliers.h"

#include <fmt/format.h>

namespace tidemark::tide {

namespace {

constexpr std::uint64_t maxTable = UINT32_MAX;

// A table frame must continue its table. False: the reader refuses.
bool continues(PayloadReader& in, std::size_t tableSize, std::string_view what)
{
    const std::uint64_t first = in.varint();
    if (in.ok() && first == tableSize && tableSize < maxTable - maxRows)
        return true;
    in.refuse(fmt::format("it begins with {} {} where {} was due", what, first, tableSize));
    return false;
}

// A record that the table already had gets the number it had.
bool isNew(PayloadReader& in, std::uint32_t index, std::size_t& tableSize, std::string_view what)
{
    if (index == tableSize) {
        ++tableSize;
        return true;
    }
    in.refuse(fmt::format("{} {} is the same as {} {}", what, tableSize, what, index));
    return false;
}

FrameKind frameKind(std::uint8_t number)
{
    return number <= static_cast<std::uint8_t>(FrameKind::Scope) ? static_cast<FrameKind>(number)
                                                                 : FrameKind::Source;
}

// The other keys of frames and contexts, since version 1.1.
std::vector<StringIndex> readExtra(const DecodedStream& stream, PayloadReader& in, std::size_t count)
{
    std::vector<StringIndex> extra;
    if (stream.hasKeptKeys())
        in.column(extra, count, stream.strings - 1, "other keys");
    extra.resize(count);
    return extra;
}

} // namespace

void applyStrings(DecodedStream& stream, PayloadReader& in)
{
    if (!continues(in, stream.strings, "text"))
        return;
    std::vector<std::uint64_t> lengths(in.rows());
    for (std::uint64_t& length : lengths)
        length = in.varint();
    for (const std::uint64_t length : lengths) {
        const std::string_view text = in.raw(length);
        if (!in.ok() || !isNew(in, stream.builder.string(text).value, stream.strings, "text"))
            return;
    }
}

void applyFrames(DecodedStream& stream, PayloadReader& in)
{
    if (!continues(in, stream.frames, "frame"))
        return;
    const std::size_t count = in.rows();
    std::vector<StringIndex> function;
    std::vector<StringIndex> file;
    std::vector<std::uint32_t> line;
    std::vector<std::uint8_t> kind;
    in.column(function, count, stream.strings - 1, "function");
    in.column(file, count, stream.strings - 1, "file");
    in.column(line, count, UINT32_MAX, "line");
    in.column(kind, count, UINT8_MAX, "kind");
    const std::vector<StringIndex> extra = readExtra(stream, in, count);
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        const FrameIndex index =
            stream.builder.frame({function[i], file[i], line[i], frameKind(kind[i]), extra[i]});
        isNew(in, index.value, stream.frames, "frame");
    }
}

void applyStacks(DecodedStream& stream, PayloadReader& in)
{
    if (!continues(in, stream.stacks, "stack"))
        return;
    const std::size_t count = in.rows();
    std::vector<FrameIndex> frame;
    std::vector<StackIndex> caller;
    in.column(frame, count, stream.frames - 1, "frame");
    in.column(caller, count, stream.stacks + count, "caller");
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        if (caller[i].value >= stream.stacks)
            in.refuse(fmt::format("stack {} is inside itself", stream.stacks));
        else
            isNew(in, stream.builder.stack(frame[i], caller[i]).value, stream.stacks, "stack");
    }
}

void applyContexts(DecodedStream& stream, PayloadReader& in)
{
    if (!continues(in, stream.contexts, "context"))
        return;
    const std::size_t count = in.rows();
    std::vector<StackIndex> stack;
    std::vector<StackIndex> forwardStack;
    std::vector<StringIndex> thread;
    std::vector<StringIndex> compileContext;
    std::vector<StringIndex> userMetadata;
    std::vector<StringIndex> category;
    in.column(stack, count, stream.stacks - 1, "stack");
    in.column(forwardStack, count, stream.stacks - 1, "forward stack");
    in.column(thread, count, stream.strings - 1, "thread");
    in.column(compileContext, count, stream.strings - 1, "compile context");
    in.column(userMetadata, count, stream.strings - 1, "user metadata");
    in.column(category, count, stream.strings - 1, "category");
    const std::vector<StringIndex> extra = readExtra(stream, in, count);
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        const ContextIndex index = stream.builder.context({stack[i], forwardStack[i], thread[i],
            compileContext[i], userMetadata[i], category[i], extra[i]});
        isNew(in, index.value, stream.contexts, "context");
    }
}

} // namespace tidemark::tide
