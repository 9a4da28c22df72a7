// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/needs.h"

#include <algorithm>

namespace tidemark {

namespace {

std::uint64_t orNone(std::int64_t bytes)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
}

} // namespace

Needs needsOf(const Device& device, const DeviceHistory& history)
{
    const DeviceHistory::Peak allocated = history.peak(Curve::Allocated);
    const DeviceHistory::Peak reserved = history.peak(Curve::Reserved);
    Needs needs;
    needs.allocated = orNone(allocated.bytes);
    needs.allocatedAt = allocated.position;
    needs.reserved = orNone(reserved.bytes);
    needs.reservedAt = reserved.position;
    needs.isWhole = device.history == History::Whole;
    if (device.driver.empty())
        return needs;
    const DriverPeaks peaks = driverPeaks(device, history);
    if (peaks.process)
        needs.process = orNone(peaks.process->bytes);
    if (peaks.outside)
        needs.outside = orNone(peaks.outside->bytes);
    return needs;
}

std::vector<ExplanationSentence> needsSentences(const Needs& needs)
{
    const std::string_view most = needs.isWhole ? " at most " : " at least ";
    const std::string_view end = needs.isWhole ? "." : ", the highest level in what is recorded.";
    std::vector<ExplanationSentence> sentences;
    const auto add = [&](SentenceKind kind, Band band, std::uint64_t bytes, const SentenceWriter& line) {
        sentences.push_back({kind, band, bytes, line.parts()});
    };
    add(SentenceKind::Origin, Band::Allocated, needs.allocated,
        SentenceWriter()
            .band(Band::Allocated, "The program needs")
            .say("{}", most)
            .bytes(needs.allocated)
            .say(" at once (max_memory_allocated), at ")
            .position(needs.allocatedAt)
            .say("{}", end));
    add(SentenceKind::Origin, Band::Reserved, needs.reserved,
        SentenceWriter()
            .band(Band::Reserved, "Its allocator took")
            .say("{}", most)
            .bytes(needs.reserved)
            .say(" (max_memory_reserved), at ")
            .position(needs.reservedAt)
            .say("{}", end));
    if (needs.process)
        add(SentenceKind::Process, Band::Outside, *needs.process,
            SentenceWriter()
                .band(Band::Outside, "This process took")
                .say(" at most ")
                .bytes(*needs.process)
                .say(", as the driver says."));
    if (needs.outside)
        add(SentenceKind::Outside, Band::Outside, needs.reserved + *needs.outside,
            SentenceWriter()
                .say("A card for it has ")
                .bytes(needs.reserved + *needs.outside)
                .say(" free: what the allocator took, and ")
                .bytes(*needs.outside)
                .say(" for the CUDA context and libraries."));
    return sentences;
}

} // namespace tidemark
