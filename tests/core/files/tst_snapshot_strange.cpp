// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots that say what cannot be: what is passed over or mended, the sentence that says so, and that
// everything that follows holds together all the same.
#include "core/files/snapshot_reader.h"
#include "hostile_pickles.h"
#include "snapshot_summary.h"
#include "tests/fuzz/reader_checks.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace std::string_literals;
using namespace std::string_view_literals;

class TestSnapshotStrange : public QObject {
    Q_OBJECT

private slots:
    void passedOver_data();
    void passedOver();
    void segments_data();
    void segments() { passedOver(); }
    void settings_data();
    void settings() { passedOver(); }
    void oneEventListedTwice();
    void sharedTrace();
    void segmentsAreMended();
    void addressesAboveTheMiddle();
    void oneLongList();
    void nanoseconds();
    void timesGoBackwards();
    void laterKeyWins();
    void manyStreams();
    void textsThatAreNoUtf8();
};

namespace {

void add(const char* name, const QByteArray& pickle, const char* warning)
{
    QTest::newRow(name) << pickle << QString::fromLatin1(warning);
}

// A segment with one item after another, each `key` with the pickled `value`.
QByteArray segmentWith(std::initializer_list<std::pair<std::string_view, std::string>> items)
{
    PickleWriter writer;
    writer.raw("](}(");
    for (const auto& [key, value] : items)
        writer.text(key).raw(value);
    return writer.raw("ue.").bytes();
}

std::string number(std::uint64_t value)
{
    return PickleWriter().number(value).bytes().toStdString();
}

std::string live(std::uint64_t address, std::uint64_t size)
{
    return block(address, size, "active_allocated");
}

} // namespace

void TestSnapshotStrange::passedOver_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("warning");
    const auto trace = [](auto write) {
        PickleWriter writer;
        writer.raw("(");
        write(writer);
        return inTraces(writer.raw("e"));
    };
    add("unknown action", trace([](PickleWriter& p) { p.event("resize", 512, 512).event("resize", 512, 1); }),
        "Passed over: events with the unknown action \"resize\" (2 times).");
    add("unknown key", trace([](PickleWriter& p) { p.event("alloc", 512, 512, "U\3newN"); }), "");
    add("an impossible size", trace([](PickleWriter& p) { p.event("alloc", 512, std::uint64_t(1) << 50); }),
        "Passed over: events with an impossible size; they keep their place in the list.");
    add("numbers among events", trace([](PickleWriter& p) { p.event("alloc", 512, 512).raw("K\1N"); }),
        "Passed over: something in a list of events that is no event (2 times).");
    add("a text as a size", trace([](PickleWriter& p) {
        p.raw("}(").text("action").text("alloc").text("size").text("big").raw("u");
    }),
        "Passed over: something that is no number where a number belongs; 0 stands for it.");
    add("a huge size", trace([](PickleWriter& p) {
        p.raw("}(").text("action").text("alloc").text("size").raw("L99999999999999999999L\nu");
    }),
        "Passed over: a number that needs more than 64 bits; 0 stands for it.");
    add("a fraction",
        trace([](PickleWriter& p) { p.raw("}(").text("action").text("alloc").text("size").raw("F0.5\nu"); }),
        "Passed over: a number with a fraction where a whole one belongs; 0 stands for it.");
    add("frames of another kind",
        trace([](PickleWriter& p) { p.event("alloc", 1, 1, "U\6frames](K\1K\2K\3e"); }),
        "Passed over: frames that are no list of frames.");
    add("segments of another kind", underKey("external_annotations", "K\1"),
        "The snapshot holds no events and no segments: nothing was allocated, or history was off.");
}

void TestSnapshotStrange::passedOver()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, warning);
    const auto recording = readSnapshot(bytesOf(pickle));
    if (!recording)
        QFAIL(recording.error().message.c_str());
    QVERIFY(recording->complete);
    QCOMPARE(flawOfSnapshot(bytesOf(pickle)), std::string());
    QVERIFY2(warning.isEmpty() || contains(recording->warnings, warning.toStdString()),
        recording->warnings.empty() ? "no warning" : recording->warnings.back().c_str());
}

