// SPDX-License-Identifier: GPL-3.0-or-later
// Broken and hostile pickles: each with the message it gets, and none with more memory than a small multiple
// of its size.
#include "allocation_peak.h"
#include "core/files/snapshot_reader.h"
#include "pickle_writer.h"
#include "recording_difference.h"
#include "snapshot_summary.h"

#include <QTest>
#include <functional>

using namespace tidemark;
using namespace tidemark::tests;
using namespace std::string_view_literals;

namespace {

// `pickle` in the place of the first device's list of events.
QByteArray inTraces(const PickleWriter& trace)
{
    PickleWriter writer;
    writer.raw("\x80\x02}(").text("segments").raw("]").text("device_traces").raw("](]");
    return writer
        .raw(std::string_view(trace.bytes().constData(), static_cast<std::size_t>(trace.bytes().size())))
        .raw("eu.")
        .bytes();
}

QByteArray underKey(std::string_view key, std::string_view value)
{
    PickleWriter writer;
    return writer.raw("}(").text("segments").raw("]").text(key).raw(value).raw("u.").bytes();
}

QByteArray segment(std::uint64_t address, std::uint64_t size, std::string_view blocks)
{
    PickleWriter writer;
    writer.raw("](}(").text("address").number(address).text("total_size").number(size);
    return writer.text("blocks").raw(blocks).raw("ue.").bytes();
}

std::string block(std::uint64_t address, std::uint64_t size, std::string_view state)
{
    PickleWriter writer;
    writer.raw("}(").text("address").number(address).text("size").number(size);
    return writer.text("state").text(state).raw("u").bytes().toStdString();
}

bool contains(const std::vector<std::string>& warnings, const std::string& part)
{
    return std::any_of(warnings.begin(), warnings.end(),
        [&part](const std::string& warning) { return warning.find(part) != std::string::npos; });
}

// `unit` again and again up to `size` bytes; `#` stands for a number that grows.
QByteArray repeated(std::string_view before, std::string_view unit, qsizetype size)
{
    QByteArray result(before.data(), static_cast<qsizetype>(before.size()));
    for (std::uint32_t i = 0; result.size() < size; ++i) {
        for (const char character : unit) {
            if (character == '#')
                result.append(reinterpret_cast<const char*>(&i), 4);
            else
                result.append(character);
        }
    }
    return result;
}

} // namespace

class TestSnapshotHostile : public QObject {
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void passedOver_data();
    void passedOver();
    void boundedMemory_data();
    void boundedMemory();
    void otherContent_data();
    void otherContent();
    void oneEventListedTwice();
    void sharedTrace();
    void segmentsAreMended();
    void addressesAboveTheMiddle();
    void oneLongList();
    void nanoseconds();
};

void TestSnapshotHostile::refused_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("message");
    const auto add = [](const char* name, const QByteArray& pickle, const char* message) {
        QTest::newRow(name) << pickle << QString::fromLatin1(message);
    };
    const auto bytes = [](std::string_view text) {
        return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    add("runs code", bytes("cos\nsystem\n(S'true'\ntR."),
        "the pickle cannot be read: GLOBAL at byte 0 would make Python import or run something, which a "
        "snapshot "
        "never needs: refused.");
    add("an object of a class",
        bytes("\x80\x04\x8c\x08"
              "datetime\x8c\x04"
              "date\x93."),
        "the pickle cannot be read: STACK_GLOBAL at byte 18 would make Python import or run something, which "
        "a "
        "snapshot never needs: refused.");
    add("code beside events", underKey("x", "cos\nsystem\n"),
        "the pickle cannot be read: GLOBAL at byte 22 would make Python import or run something, which a "
        "snapshot "
        "never needs: refused.");
    add("another dict", bytes("}(U\1aK\1u."sv),
        "the pickle holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" "
        "in it.");
    add("a number", bytes("\x80\x04K\x01."),
        "the pickle holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" "
        "in it.");
    add("an empty dict", bytes("\x80\x04}."),
        "the pickle holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" "
        "in it.");
    add("a list in itself", bytes("]q\0h\0a."sv),
        "the pickle cannot be read: APPEND at byte 5 puts a list into itself.");
    add("a dict in itself", bytes("}q\0K\1h\0s."sv),
        "the pickle cannot be read: SETITEM at byte 7 puts a dict into itself.");
    add("a list that was used grows", bytes("]q\0]h\0ah\0K\1a."sv),
        "the pickle cannot be read: APPEND at byte 11 adds items to what is no list, or to a list that was "
        "already "
        "used.");
    add("a key without a value", bytes("}(K\1u."),
        "the pickle cannot be read: SETITEMS at byte 4 has a key without a value.");
    add("items for a number", bytes("K\1(K\1e."),
        "the pickle cannot be read: APPENDS at byte 5 adds items to what is no list, or to a list that was "
        "already "
        "used.");
    add("deep", repeated("", "(", 100'000),
        "the pickle cannot be read: MARK at byte 65536 is nested more than 65536 levels deep.");
    add("nothing but the protocol", bytes("\x80\x04"),
        "the file ends early, at byte 2, before anything of a memory snapshot.");
    add("a length without bytes", bytes("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff"),
        "the file ends early, at byte 11, before anything of a memory snapshot.");
}

void TestSnapshotHostile::refused()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, message);
    const auto recording = readSnapshot(bytesOf(pickle));
    QVERIFY(!recording);
    QCOMPARE(QString::fromStdString(recording.error().message), message);
}

