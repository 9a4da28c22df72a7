// SPDX-License-Identifier: GPL-3.0-or-later
// Pickles that are no snapshot, ask for code or contradict pickle itself: each with the message it gets.
#include "core/files/snapshot_reader.h"
#include "hostile_pickles.h"
#include "snapshot_summary.h"
#include "tests/support/test_data.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace std::string_view_literals;

class TestSnapshotRefused : public QObject {
    Q_OBJECT

private slots:
    void code_data();
    void code();
    void codeBehindEverything();
    void refused_data();
    void refused();
    void lengths_data();
    void lengths() { refused(); }
    void otherContent_data();
    void otherContent();
};

namespace {

QByteArray bytesFrom(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

void add(const char* name, const QByteArray& pickle, const char* message)
{
    QTest::newRow(name) << pickle << QString::fromLatin1(message);
}

const char* const runsCode =
    "would make Python import or run something, which a snapshot never needs: refused.";

} // namespace

void TestSnapshotRefused::code_data()
{
    QTest::addColumn<QByteArray>("instruction");
    const std::pair<const char*, std::string_view> instructions[] = {{"GLOBAL", "cos\nsystem\n"sv},
        {"REDUCE", "R"sv}, {"BUILD", "b"sv}, {"INST", "ios\nsystem\n"sv}, {"OBJ", "o"sv},
        {"NEWOBJ", "\x81"sv}, {"NEWOBJ_EX", "\x92"sv}, {"STACK_GLOBAL", "\x93"sv}, {"EXT1", "\x82\1"sv},
        {"EXT2", "\x83\1\0"sv}, {"EXT4", "\x84\1\0\0\0"sv}, {"PERSID", "P7\n"sv}, {"BINPERSID", "Q"sv},
        {"NEXT_BUFFER", "\x97"sv}, {"READONLY_BUFFER", "\x98"sv}};
    for (const auto& [name, instruction] : instructions)
        QTest::newRow(name) << bytesFrom(instruction);
}

// By name and place, wherever it stands, and before anything is made of its arguments.
void TestSnapshotRefused::code()
{
    QFETCH(QByteArray, instruction);
    for (const std::string_view before : {"\x80\x02"sv, "\x80\x04}(U\x08segments](K\1"sv, "\x80\x05N)]"sv}) {
        const QByteArray pickle = bytesFrom(before) + instruction + QByteArray("\x85R.");
        QVERIFY(looksLikeSnapshot(bytesOf(pickle)));
        const auto recording = readSnapshot(bytesOf(pickle));
        QVERIFY(!recording);
        QCOMPARE(QString::fromStdString(recording.error().message),
            QStringLiteral("the pickle cannot be read: %1 at byte %2 %3")
                .arg(QLatin1String(QTest::currentDataTag()))
                .arg(before.size())
                .arg(QLatin1String(runsCode)));
    }
}

// The last instruction of a real snapshot.
void TestSnapshotRefused::codeBehindEverything()
{
    QByteArray pickle = testData(QStringLiteral("vgg.pickle"));
    pickle.back() = 'R';
    const auto recording = readSnapshot(bytesOf(pickle));
    QVERIFY(!recording);
    QCOMPARE(QString::fromStdString(recording.error().message),
        QStringLiteral("the pickle cannot be read: REDUCE at byte %1 %2")
            .arg(pickle.size() - 1)
            .arg(QLatin1String(runsCode)));
}

void TestSnapshotRefused::refused_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("message");
    add("runs code", bytesFrom("cos\nsystem\n(S'true'\ntR."),
        "the pickle cannot be read: GLOBAL at byte 0 would make Python import or run something, which a "
        "snapshot "
        "never needs: refused.");
    add("an object of a class",
        bytesFrom("\x80\x04\x8c\x08"
                  "datetime\x8c\x04"
                  "date\x93."),
        "the pickle cannot be read: STACK_GLOBAL at byte 18 would make Python import or run something, which "
        "a "
        "snapshot never needs: refused.");
    add("code beside events", underKey("x", "cos\nsystem\n"),
        "the pickle cannot be read: GLOBAL at byte 22 would make Python import or run something, which a "
        "snapshot "
        "never needs: refused.");
    add("another dict", bytesFrom("}(U\1aK\1u."sv),
        "the pickle holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" "
        "in it.");
    add("a number", bytesFrom("\x80\x04K\x01."),
        "the pickle holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" "
        "in it.");
    add("an empty dict", bytesFrom("\x80\x04}."),
        "the pickle holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" "
        "in it.");
    add("a list in itself", bytesFrom("]q\0h\0a."sv),
        "the pickle cannot be read: APPEND at byte 5 puts a list into itself.");
    add("a dict in itself", bytesFrom("}q\0K\1h\0s."sv),
        "the pickle cannot be read: SETITEM at byte 7 puts a dict into itself.");
    add("a list that was used grows", bytesFrom("]q\0]h\0ah\0K\1a."sv),
        "the pickle cannot be read: APPEND at byte 11 adds items to what is no list, or to a list that was "
        "already "
        "used.");
    add("a key without a value", bytesFrom("}(K\1u."),
        "the pickle cannot be read: SETITEMS at byte 4 has a key without a value.");
    add("items for a number", bytesFrom("K\1(K\1e."),
        "the pickle cannot be read: APPENDS at byte 5 adds items to what is no list, or to a list that was "
        "already "
        "used.");
    add("deep", repeated("", "(", 100'000),
        "the pickle cannot be read: MARK at byte 65536 is nested more than 65536 levels deep.");
    add("nothing but the protocol", bytesFrom("\x80\x04"),
        "the file ends early, at byte 2, before anything of a memory snapshot.");
    add("a length without bytes", bytesFrom("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff"),
        "the file ends early, at byte 11, before anything of a memory snapshot.");
}

void TestSnapshotRefused::refused()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, message);
    const auto recording = readSnapshot(bytesOf(pickle));
    QVERIFY(!recording);
    QCOMPARE(QString::fromStdString(recording.error().message), message);
}