void TestSnapshotStrange::segments_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("warning");
    constexpr std::uint64_t top = 0xFFFF'FFFF'FFFF'F000U;
    add("negative total size", segmentWith({{"address", number(4096)}, {"total_size", "J\xff\xff\xff\xff"}}),
        "Passed over: a segment of an impossible size.");
    add("no size at all", segmentWith({{"address", number(4096)}, {"blocks", "]"}}),
        "Passed over: a segment of an impossible size.");
    add("a segment that wraps", segment(top, 1 << 20, "](" + live(top, 1 << 20) + "e"), "");
    add("a block that wraps", segment(4096, 1 << 20, "](" + live(4096, 0xFFFF'FFFF'FFFF'FFFFU) + "e"),
        "Passed over: contradictions between a segment and its blocks; free memory fills the gaps.");
    add("a block outside", segment(4096, 1 << 20, "](" + live(1 << 30, 512) + "e"),
        "Passed over: contradictions between a segment and its blocks; free memory fills the gaps.");
    add("no blocks", segment(4096, 1 << 20, "]"),
        "Passed over: contradictions between a segment and its blocks; free memory fills the gaps.");
    add("an empty block", segment(4096, 512, "](" + live(4096, 0) + live(4096, 512) + "e"),
        "Passed over: contradictions between a segment and its blocks; free memory fills the gaps.");
    add("more asked for than there is",
        segment(4096, 512,
            "](}(U\7addressM\0\x10U\4sizeM\0\2U\16requested_sizeJ\xff\xff\xff\x7fU\5stateU\20"
            "active_allocatedue"sv),
        "Passed over: the size asked for of a block that is smaller; its own size stands for it.");
    add("an unknown state", segment(4096, 512, "](" + block(4096, 512, "asleep") + "e"),
        "Passed over: the state of a block, which is none that is known; it is shown as free.");
    add("a state that is a number", segment(4096, 512, "](}(U\7addressM\0\x10U\4sizeM\0\2U\5stateK\1ue"sv),
        "Passed over: the state of a block, which is none that is known; it is shown as free.");
    add("a history of numbers",
        segment(4096, 512,
            "](}(U\4sizeM\0\2U\5stateU\10inactiveU\7history](M\xff\xff}(U\11"
            "real_sizeK\1ueue"sv),
        "");
    for (const std::string_view device : {"J\xff\xff\xff\xff"sv, "M\0\4"sv, "J\xff\xff\xff\x7f"sv}) {
        const QByteArray pickle = segmentWith({{"device", std::string(device)}, {"address", number(4096)},
            {"total_size", number(512)}, {"blocks", "](" + live(4096, 512) + "e"}});
        add(qPrintable(QStringLiteral("device %1")
                           .arg(QString::fromLatin1(
                               QByteArray(device.data(), static_cast<qsizetype>(device.size())).toHex()))),
            pickle, "Passed over: a segment of a device with an impossible number.");
    }
    PickleWriter overlapping;
    overlapping.raw("](");
    for (const std::uint64_t address : {4096U, 4608U, 8192U})
        overlapping.raw("}(")
            .text("address")
            .number(address)
            .text("total_size")
            .number(4096)
            .text("blocks")
            .raw("]u");
    add("overlapping segments", overlapping.raw("e.").bytes(),
        "Passed over: a segment that overlaps another.");
    PickleWriter shared;
    shared.raw("](").raw("}(").text("address").number(4096).text("total_size").number(512).text("blocks");
    shared.raw("](" + live(4096, 512) + "eq\0"s)
        .raw("u}(")
        .text("address")
        .number(8192)
        .text("total_size")
        .number(512);
    add("blocks of two segments", shared.text("blocks").raw("h\0ue."sv).bytes(),
        "Passed over: blocks that are listed for a second segment.");
}

void TestSnapshotStrange::settings_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("warning");
    const auto settings = [](std::string_view items) {
        return underKey("allocator_settings", "}(" + std::string(items) + "u");
    };
    add("not a number", settings("U\34garbage_collection_thresholdG\x7f\xf8\0\0\0\0\0\0"sv), "");
    add("infinite", settings("U\16max_split_sizeG\x7f\xf0\0\0\0\0\0\0"sv), "");
    add("a number as the conf", settings("U\27PYTORCH_CUDA_ALLOC_CONFK\7"sv), "");
    add("a conf that is none", settings("U\27PYTORCH_CUDA_ALLOC_CONFU\12gibberish:"sv), "");
    add("divisions of nothing", settings("U\30roundup_power2_divisions}(K\0K\0NNu"sv), "");
    add("keys that are numbers", settings("K\1K\2NN"sv), "");
    add("overflow flags of another kind", settings("U\26trace_alloc_overflowed](NF0.5\nU\1xe"sv),
        "Passed over: a number with a fraction where a whole one belongs; 0 stands for it.");
    add("a list as settings", underKey("allocator_settings", "](K\1K\2e"), "");
}

