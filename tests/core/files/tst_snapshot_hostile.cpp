// SPDX-License-Identifier: GPL-3.0-or-later
// Pickles made to fill the memory or to keep the reader busy: none takes more than a small multiple of its
// size, and none more than moments.
#include "allocation_peak.h"
#include "core/files/snapshot_reader.h"
#include "hostile_pickles.h"
#include "recording_difference.h"
#include "snapshot_summary.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace std::string_view_literals;

class TestSnapshotHostile : public QObject {
    Q_OBJECT

private slots:
    void boundedMemory_data();
    void boundedMemory();
    void boundedWork_data();
    void boundedWork();
};

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
    add("one long list of nothing", "("sv, "](NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNe0"sv);
    add("a list of nothing without end", "]"sv, "(NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNe"sv);
    add("one event in many places", "]U\6actionq\0000U\5allocq\0010U\4addrq\0020}(h\0h\1h\2K\1uq\0030(h\3e"sv,
        "(h\3h\3h\3h\3h\3h\3h\3h\3e"sv);
    add("one frame in a stack without end", "U\4nameq\0000U\10filenameq\0010}(h\0Nh\1Nuq\3](h\3e"sv,
        "(h\3h\3h\3h\3h\3h\3h\3h\3e"sv);
}

// Few bytes that would be read again and again: a megabyte of text, or a long list, in many places.
void TestSnapshotHostile::boundedWork_data()
{
    QTest::addColumn<QByteArray>("pickle");
    const std::string longText =
        "X" + std::string("\0\0\x10\0", 4) + std::string(1U << 20U, 'a') + std::string("q\0", 2);
    const auto add = [](const char* name, const std::string& before, std::string_view unit,
                         std::string_view behind) {
        QByteArray pickle = repeated(before, unit, static_cast<qsizetype>(before.size()) + 1'000'000);
        QTest::newRow(name) << pickle.append(behind.data(), static_cast<qsizetype>(behind.size()));
    };
    add("one text as every setting", "}(U\22allocator_settings}(K\1" + longText, "J#h\0"sv, "uu."sv);
    add("one text as every formatted line", longText + "0}(U\16forward_frames]",
        "(h\0h\0h\0h\0h\0h\0h\0h\0e"sv, "eu."sv);
    add("one text in lists of lists", longText + "0",
        "](h\0h\0eh\0\x86"
        "0"sv,
        "N."sv);
    add("one text as the note of every event", longText + "0U\6actionq\1U\15user_metadataq\0020",
        "}(h\1Nh\2h\0U\4addrK\1u0"sv, "N."sv);
    // A list of fifty thousand blocks for every one of many segments.
    std::string blocks = "U\4sizeq\0010U\5stateq\0020U\12total_sizeq\0030U\6blocksq\0040U\7addressq\0050](";
    for (int i = 0; i < 50'000; ++i)
        blocks += "}(h\1M\0\2h\2Nu"sv;
    blocks += "eq\0000}(U\10segments]("sv;
    add("one list of blocks for every segment", blocks, "}(h\5J#h\3M\0\2h\4h\0u"sv, "eu."sv);
}

void TestSnapshotHostile::boundedWork()
{
    QFETCH(QByteArray, pickle);
    resetAllocationPeak();
    const auto recording = readSnapshot(bytesOf(pickle));
    qInfo("%.1f times the file, %s",
        static_cast<double>(allocationPeak()) / static_cast<double>(pickle.size()),
        recording ? "read" : recording.error().message.c_str());
    QVERIFY(allocationPeak() < 12 * static_cast<std::size_t>(pickle.size()) + (std::size_t(16) << 20U));
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

QTEST_GUILESS_MAIN(TestSnapshotHostile)
#include "tst_snapshot_hostile.moc"
