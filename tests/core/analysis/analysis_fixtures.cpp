// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/analysis_fixtures.h"

#include "core/files/snapshot_reader.h"
#include "tests/support/test_data.h"

#include <QDebug>
#include <nlohmann/json.hpp>

namespace tidemark::tests {

Recording recordingOf(const QString& name)
{
    const QByteArray bytes = testData(name + QStringLiteral(".pickle"));
    auto recording =
        readSnapshot(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (!recording)
        qFatal("%s: %s", qPrintable(name), recording.error().message.c_str());
    return std::move(*recording);
}

Truth truthOf(const QString& name)
{
    const QByteArray bytes = testData(name + QStringLiteral(".truth.json"));
    const auto json = nlohmann::json::parse(bytes.begin(), bytes.end());
    Truth truth;
    truth.device = name == QStringLiteral("ddp_rank1") ? 1 : 0;
    for (const auto& mark : json["marks"]) {
        const auto& stats = mark["stats"];
        if (stats.empty()) // CUDA had not started
            continue;
        const auto current = [&](const char* kind) {
            return stats.at(std::string(kind) + ".all.current").get<std::int64_t>();
        };
        TruthMark result;
        result.name = QString::fromStdString(mark["name"].get<std::string>());
        if (!mark["snapshot_event"].is_null())
            result.snapshotEvent = mark["snapshot_event"].get<int>();
        // Between the marks "after" and "freed" of this run the program wrote a file, which left a snapshot
        // event of its own.
        if (name == QStringLiteral("graphs_freed") && result.name == QStringLiteral("freed"))
            ++result.snapshotEvent;
        result.level = {current("requested_bytes"), current("allocated_bytes"), current("active_bytes"),
            current("reserved_bytes"), current("inactive_split_bytes"), current("allocation"),
            current("active"), current("segment"), current("inactive_split")};
        truth.marks.push_back(result);
    }
    return truth;
}

QStringList wholeRecordings()
{
    return QStringLiteral(
        "seed_example vgg vgg_ckpt deit_tiny deit_small vary expandable_vary rand rand_streams "
        "rand_small roundup expandable split_gc record_stream graphs graphs_freed oom annotations "
        "cpp_stacks ddp_rank0 ddp_rank1")
        .split(QLatin1Char(' '));
}

std::size_t positionOfSnapshot(const Device& device, int k)
{
    for (std::size_t i = 0; k >= 0 && i < device.events.size(); ++i) {
        if (device.events.action()[i] == Action::Snapshot && k-- == 0)
            return i + 1;
    }
    return device.events.size();
}

QString describe(const Level& level)
{
    return QStringLiteral("requested %1 allocated %2 active %3 reserved %4 inactive split %5; "
                          "counts: allocation %6 active %7 segment %8 inactive split %9")
        .arg(level.requestedBytes)
        .arg(level.allocatedBytes)
        .arg(level.activeBytes)
        .arg(level.reservedBytes)
        .arg(level.inactiveSplitBytes)
        .arg(level.allocation)
        .arg(level.active)
        .arg(level.segment)
        .arg(level.inactiveSplit);
}

namespace {

QString describe(const SegmentInfo& segment)
{
    return QStringLiteral("segment %1 of %2 bytes, stream %3, pool %4, %5%6, %7 blocks")
        .arg(segment.address, 0, 16)
        .arg(segment.totalSize)
        .arg(segment.stream)
        .arg(segment.pool)
        .arg(segment.isLarge ? QStringLiteral("large") : QStringLiteral("small"),
            segment.isExpandable ? QStringLiteral(" expandable") : QString())
        .arg(segment.blockCount);
}

QString describe(const BlockInfo& block)
{
    return QStringLiteral("block %1 of %2 bytes, requested %3, %4")
        .arg(block.address, 0, 16)
        .arg(block.size)
        .arg(block.state == BlockState::Inactive ? 0 : block.requestedSize)
        .arg(QLatin1String(
            blockStateName(block.state).data(), static_cast<qsizetype>(blockStateName(block.state).size())));
}

template <class Item>
QString firstDifference(const std::vector<Item>& got, const std::vector<Item>& wanted)
{
    for (std::size_t i = 0; i < std::max(got.size(), wanted.size()); ++i) {
        const QString a = i < got.size() ? describe(got[i]) : QStringLiteral("nothing");
        const QString b = i < wanted.size() ? describe(wanted[i]) : QStringLiteral("nothing");
        if (a != b)
            return QStringLiteral("got %1, wanted %2").arg(a, b);
    }
    return {};
}

} // namespace

QString difference(const SegmentList& got, const SegmentList& wanted)
{
    const QString segments = firstDifference(got.segments, wanted.segments);
    return segments.isEmpty() ? firstDifference(got.blocks, wanted.blocks) : segments;
}

QString flawOf(const SegmentList& list)
{
    std::uint64_t end = 0;
    std::size_t blocks = 0;
    for (const SegmentInfo& segment : list.segments) {
        if (segment.address < end || segment.totalSize == 0)
            return QStringLiteral("out of order or empty: ") + describe(segment);
        if (segment.firstBlock != blocks || segment.blockCount == 0)
            return QStringLiteral("wrong blocks: ") + describe(segment);
        std::uint64_t at = segment.address;
        bool wasFree = false;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            const bool isFree = block.state == BlockState::Inactive;
            if (block.address != at || block.size == 0)
                return QStringLiteral("gap or overlap: ") + describe(block);
            if (isFree && wasFree)
                return QStringLiteral("two free neighbours: ") + describe(block);
            wasFree = isFree;
            at += block.size;
        }
        if (at != segment.address + segment.totalSize)
            return QStringLiteral("blocks do not fill: ") + describe(segment);
        end = at;
        blocks += segment.blockCount;
    }
    return blocks == list.blocks.size() ? QString() : QStringLiteral("blocks of no segment");
}

Level recount(const SegmentList& list)
{
    Level level;
    for (const SegmentInfo& segment : list.segments) {
        level.reservedBytes += static_cast<std::int64_t>(segment.totalSize);
        level.segment += segment.isExpandable ? 0 : 1;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            const auto size = static_cast<std::int64_t>(block.size);
            if (block.state == BlockState::Inactive) {
                const bool counts = !segment.isExpandable && segment.blockCount > 1;
                level.inactiveSplit += counts ? 1 : 0;
                level.inactiveSplitBytes += counts ? size : 0;
                continue;
            }
            level.active += 1;
            level.activeBytes += size;
            level.requestedBytes += static_cast<std::int64_t>(block.requestedSize);
            if (block.state == BlockState::ActiveAllocated) {
                level.allocation += 1;
                level.allocatedBytes += size;
            }
        }
    }
    return level;
}

std::uint64_t testSeed()
{
    bool isGiven = false;
    const std::uint64_t given = qEnvironmentVariable("TIDEMARK_SEED").toULongLong(&isGiven);
    const std::uint64_t seed = isGiven ? given : 20260817;
    qInfo("TIDEMARK_SEED=%llu", static_cast<unsigned long long>(seed));
    return seed;
}

TraceWriter& TraceWriter::add(Action action, std::uint64_t address, std::uint64_t size, StreamSlot stream)
{
    Event event;
    event.timeUs = static_cast<std::int64_t>(m_device.events.size());
    event.address = address;
    event.size = size;
    event.stream = stream;
    event.action = action;
    m_device.events.append(event);
    m_device.history = History::Whole;
    return *this;
}

TraceWriter& TraceWriter::free(std::uint64_t address, std::uint64_t size)
{
    return add(Action::FreeRequested, address, size).add(Action::FreeCompleted, address, size);
}

HeapState TraceWriter::replay(const AllocatorSettings& settings) const
{
    HeapState state(settings);
    for (std::size_t i = 0; i < m_device.events.size(); ++i)
        state.apply(m_device.events[i], i);
    return state;
}

} // namespace tidemark::tests
