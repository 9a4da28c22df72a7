// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/packing_card.h"

#include <algorithm>
#include <map>

namespace tidemark {

namespace {

constexpr std::size_t mostRows = 5;

double ratio(std::uint64_t before, std::uint64_t after)
{
    return after == 0 ? 0 : static_cast<double>(before) / static_cast<double>(after);
}

std::uint64_t packedBytes(const KeptBytes& kept)
{
    std::uint64_t sum = 0;
    for (const KeptRow& row : kept.rows)
        sum += row.isPacked ? row.bytes : 0;
    return sum;
}

std::string operationName(const std::string& name)
{
    return name.empty() ? "operators that the recording does not name" : name;
}

ExplanationSentence totals(const KeptBytes& before, const KeptBytes& after)
{
    return {SentenceKind::Sum, Band::Allocated, before.bytes - after.bytes,
        SentenceWriter()
            .band(Band::Allocated, "Kept for the backward pass")
            .say(": ")
            .bytes(before.bytes)
            .say(" before, ")
            .bytes(after.bytes)
            .say(" after, {:.2f} times less.", ratio(before.bytes, after.bytes))
            .parts()};
}

// Why it can be more than half: what was kept in 32 bits shrinks to a quarter.
std::optional<ExplanationSentence> byTypes(const KeptBytes& before)
{
    const std::uint64_t wide = before.bytesOf(DataType::Float32) + before.bytesOf(DataType::Float64);
    const std::uint64_t half = before.bytesOf(DataType::Float16) + before.bytesOf(DataType::BFloat16);
    if (wide == 0)
        return std::nullopt;
    SentenceWriter line;
    line.say("Before, ").bytes(wide).say(" of it were kept in 32 bits or more");
    if (half > 0)
        line.say(" and ").bytes(half).say(" in 16");
    line.say(": eight bits are a quarter of the former{}.",
        half > 0 ? ", and half of the latter, so together it is more than twice" : "");
    return ExplanationSentence{SentenceKind::Sum, Band::Allocated, wide, line.parts()};
}

} // namespace

std::vector<PackedRow> packedRows(const KeptBytes& before, const KeptBytes& after)
{
    std::map<std::string, PackedRow> rows;
    for (const KeptRow& row : before.rows)
        rows[row.operation].before += row.bytes;
    for (const KeptRow& row : after.rows)
        rows[row.operation].after += row.bytes;
    std::vector<PackedRow> result;
    for (auto& [operation, row] : rows) {
        row.operation = operation;
        result.push_back(row);
    }
    std::stable_sort(result.begin(), result.end(), [](const PackedRow& a, const PackedRow& b) {
        return std::max(a.before, a.after) > std::max(b.before, b.after);
    });
    return result;
}

std::optional<Card> packingCard(const KeptBytes& before, const KeptBytes& after)
{
    if (packedBytes(after) <= packedBytes(before) || after.bytes >= before.bytes)
        return std::nullopt;
    Card card;
    card.kind = CardKind::PackedActivations;
    card.title = ratio(before.bytes, after.bytes) > 2 ? "Packed activations save more than 2x"
                                                      : "What packed activations save";
    card.sentences.push_back(totals(before, after));
    if (const auto types = byTypes(before))
        card.sentences.push_back(*types);
    const std::vector<PackedRow> rows = packedRows(before, after);
    for (std::size_t i = 0; i < std::min(rows.size(), mostRows); ++i)
        card.sentences.push_back({SentenceKind::Sum, Band::Allocated, rows[i].before,
            SentenceWriter()
                .say("{}: ", operationName(rows[i].operation))
                .bytes(rows[i].before)
                .say(" before, ")
                .bytes(rows[i].after)
                .say(" after.")
                .parts()});
    return card;
}

} // namespace tidemark
