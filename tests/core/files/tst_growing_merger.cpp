// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide_decoder.h"
#include "core/files/tide_file.h"
#include "core/trace/growing_merger.h"
#include "random_recording.h"
#include "recording_difference.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::string told(const Recording& recording, StackIndex stack)
{
    std::string text;
    for (; !stack.isNone(); stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        text +=
            fmt::format("<{}|{}|{}|{}|{}", recording.strings[frame.function], recording.strings[frame.file],
                frame.line, static_cast<int>(frame.kind), recording.strings[frame.extra]);
    }
    return text;
}

// Everything that a context leads to.
std::string told(const Recording& recording, ContextIndex index)
{
    const Context& context = recording.contexts[index];
    return fmt::format("{}/{}/{}/{}/{}/{}/{}", told(recording, context.stack),
        told(recording, context.forwardStack), recording.strings[context.thread],
        recording.strings[context.compileContext], recording.strings[context.userMetadata],
        recording.strings[context.category], recording.strings[context.extra]);
}

std::string told(const Recording& recording, const std::optional<SegmentList>& list)
{
    std::string text = list ? "" : "none";
    if (!list)
        return text;
    for (const SegmentInfo& segment : list->segments)
        text +=
            fmt::format("{} {} {}\n", segment.address, segment.totalSize, told(recording, segment.context));
    for (const BlockInfo& block : list->blocks)
        text += fmt::format("{} {} {}\n", block.address, block.size, told(recording, block.context));
    return text;
}

std::string told(const Recording& recording, const Device& device)
{
    std::string text = fmt::format("{} {} {}\n", device.name, device.ordinal, device.driver.size());
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        const Event event = device.events[i];
        text += fmt::format("{} {} {} {} {} {} {}\n", event.timeUs, event.address, event.size, event.stream,
            event.pool, static_cast<int>(event.action), told(recording, event.context));
    }
    for (std::size_t i = 0; i < device.tensors.size(); ++i) {
        const TensorLabel& label = device.tensors[i];
        text += fmt::format("{} {} {} {} {}\n", label.event, label.address, recording.strings[label.name],
            recording.strings[label.shape], recording.strings[label.operation]);
    }
    return text + told(recording, device.before) + told(recording, device.after);
}

// The notes of some of a recording's devices, in order, their devices counted from the first of these.
std::string notes(const Recording& recording, std::size_t firstDevice, std::size_t count)
{
    std::string text;
    const auto isThere = [&](std::size_t device) {
        return device >= firstDevice && device < firstDevice + count;
    };
    for (const Annotation& note : recording.annotations)
        if (isThere(note.device))
            text += fmt::format("{} {} {} {} {} {}\n", note.device - firstDevice, note.startUs, note.endUs,
                note.startEvent, note.endEvent, recording.strings[note.name]);
    for (const Mark& mark : recording.marks)
        if (isThere(mark.device))
            text += fmt::format("{} {} {} {} {}\n", mark.device - firstDevice, mark.timeUs, mark.event,
                mark.value, recording.strings[mark.name]);
    return text;
}

template <class Item>
void sortByTime(std::vector<Item>& items, std::int64_t Item::*time)
{
    std::stable_sort(items.begin(), items.end(),
        [time](const Item& left, const Item& right) { return left.*time < right.*time; });
}

// A recording by chance as a live one comes: in pieces, of which whole frames count.
class GrowingPart {
public:
    GrowingPart(std::uint64_t seed, const QString& path)
        : m_random(seed)
    {
        Recording recording = randomRecording(seed, 300, 40);
        sortByTime(recording.annotations, &Annotation::startUs);
        sortByTime(recording.marks, &Mark::timeUs);
        m_written = writeTide(recording, path.toStdString()).has_value();
        QFile file(path);
        if (file.open(QIODevice::ReadOnly))
            m_bytes = file.readAll();
    }

    bool wasWritten() const { return m_written && !m_bytes.isEmpty(); }
    bool isWhole() const { return m_at == m_bytes.size(); }
    Recording grow()
    {
        const qsizetype most = m_bytes.size() / 6 + 1;
        const qsizetype count =
            std::min(m_bytes.size() - m_at, std::uniform_int_distribution<qsizetype>(1, most)(m_random));
        (void)m_decoder.feed(std::as_bytes(std::span(m_bytes.data() + m_at, std::size_t(count))));
        m_at += count;
        return m_decoder.snapshot();
    }
    Recording now() const { return m_decoder.snapshot(); }

private:
    std::mt19937_64 m_random;
    TideDecoder m_decoder;
    QByteArray m_bytes;
    qsizetype m_at = 0;
    bool m_written = false;
};

} // namespace

class GrowingMergerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatGrewIsWhatWasSaid();
    void settingsOfTheWholeAndOfDevices();
    void sharedEventsAreNotCopied();
};

void GrowingMergerTest::whatGrewIsWhatWasSaid()
{
    QTemporaryDir folder;
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + 8; ++seed) {
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::vector<std::unique_ptr<GrowingPart>> parts;
        GrowingMerger merger({"a", "b", "c"});
        for (std::uint64_t i = 0; i < 3; ++i)
            parts.push_back(std::make_unique<GrowingPart>(
                100 * seed + i, folder.filePath(QStringLiteral("%1-%2.tide").arg(seed).arg(i))));
        std::mt19937_64 random(seed);
        Recording early;
        std::string earlyTold;
        while (!std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part->isWhole(); })) {
            const std::size_t which = random() % parts.size();
            QVERIFY(parts[which]->wasWritten());
            merger.take(which, parts[which]->grow());
            const Recording merged = merger.merged();
            QCOMPARE(brokenReference(merged), std::string());
            if (earlyTold.empty() && !merged.devices.empty() && merged.devices.front().events.size() > 50) {
                early = merged;
                earlyTold = told(early, early.devices.front()) + notes(early, 0, early.devices.size());
            }
        }
        const Recording merged = merger.merged();
        std::size_t first = 0;
        for (const auto& part : parts) {
            const Recording alone = part->now();
            QVERIFY(first + alone.devices.size() <= merged.devices.size());
            for (std::size_t i = 0; i < alone.devices.size(); ++i)
                QCOMPARE(told(merged, merged.devices[first + i]), told(alone, alone.devices[i]));
            QCOMPARE(notes(merged, first, alone.devices.size()), notes(alone, 0, alone.devices.size()));
            first += alone.devices.size();
        }
        QCOMPARE(first, merged.devices.size());
        // What was published stays as it was.
        QVERIFY(!earlyTold.empty());
        QCOMPARE(told(early, early.devices.front()) + notes(early, 0, early.devices.size()), earlyTold);
    }
}

void GrowingMergerTest::settingsOfTheWholeAndOfDevices()
{
    Recording left;
    left.workload = "mlp";
    left.producer = "one";
    left.allocatorConf = "max_split_size_mb:64";
    left.settings = {{"steps", "3"}, {"device", "cuda:0"}};
    left.devices.emplace_back().source = "its own";
    Recording right = left;
    right.producer = "another";
    right.settings = {{"steps", "3"}, {"device", "cuda:1"}};
    right.devices.front().source.clear();
    right.complete = false;
    right.warnings = {"Something."};

    GrowingMerger merger({"rank 0", "rank 1", "rank 2"});
    merger.take(0, left);
    QVERIFY(merger.hasDevices(0) && !merger.hasDevices(1));
    // A part that has not said anything does not count.
    QCOMPARE(merger.merged().producer, std::string("one"));
    QVERIFY(merger.merged().devices.front().settings.empty());
    merger.take(1, right);
    const Recording merged = merger.merged();
    QCOMPARE(merged.workload, std::string("mlp"));
    QCOMPARE(merged.producer, std::string());
    QCOMPARE(merged.allocatorConf, left.allocatorConf);
    QCOMPARE(merged.settings.size(), std::size_t(1)); // steps
    QCOMPARE(merged.devices[0].source, std::string("its own"));
    QCOMPARE(merged.devices[1].source, std::string("rank 1"));
    QCOMPARE(merged.devices[1].allocatorConf, left.allocatorConf);
    QCOMPARE(merged.devices[1].settings.back().value, std::string("cuda:1"));
    QVERIFY(!merged.complete);
    QCOMPARE(merged.warnings, std::vector<std::string>{"rank 1: Something."});
}

// The events of one publication lie in the same memory as those of the next.
void GrowingMergerTest::sharedEventsAreNotCopied()
{
    Recording part;
    Device& device = part.devices.emplace_back();
    GrowingMerger merger({"rank 0"});
    std::vector<Recording> published;
    for (std::uint64_t round = 0; round < 3; ++round) {
        for (std::uint64_t i = 0; i < 1000; ++i) {
            Event event;
            event.address = 1000 * round + i;
            device.events.append(event);
        }
        merger.take(0, part);
        published.push_back(merger.merged());
        QCOMPARE(published.back().devices[0].events.size(), std::size_t(1000 * (round + 1)));
    }
    const auto firstOf = [](const Recording& recording) {
        return recording.devices[0].events.run(0, 1).address.data();
    };
    QCOMPARE(firstOf(published[1]), firstOf(published[0]));
    QCOMPARE(firstOf(published[2]), firstOf(published[0]));
}

QTEST_GUILESS_MAIN(GrowingMergerTest)
#include "tst_growing_merger.moc"
