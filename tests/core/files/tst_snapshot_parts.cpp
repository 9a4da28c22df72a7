// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts of the snapshot reader by themselves.
#include "core/files/history_check.h"
#include "core/files/snapshot/notes.h"
#include "core/files/snapshot/slot_map.h"
#include "core/files/snapshot_reader.h"
#include "core/files/utf8.h"
#include "pickle_writer.h"
#include "snapshot_summary.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace std::string_view_literals;

class TestSnapshotParts : public QObject {
    Q_OBJECT

private slots:
    void readableText_data();
    void readableText();
    void history_data();
    void history();
    void historyOfExpandableSegments();
    void overflowFlag_data();
    void overflowFlag();
    void notesAreCounted();
    void slotsAreShared();
};

namespace {

Event entryOf(Action action, std::uint64_t address, std::uint64_t size = 512)
{
    Event result;
    result.action = action;
    result.address = address;
    result.size = size;
    return result;
}

// One segment of 2 MiB at 4096 with one block at its beginning.
SegmentList oneSegment(BlockState state, bool isExpandable = false)
{
    SegmentList list;
    SegmentInfo segment;
    segment.address = 4096;
    segment.totalSize = 2 << 20;
    segment.blockCount = 1;
    segment.isExpandable = isExpandable;
    list.segments.push_back(segment);
    BlockInfo block;
    block.address = 4096;
    block.size = segment.totalSize;
    block.state = state;
    list.blocks.push_back(block);
    return list;
}

} // namespace

void TestSnapshotParts::readableText_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("readable");
    const auto add = [](const char* name, std::string_view bytes, std::string_view readable) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                            << QByteArray(readable.data(), static_cast<qsizetype>(readable.size()));
    };
    add("ASCII", "plain text, longer than eight"sv, "plain text, longer than eight"sv);
    add("NUL", "a\0b"sv, "a\0b"sv);
    add("two, three and four bytes", "é€\U0001F600"sv, "é€\U0001F600"sv);
    add("the last character", "\xF4\x8F\xBF\xBF"sv, "\xF4\x8F\xBF\xBF"sv);
    add("no text at all", "\xFF\xFE"sv, "\uFFFD\uFFFD"sv);
    add("continuation alone", "a\x80z"sv, "a\uFFFDz"sv);
    add("overlong", "\xC0\x80"sv, "\uFFFD\uFFFD"sv);
    add("above the last", "\xF4\x90\x80\x80"sv, "\uFFFD\uFFFD\uFFFD\uFFFD"sv);
    add("a surrogate", "a\xED\xA0\x80z"sv, "a\uFFFDz"sv);
    add("cut", "twelve bytes\xE2\x82"sv, "twelve bytes\uFFFD\uFFFD"sv);
}

void TestSnapshotParts::readableText()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, readable);
    const std::string result = readableUtf8(bytes.toStdString());
    QCOMPARE(QByteArray::fromStdString(result), readable);
    QVERIFY(isUtf8(result));
    QCOMPARE(isUtf8(bytes.toStdString()), bytes == readable);
}

void TestSnapshotParts::history_data()
{
    QTest::addColumn<QList<int>>("actions"); // all at the address 4096
    QTest::addColumn<int>("after"); // -1: not known, 0: nothing, 1: a free block, 2: an allocated one
    QTest::addColumn<int>("history");
    const auto add = [](const char* name, std::initializer_list<Action> actions, int after, History history) {
        QList<int> numbers;
        for (const Action action : actions)
            numbers.push_back(static_cast<int>(action));
        QTest::newRow(name) << numbers << after << static_cast<int>(history);
    };
    using enum Action;
    add("no events", {}, 2, History::None);
    add("everything made", {SegmentAlloc, Alloc}, 2, History::Whole);
    add("everything gone", {SegmentAlloc, Alloc, FreeRequested, FreeCompleted, SegmentFree}, 0,
        History::Whole);
    add("freed, kept", {SegmentAlloc, Alloc, FreeRequested, FreeCompleted}, 1, History::Whole);
    add("waiting for a stream", {SegmentAlloc, Alloc, FreeRequested}, 2, History::Whole);
    add("without the end", {SegmentAlloc, Alloc}, -1, History::Whole);
    add("a block from before", {SegmentAlloc}, 2, History::Partial);
    add("a segment from before", {Alloc}, 2, History::Partial);
    add("a free from before", {FreeRequested, FreeCompleted}, -1, History::Partial);
    add("a completed free from before", {FreeCompleted, SegmentAlloc}, 1, History::Partial);
    add("a segment free from before", {SegmentFree}, 0, History::Partial);
    add("allocated twice", {SegmentAlloc, Alloc, Alloc}, 2, History::Partial);
    add("a block missing at the end", {SegmentAlloc, Alloc}, 1, History::Partial);
    add("only marks, nothing there", {Snapshot}, 0, History::Whole);
    add("only marks, something there", {Snapshot, Annotate}, 1, History::Partial);
}

