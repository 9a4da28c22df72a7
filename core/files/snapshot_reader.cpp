// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot_reader.h"

#include "core/base/bytes.h"
#include "core/files/pickle/pickle_machine.h"
#include "core/files/snapshot/snapshot_assembly.h"
#include "core/files/snapshot/snapshot_preview.h"
#include "core/files/snapshot/snapshot_sink.h"

#include <cctype>
#include <fmt/format.h>

namespace tidemark {

namespace {

Opcode opcodeAt(std::span<const std::byte> bytes, std::size_t i)
{
    return i < bytes.size() ? static_cast<Opcode>(bytes[i]) : Opcode::Stop;
}

// Protocols 0 and 1 announce nothing. They begin with a container, which they store in the memo: "(dp0",
// "(lp0",
// "}q", "]q".
bool looksOld(std::span<const std::byte> head)
{
    const Opcode first = opcodeAt(head, 0);
    const Opcode second = opcodeAt(head, 1);
    if (first == Opcode::Mark)
        return second == Opcode::Dict || second == Opcode::List;
    const bool isContainer = first == Opcode::EmptyDict || first == Opcode::EmptyList;
    return isContainer
        && (second == Opcode::BinPut || second == Opcode::LongBinPut || second == Opcode::Mark);
}

// "cos\nsystem\n": a module and a name, each on a line.
bool looksLikeCode(std::span<const std::byte> head)
{
    std::size_t lines = 0;
    std::size_t length = 0;
    for (std::size_t i = 1; i < head.size() && opcodeAt(head, 0) == Opcode::Global && lines < 2; ++i) {
        const char character = static_cast<char>(head[i]);
        const bool isName =
            std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '.';
        if (!isName && (character != '\n' || length == 0))
            return false;
        lines += isName ? 0 : 1;
        length = isName ? length + 1 : 0;
    }
    return lines == 2;
}

std::string endsEarly(std::size_t size)
{
    return fmt::format("The file ends early, at byte {}: only what came before is shown.",
        formatExact(static_cast<std::int64_t>(size)));
}

} // namespace

bool looksLikeSnapshot(std::span<const std::byte> head)
{
    if (opcodeAt(head, 0) != Opcode::Proto)
        return looksOld(head) || looksLikeCode(head);
    return head.size() >= 2 && head[1] <= std::byte(newestPickleProtocol);
}

Expected<Recording> readSnapshot(std::span<const std::byte> bytes, const Reading& reading)
{
    if (reading.progress != nullptr)
        reading.progress->total.store(bytes.size(), std::memory_order_relaxed);
    SnapshotTables tables;
    SnapshotPreview preview(tables, reading);
    SnapshotSink sink(tables, bytes.size());
    sink.setPreview(&preview);
    bool cut = false;
    {
        PickleMachine machine(bytes, sink);
        const auto end = machine.run(reading);
        if (reading.stop.stop_requested())
            return fail("reading was cancelled.");
        if (!end)
            return fail(fmt::format("the pickle cannot be read: {}.", end.error().message));
        cut = end->truncated;
        sink.finish(end->result);
    }
    auto recording = assembleSnapshot(tables, "PyTorch snapshot (pickle)", cut);
    if (!recording && cut)
        return fail(fmt::format("the file ends early, at byte {}, before anything of a memory snapshot.",
            formatExact(static_cast<std::int64_t>(bytes.size()))));
    if (!recording)
        return fail(fmt::format("the pickle {}.", recording.error().message));
    if (cut)
        recording->warnings.insert(recording->warnings.begin(), endsEarly(bytes.size()));
    return recording;
}

} // namespace tidemark