void TestSnapshotHostile::passedOver_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("warning");
    const auto add = [](const char* name, const QByteArray& pickle, const char* warning) {
        QTest::newRow(name) << pickle << QString::fromLatin1(warning);
    };
    PickleWriter w;
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

void TestSnapshotHostile::passedOver()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, warning);
    const auto recording = readSnapshot(bytesOf(pickle));
    if (!recording)
        QFAIL(recording.error().message.c_str());
    QVERIFY(recording->complete);
    QVERIFY2(contains(recording->warnings, warning.toStdString()),
        recording->warnings.empty() ? "no warning" : recording->warnings.back().c_str());
}

void TestSnapshotHostile::boundedMemory_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<int>("allowance"); // MiB that a file of any size may cost
    const auto add = [](const char* name, std::string_view before, std::string_view unit, int allowance = 8) {
        QTest::newRow(name) << repeated(before, unit, 4'000'000) << allowance;
    };
    // Texts stored in the memo as 0, 1 and 2, then taken from the stack.
    const std::string_view eventWords = "U\6actionq\0000U\5allocq\0010U\4addrq\0020"sv;
    add("values on the stack", ""sv, "N"sv);
    add("marks", ""sv, "("sv);
    add("lists", ""sv, "]"sv);
    add("lists in the memo", "\x80\4"sv, "]\x94"sv);
    add("lists thrown away", ""sv, "]0"sv);
    add("nested lists", "("sv, "]("sv);
    add("dicts with one item, open", ""sv, "}K\1Ns"sv);
    add("lists with one item, open", ""sv, "]Na"sv);
    add("one number in many places of the memo", "K\1"sv, "\x94"sv);
    add("numbers in one place of the memo", "K\1"sv, "q\0"sv);
    add("different texts", "\x80\4"sv, "\x8c\4#0"sv);
    add("different texts in a list", "\x80\4]"sv, "\x8c\4#a"sv);
    add("different pairs", ""sv,
        "J#J#\x86"
        "0"sv);
    add("different frames", "U\4nameq\0000U\10filenameq\0010"sv, "}(h\0U\4#h\1U\4#u0"sv);
    add("different stacks", "U\4nameq\0000U\10filenameq\0010"sv, "](}(h\0U\4#h\1U\4#ue0"sv);
    add("different events", eventWords, "}(h\0h\1h\2J#u"sv);
    add("events of one list", "]U\6actionq\0000U\5allocq\0010U\4addrq\0020"sv, "(}(h\0h\1h\2J#ue"sv);
    // Every list of events has columns of its own, which take whole pages.
    add("many lists of events", eventWords, "](}(h\0h\1h\2J#ue"sv, 160);
    add("segments", "U\6blocksq\0000U\7addressq\0010"sv, "}(h\0]h\1J#u"sv);
    add("blocks", "U\5stateq\0000U\4sizeq\0010"sv, "}(h\0Nh\1J#u"sv);
    add("settings", "}U\22allocator_settings}("sv, "J#N"sv);
    add("unknown keys", eventWords, "}(h\0h\1h\2K\1U\4#Nu0"sv);
    // The text of each list would be twice as long as the one before.
    add("a bomb of references", "]q\0"sv, "](h\0h\0eq\0"sv);
    const std::string longText =
        "X" + std::string("\0\1\0\0", 4) + std::string(256, 'a') + std::string("q\0", 2);
    add("one text in many lists", longText, "](h\0h\0h\0h\0h\0h\0h\0h\0eK\1a0"sv);
}