void TestSnapshotRefused::lengths_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("message");
    add("a negative length of a text", bytesFrom("}(T\xff\xff\xff\xff"sv),
        "the pickle cannot be read: BINSTRING at byte 2 has a negative length.");
    add("a negative length of a number", bytesFrom("}(\x8b\0\0\0\x80"sv),
        "the pickle cannot be read: LONG4 at byte 2 has a negative length.");
    for (const std::string_view opcode : {"X"sv, "B"sv, "T"sv, "\x8b"sv}) {
        const QByteArray pickle =
            bytesFrom("\x80\x04}("sv) + bytesFrom(opcode) + bytesFrom("\xff\xff\xff\x7f"sv);
        add(qPrintable(
                QStringLiteral("2 GiB announced, opcode %1").arg(int(static_cast<unsigned char>(opcode[0])))),
            pickle, "the file ends early, at byte 9, before anything of a memory snapshot.");
    }
    for (const std::string_view opcode : {"\x8d"sv, "\x8e"sv, "\x96"sv}) {
        const QByteArray pickle =
            bytesFrom("\x80\x04}("sv) + bytesFrom(opcode) + bytesFrom("\xff\xff\xff\xff\xff\xff\xff\xff"sv);
        add(qPrintable(QStringLiteral("16 EiB announced, opcode %1")
                           .arg(int(static_cast<unsigned char>(opcode[0])))),
            pickle, "the file ends early, at byte 13, before anything of a memory snapshot.");
    }
    add("a frame of 16 EiB is only a hint", bytesFrom("\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xffN."sv),
        "the pickle holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" "
        "in it.");
    add("a memo entry far away", bytesFrom("}r\xff\xff\xff\xff."sv),
        "the pickle cannot be read: LONG_BINPUT at byte 1 stores memo entry 4294967295, more than a file of "
        "this size "
        "can need.");
    add("a memo entry that nobody stored", bytesFrom("}j\x07\0\0\0s."sv),
        "the pickle cannot be read: LONG_BINGET at byte 1 asks for memo entry 7, which was never stored.");
    add("a memo entry that is no number", bytesFrom("}(pseven\n."sv),
        "the pickle cannot be read: PUT at byte 2 needs a number.");
    add("no mark", bytesFrom("}u."sv),
        "the pickle cannot be read: SETITEMS at byte 1 finds no mark: the file is damaged here.");
    add("nothing below the mark", bytesFrom("(e."sv),
        "the pickle cannot be read: APPENDS at byte 1 finds nothing to fill: the file is damaged here.");
    add("STOP without a value", bytesFrom("\x80\x04."sv),
        "the pickle cannot be read: STOP at byte 2 finds too few values: the file is damaged here.");
    add("no instruction", bytesFrom("\x80\x04}\xff."sv),
        "the pickle cannot be read: byte 3 (0xff) is no pickle instruction: the file is damaged here or is "
        "no pickle.");
    add("a later protocol", bytesFrom("}\x80\x09."sv),
        "the pickle cannot be read: PROTO at byte 1 announces protocol 9; protocols 0 to 5 can be read.");
}

void TestSnapshotRefused::otherContent_data()
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

void TestSnapshotRefused::otherContent()
{
    QFETCH(QByteArray, head);
    QFETCH(bool, is);
    QCOMPARE(looksLikeSnapshot(bytesOf(head)), is);
}

QTEST_GUILESS_MAIN(TestSnapshotRefused)
#include "tst_snapshot_refused.moc"