void TestSnapshotStrange::oneEventListedTwice()
{
    PickleWriter writer;
    writer.raw("(").event("alloc", 512, 100).raw("q\0"sv).event("free_completed", 512, 100);
    writer.raw("h\0e(h\0e"sv);
    const auto recording = readSnapshot(bytesOf(inTraces(writer)));
    QVERIFY(recording.has_value());
    const EventColumns& events = recording->devices[0].events;
    QCOMPARE(events.size(), std::size_t(4));
    QVERIFY(events[2] == events[0] && events[3] == events[0]);
}

// Every device has its own events: a list that is named again would make a small file tell a thousand times
// its events.
void TestSnapshotStrange::sharedTrace()
{
    PickleWriter writer;
    writer.raw("(").event("alloc", 512, 100).event("alloc", 1024, 100).raw("eq\0h\0h\0"sv);
    const auto recording = readSnapshot(bytesOf(inTraces(writer)));
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices.size(), std::size_t(1));
    QCOMPARE(recording->devices[0].events.size(), std::size_t(2));
    QVERIFY(contains(recording->warnings,
        "a list of events that is listed a second time; it counts for one device (2 times)"));
}

// SegmentList promises blocks without gaps, whatever the file says.
void TestSnapshotStrange::segmentsAreMended()
{
    const std::string overlapping = "](" + block(4096, 512, "active_allocated")
        + block(4096 + 256, 1024, "active_allocated") + block(4096 + 2048, 512, "inactive")
        + block(1 << 20, 512, "active_allocated") + block(4096 + 3000, 9000, "inactive") + "e";
    const auto recording = readSnapshot(bytesOf(segment(4096, 4096, overlapping)));
    QVERIFY(recording.has_value());
    QVERIFY(contains(recording->warnings, "contradictions between a segment and its blocks"));
    const SegmentList& list = *recording->devices[0].after;
    QCOMPARE(list.blocks.size(), std::size_t(4));
    std::uint64_t address = 4096;
    for (const BlockInfo& found : list.blocks) {
        QCOMPARE(found.address, address);
        address += found.size;
    }
    QCOMPARE(address, std::uint64_t(8192));
    QCOMPARE(list.blocks[0].state, BlockState::ActiveAllocated);
    QCOMPARE(list.blocks[1].state, BlockState::Inactive);
}