void TestSnapshotHostile::boundedMemory()
{
    QFETCH(QByteArray, pickle);
    QFETCH(int, allowance);
    resetAllocationPeak();
    const auto recording = readSnapshot(bytesOf(pickle));
    const auto peak = allocationPeak();
    qInfo("%.1f times the file, %s", static_cast<double>(peak) / static_cast<double>(pickle.size()),
        recording ? "read" : recording.error().message.c_str());
    if (recording)
        QCOMPARE(brokenReference(*recording), std::string());
    QVERIFY(
        peak < 10 * static_cast<std::size_t>(pickle.size()) + (static_cast<std::size_t>(allowance) << 20U));
}

void TestSnapshotHostile::otherContent_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("is");
    const auto add = [](const char* name, std::string_view head, bool is) {
        QTest::newRow(name) << QByteArray(head.data(), static_cast<qsizetype>(head.size())) << is;
    };
    add("empty", "", false);
    add("JSON dict", "{\"segments\": []}", false);
    add("JSON list", "[{\"device\": 0}]", false);
    add("HTML", "<!DOCTYPE html>", false);
    add("SVG", "<?xml version=\"1.0\"?><svg>", false);
    add("gzip", "\x1f\x8b\x08", false);
    add("zip", "PK\x03\x04", false);
    add("zstd", "\x28\xb5\x2f\xfd", false);
    add("text", "(see below)", false);
    add("one brace", "}", false);
    add("protocol 0, dict", "(dp0\nVsegments\n", true);
    add("protocol 0, list", "(lp0\n", true);
    add("protocol 1, dict", "}q\0("sv, true);
    add("protocol 1, list", "]q\0("sv, true);
    add("protocol 1, nothing stored", "}(U", true);
    add("protocol 2", "\x80\x02}q\0"sv, true);
    add("protocol 5", "\x80\x05\x95\0\0"sv, true);
    add("protocol 6", "\x80\x06}", false);
    add("protocol cut", "\x80", false);
    add("code in protocol 0", "cos\nsystem\n", true);
    add("words", "cargo\n", false);
}

void TestSnapshotHostile::otherContent()
{
    QFETCH(QByteArray, head);
    QFETCH(bool, is);
    QCOMPARE(looksLikeSnapshot(bytesOf(head)), is);
}

void TestSnapshotHostile::oneEventListedTwice()
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

void TestSnapshotHostile::sharedTrace()
{
    PickleWriter writer;
    writer.raw("(").event("alloc", 512, 100).event("alloc", 1024, 100).raw("eq\0h\0h\0"sv);
    const auto recording = readSnapshot(bytesOf(inTraces(writer)));
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices.size(), std::size_t(3));
    for (const Device& device : recording->devices)
        QCOMPARE(device.events.size(), std::size_t(2));
}

// SegmentList promises blocks without gaps, whatever the file says.
void TestSnapshotHostile::segmentsAreMended()
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
void TestSnapshotHostile::addressesAboveTheMiddle()
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
void TestSnapshotHostile::oneLongList()
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

void TestSnapshotHostile::nanoseconds()
{
    PickleWriter writer;
    writer.raw("(").event("alloc", 512, 1,
        PickleWriter().text("time_us").number(1'696'326'576'864'190'123).bytes().toStdString());
    const auto recording = readSnapshot(bytesOf(inTraces(writer.raw("e"))));
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices[0].events[0].timeUs, std::int64_t(1'696'326'576'864'190));
    QVERIFY(contains(recording->warnings, "times that can only be nanoseconds; they are read as such"));
}

QTEST_GUILESS_MAIN(TestSnapshotHostile)
#include "tst_snapshot_hostile.moc"