void TestSnapshotParts::history()
{
    QFETCH(QList<int>, actions);
    QFETCH(int, after);
    QFETCH(int, history);
    Device device;
    for (const int action : actions)
        device.events.append(entryOf(static_cast<Action>(action), 4096));
    if (after == 0)
        device.after.emplace();
    else if (after > 0)
        device.after = oneSegment(after == 1 ? BlockState::Inactive : BlockState::ActiveAllocated);
    const HistoryFinding finding = checkHistory(device, false);
    QCOMPARE(static_cast<int>(finding.history), history);
    if (!actions.isEmpty())
        QCOMPARE(checkHistory(device, true).history, History::Partial);
}

// Mapped and unmapped in pieces: only the bytes need to agree.
void TestSnapshotParts::historyOfExpandableSegments()
{
    Device device;
    device.after = oneSegment(BlockState::Inactive, true);
    device.events.append(entryOf(Action::SegmentMap, 4096, 3 << 20));
    device.events.append(entryOf(Action::SegmentUnmap, 4096 + (2 << 20), 1 << 20));
    QCOMPARE(checkHistory(device, false).history, History::Whole);
    device.events.append(entryOf(Action::SegmentUnmap, 4096, 1 << 20));
    QCOMPARE(checkHistory(device, false).history, History::Partial);
}

void TestSnapshotParts::overflowFlag_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("reason");
    const auto add = [](const char* name, std::string_view settings, const char* reason) {
        QTest::newRow(name) << QByteArray(settings.data(), static_cast<qsizetype>(settings.size()))
                            << QString::fromLatin1(reason);
    };
    constexpr const char* overwritten = "older events were overwritten by newer ones.";
    constexpr const char* late = "missing: recording began when memory was already in use.";
    add("not said", "}"sv, "older events may have been overwritten, or recording began");
    add("true", "}U\26trace_alloc_overflowed\x88s"sv, overwritten);
    add("false", "}U\26trace_alloc_overflowed\x89s"sv, late);
    add("one", "}U\26trace_alloc_overflowedK\1s"sv, overwritten);
    add("for each device, true",
        "}U\26trace_alloc_overflowed](\x88\x89"
        "es"sv,
        overwritten);
    add("for each device, false",
        "}U\26trace_alloc_overflowed](\x89\x88"
        "es"sv,
        late);
}

void TestSnapshotParts::overflowFlag()
{
    QFETCH(QByteArray, settings);
    QFETCH(QString, reason);
    PickleWriter writer;
    writer.raw("}(").text("device_traces").raw("](](").event("free_completed", 512, 100);
    writer.event("alloc", 1024, 100)
        .raw("ee")
        .text("allocator_settings")
        .raw(settings.toStdString())
        .raw("u.");
    const auto recording = readSnapshot(bytesOf(writer.bytes()));
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices[0].history, History::Partial);
    QVERIFY2(
        QString::fromStdString(recording->warnings.at(0)).contains(reason), recording->warnings[0].c_str());
}

void TestSnapshotParts::notesAreCounted()
{
    Notes notes;
    QVERIFY(notes.sentences().empty());
    for (int i = 0; i < 1234; ++i)
        notes.count("a thing");
    notes.count("the unknown key", 7, "new\nkey", "of events");
    notes.count("the unknown key", 7, "new\nkey", "of frames");
    notes.count("the unknown key", 7, "new\nkey", "of events");
    const std::vector<std::string> expected = {"Passed over: a thing (1,234 times).",
        "Passed over: the unknown key \"new key\" of events (2 times).",
        "Passed over: the unknown key \"new key\" of frames."};
    QVERIFY(notes.sentences() == expected);
    for (std::uint32_t i = 0; i < 1000; ++i)
        notes.count("events with the unknown action", i, std::to_string(i));
    QCOMPARE(notes.sentences().size(), std::size_t(41));
    QCOMPARE(notes.sentences().back(), std::string("Passed over: 963 other things of more kinds."));
}

void TestSnapshotParts::slotsAreShared()
{
    SlotMap<std::uint64_t, std::uint8_t> places;
    QCOMPARE(places.slot(0), std::uint8_t(0));
    for (std::uint64_t value = 1; value < 1000; ++value)
        places.slot(value);
    QCOMPARE(places.values().size(), std::size_t(255));
    QCOMPARE(places.slot(7), std::uint8_t(7));
    QCOMPARE(places[7], std::uint64_t(7));
    QCOMPARE(places.slot(999), std::uint8_t(254)); // past the range the last one is shared
}

QTEST_GUILESS_MAIN(TestSnapshotParts)
#include "tst_snapshot_parts.moc"