// An address of 2^63 and more needs nine bytes; segments are ordered by it as an unsigned number.
void TestSnapshotStrange::addressesAboveTheMiddle()
{
    PickleWriter writer;
    writer.raw("}(").text("segments").raw("](");
    for (const std::uint64_t address :
        {0xFFFF'FFFF'FFFF'F000U, 0x8000'0000'0000'1000U, 0x7000'0000'0000'0000U}) {
        writer.raw("}(")
            .text("address")
            .number(address)
            .text("total_size")
            .number(1 << 21)
            .text("blocks")
            .raw("](");
        writer.raw(block(address, 1 << 21, "active_allocated")).raw("eu");
    }
    writer.raw("e").text("device_traces").raw("](](");
    writer.event("alloc", 0xFFFF'FFFF'FFFF'F000U, 1 << 21)
        .event("free_completed", 0xFFFF'FFFF'FFFF'F000U, 1 << 21);
    const auto recording = readSnapshot(bytesOf(writer.raw("eeu.").bytes()));
    QVERIFY(recording.has_value());
    const SegmentList& list = *recording->devices[0].after;
    QCOMPARE(list.segments.size(), std::size_t(3));
    QCOMPARE(list.segments[0].address, std::uint64_t(0x7000'0000'0000'0000));
    QCOMPARE(list.segments[2].address, std::uint64_t(0xFFFF'FFFF'FFFF'F000));
    QCOMPARE(recording->devices[0].events[0].address, list.segments[2].address);
    QVERIFY(!contains(recording->warnings, "Passed over"));
}

// PyTorch's own C++ writer puts any number of items into one piece.
void TestSnapshotStrange::oneLongList()
{
    constexpr std::uint64_t count = 300'000;
    PickleWriter writer;
    writer.raw("(");
    for (std::uint64_t i = 0; i < count; ++i)
        writer.event(i % 2 == 0 ? "alloc" : "free_completed", 512 + i / 2, 100);
    const auto recording = readSnapshot(bytesOf(inTraces(writer.raw("e"))));
    QVERIFY(recording.has_value());
    const EventColumns& events = recording->devices[0].events;
    QCOMPARE(events.size(), static_cast<std::size_t>(count));
    QCOMPARE(events[count - 1].address, 512 + (count - 1) / 2);
    QCOMPARE(recording->devices[0].history, History::Whole);
}

void TestSnapshotStrange::nanoseconds()
{
    PickleWriter writer;
    writer.raw("(").event("alloc", 512, 1,
        PickleWriter().text("time_us").number(1'696'326'576'864'190'123).bytes().toStdString());
    const auto recording = readSnapshot(bytesOf(inTraces(writer.raw("e"))));
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices[0].events[0].timeUs, std::int64_t(1'696'326'576'864'190));
    QVERIFY(contains(recording->warnings, "times that can only be nanoseconds; they are read as such"));
}

// Replay goes by place; only the time axis needs times.
void TestSnapshotStrange::timesGoBackwards()
{
    PickleWriter writer;
    writer.raw("(");
    for (const std::uint64_t time : {900U, 100U, 500U, 0U, 500U})
        writer.event(
            "alloc", 4096 + time, 100, PickleWriter().text("time_us").number(time).bytes().toStdString());
    writer.event(
        "alloc", 1 << 20, 1, PickleWriter().text("time_us").raw("J\xff\xff\xff\xff").bytes().toStdString());
    const QByteArray pickle = inTraces(writer.raw("e"));
    const auto recording = readSnapshot(bytesOf(pickle));
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices[0].events[1].timeUs, std::int64_t(100));
    QCOMPARE(recording->devices[0].events[5].timeUs, std::int64_t(0));
    QVERIFY(contains(recording->warnings, "times before 1970; 0 stands for them"));
    QCOMPARE(flawOfSnapshot(bytesOf(pickle)), std::string());
}

// As in Python's dicts.
void TestSnapshotStrange::laterKeyWins()
{
    PickleWriter writer;
    writer.raw("(").event("alloc", 512, 100, PickleWriter().text("size").number(700).bytes().toStdString());
    const auto recording = readSnapshot(bytesOf(inTraces(writer.raw("e"))));
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices[0].events[0].size, std::uint64_t(700));
}

// More than a column can number: the rest shares one, and that is said.
void TestSnapshotStrange::manyStreams()
{
    constexpr std::uint64_t streams = 70'000;
    PickleWriter writer;
    writer.raw("(");
    for (std::uint64_t i = 0; i < streams; ++i)
        writer.event("alloc", 512 * (i + 1), 100,
            PickleWriter()
                .text("stream")
                .number(1 + i)
                .text("pool_id")
                .number(i)
                .number(7)
                .raw("\x86")
                .bytes()
                .toStdString());
    const auto recording = readSnapshot(bytesOf(inTraces(writer.raw("e"))));
    QVERIFY(recording.has_value());
    const Device& device = recording->devices[0];
    QCOMPARE(device.events.size(), static_cast<std::size_t>(streams));
    QCOMPARE(device.streams.size(), std::size_t(65535));
    QCOMPARE(device.pools.size(), std::size_t(65535));
    QVERIFY(
        contains(recording->warnings, "more streams than can be told apart; the last ones are shown as one"));
    QVERIFY(
        contains(recording->warnings, "more pools than can be told apart; the last ones are shown as one"));
}

// FF FE, a lone surrogate as Python writes it for broken file names, NUL, and what reads from right to left.
void TestSnapshotStrange::textsThatAreNoUtf8()
{
    const std::string longName(100'000, 'n');
    const std::pair<std::string, std::string> names[] = {{"\xff\xfe", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"a\xED\xA0\x80z", "a\xEF\xBF\xBDz"}, {std::string("nul\0l", 5), std::string("nul\0l", 5)},
        {"line\nfeed", "line\nfeed"}, {"\u05d0\u05d1", "\u05d0\u05d1"}, {longName, longName}};
    for (const auto& [written, shown] : names) {
        PickleWriter frame;
        frame.text("frames").raw("](}(").text("name").text(written).text("filename").text(written);
        frame.text("line").number(7).raw("ue");
        PickleWriter writer;
        writer.raw("(").event("alloc", 512, 100, frame.bytes().toStdString());
        const QByteArray pickle = inTraces(writer.raw("e"));
        const auto recording = readSnapshot(bytesOf(pickle));
        QVERIFY(recording.has_value());
        const Context& context = recording->contexts[recording->devices[0].events[0].context];
        const Frame& found = recording->frames[recording->stacks[context.stack].frame];
        QCOMPARE(std::string(recording->strings[found.function]), shown);
        QCOMPARE(std::string(recording->strings[found.file]), shown);
        QCOMPARE(flawOfSnapshot(bytesOf(pickle)), std::string());
    }
}

QTEST_GUILESS_MAIN(TestSnapshotStrange)
#include "tst_snapshot_strange.moc"
