// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots as JSON: exact, forgiving where Python is, and said to be no snapshot where they are none.
#include "core/base/bytes.h"
#include "core/files/json/json_snapshot.h"
#include "core/files/open_recording.h"
#include "recording_difference.h"
#include "snapshot_summary.h"

#include <QTest>
#include <fmt/format.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// One device whose events, in the array's middle, are `events`.
QByteArray withEvents(const QByteArray& events)
{
    return "{\"segments\": [], \"device_traces\": [[" + events + "]]}";
}

QByteArray anEvent(const QByteArray& more = {})
{
    return "{\"action\": \"alloc\", \"addr\": 18446720620317114368, \"size\": 512, \"stream\": 0" + more
        + "}";
}

} // namespace

class TestJsonSnapshot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isKnownByItsContent_data();
    void isKnownByItsContent();
    void numbersAreExact();
    void whatPythonWritesBeyondJson();
    void theLastOfTwoKeysCounts();
    void aListOfSegmentsAlone();
    void whatStandsBehind_data();
    void whatStandsBehind();
    void isRefused_data();
    void isRefused();
    void cutAnywhere();
    void readingCanBeCancelled();
    void progressReachesTheEnd();
};

void TestJsonSnapshot::isKnownByItsContent_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("isJson");
    QTest::addColumn<bool>("isSnapshot");
    QTest::newRow("a snapshot") << withEvents("") << true << true;
    QTest::newRow("a byte order mark") << "\xEF\xBB\xBF\n " + withEvents("") << true << true;
    QTest::newRow("a list of segments")
        << QByteArray("[{\"device\": 0, \"segment_type\": \"large\"") << true << true;
    QTest::newRow("another dict") << QByteArray("{\"name\": 1}") << true << false;
    QTest::newRow("another list") << QByteArray("[1, 2]") << true << false;
    QTest::newRow("nothing") << QByteArray() << false << false;
    QTest::newRow("a text") << QByteArray("Dear \"segments\"") << false << false;
    QTest::newRow("a pickle, protocol 1") << QByteArray("}q\0(X\x08\0\0\0\"segments\"", 20) << false << false;
    QTest::newRow("a program") << QByteArray("{ return \"segments\"; }") << false << false;
    QTest::newRow("a bracket") << QByteArray("[section]\nkey=1") << false << false;
}

void TestJsonSnapshot::isKnownByItsContent()
{
    QFETCH(QByteArray, head);
    QTEST(looksLikeJson(bytesOf(head)), "isJson");
    QTEST(looksLikeJsonSnapshot(bytesOf(head)), "isSnapshot");
}

void TestJsonSnapshot::numbersAreExact()
{
    const auto opened = openBytes(bytesOf(withEvents(anEvent(", \"time_us\": 1700000000000001")
        + ","
          "{\"action\": \"alloc\", \"addr\": 9007199254740993, \"size\": 9007199254741, \"stream\": -8},"
          "{\"action\": \"alloc\", \"addr\": -65536, \"size\": 1e3, \"stream\": 18446744073709551615}")));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    const Device& device = opened->devices.at(0);
    QCOMPARE(device.events.size(), std::size_t(3));
    QCOMPARE(device.events[0].address, std::uint64_t(18446720620317114368U));
    QCOMPARE(device.events[0].timeUs, std::int64_t(1700000000000001));
    QCOMPARE(device.events[1].address, std::uint64_t(9007199254740993));
    QCOMPARE(device.events[1].size, std::uint64_t(9007199254741));
    QCOMPARE(device.streams.at(device.events[1].stream), std::uint64_t(-8));
    QCOMPARE(device.events[2].address, std::uint64_t(-65536));
    QCOMPARE(device.streams.at(device.events[2].stream), UINT64_MAX);
}

void TestJsonSnapshot::whatPythonWritesBeyondJson()
{
    const QByteArray settings = R"("allocator_settings": {"garbage_collection_threshold": NaN, "a": Infinity,
        "b": -Infinity, "c": "NaN -Infinity \" NaN", "d": "\udc80 \ud83d\ude00 \ud83d.", "e": -1})";
    const auto opened = openBytes(bytesOf("{" + settings + ", \"segments\": []}"));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QStringList values;
    for (const Setting& setting : opened->settings)
        values << QString::fromStdString(setting.value);
    QCOMPARE(values,
        QStringList({QStringLiteral("null"), QStringLiteral("null"), QStringLiteral("null"),
            QStringLiteral("NaN -Infinity \" NaN"), QStringLiteral("\uFFFD \U0001F600 \uFFFD."),
            QStringLiteral("-1")}));
    // The place of an error is that in the file, however much was changed before it.
    const auto broken = openBytes(bytesOf("{\"segments\": [NaN, NaN, -Infinity, ?"));
    QVERIFY(!broken.has_value());
    QVERIFY2(broken.error().message.find("at byte 36.") != std::string::npos, broken.error().message.c_str());
}

void TestJsonSnapshot::theLastOfTwoKeysCounts()
{
    const auto opened = openBytes(bytesOf(withEvents(anEvent(", \"size\": 1024"))));
    QVERIFY(opened.has_value());
    QCOMPARE(opened->devices.at(0).events[0].size, std::uint64_t(1024));
}

void TestJsonSnapshot::aListOfSegmentsAlone()
{
    const auto opened = openBytes(bytesOf(
        R"([{"device": 1, "address": 4096, "total_size": 1024, "stream": 0, "segment_type": "small",
             "blocks": [{"size": 512, "state": "active_allocated"}, {"size": 512, "state": "inactive"}]}])"));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE(opened->format, std::string("PyTorch snapshot (JSON)"));
    QCOMPARE(opened->devices.at(0).ordinal, 1);
    QCOMPARE(opened->devices.at(0).after->segments.size(), std::size_t(1));
}

void TestJsonSnapshot::whatStandsBehind_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<QString>("warning");
    QTest::newRow("nothing") << QByteArray() << QString();
    QTest::newRow("line ends") << QByteArray("\r\n\n") << QString();
    QTest::newRow("zeros") << QByteArray(5, '\0') << QString();
    QTest::newRow("another") << QByteArray("\n{}")
                             << QStringLiteral("Something follows the snapshot at byte");
}

void TestJsonSnapshot::whatStandsBehind()
{
    QFETCH(QByteArray, rest);
    QFETCH(QString, warning);
    const auto expected = openBytes(bytesOf(withEvents(anEvent())));
    const auto opened = openBytes(bytesOf(withEvents(anEvent()) + rest));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QVERIFY(opened->complete);
    QCOMPARE(opened->warnings.size(), expected->warnings.size() + (warning.isEmpty() ? 0 : 1));
    QVERIFY(warning.isEmpty() || QString::fromStdString(opened->warnings.front()).startsWith(warning));
}

void TestJsonSnapshot::isRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("another dict")
        << QByteArray(R"({"name": "x", "size": [1, {"deep": 2}], "line\n": 3})")
        << QStringLiteral("JSON, but not a memory snapshot: its keys are name, size, line\\n.");
    QTest::newRow("a transcript, which has segments, too")
        << QByteArray(R"({"text": "Hello", "segments": [{"id": 0, "start": 0.0, "text": "Hello"}]})")
        << QStringLiteral("JSON, but not a memory snapshot: its keys are text, segments.");
    QTest::newRow("a list") << QByteArray("[1, 2, 3]") << QStringLiteral("JSON, but not a memory snapshot");
    QTest::newRow("many lists") << QByteArray(2'000'000, '[')
                                << QStringLiteral("nested more than 1000 levels deep, at byte 1,001");
    QTest::newRow("many dicts in dicts")
        << QByteArray("{\"a\":").repeated(100'000) << QStringLiteral("nested more than 1000 levels deep");
    // The second list is not that of a profiler's timeline, which looks like this, too.
    QTest::newRow("many empty lists") << "[{}," + QByteArray("[],").repeated(2'000'000) + "[]]"
                                      << QStringLiteral("than a file of this size can need");
    QTest::newRow("a comma too many")
        << withEvents(anEvent() + ",") << QStringLiteral("the JSON is damaged: unexpected ']'");
    QTest::newRow("no UTF-8") << withEvents(anEvent(", \"user_metadata\": \"\xff\""))
                              << QStringLiteral("the JSON is damaged: invalid string: ill-formed UTF-8 byte");
    QTest::newRow("a control character")
        << withEvents(anEvent(", \"user_metadata\": \"\n\"")) << QStringLiteral("the JSON is damaged");
    QTest::newRow("a number beyond all")
        << withEvents(anEvent(", \"time_us\": 1e999")) << QStringLiteral("number overflow");
    QTest::newRow("cut before anything") << QByteArray(
        "{\"seg") << QStringLiteral("ends early, at byte 5, before anything of a memory snapshot");
}

void TestJsonSnapshot::isRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const auto opened = openBytes(bytesOf(bytes));
    QVERIFY(!opened.has_value());
    const QString message = QString::fromStdString(opened.error().message);
    QVERIFY2(message.contains(sentence), qPrintable(message));
    QVERIFY2(message.endsWith(QLatin1Char('.')) && !message.contains(QLatin1Char('\n')), qPrintable(message));
}

void TestJsonSnapshot::cutAnywhere()
{
    QByteArray events;
    for (int i = 0; i < 20; ++i)
        events += anEvent(", \"frames\": [{\"name\": \"f\", \"filename\": \"g\", \"line\": "
                      + QByteArray::number(i) + "}]")
            + (i < 19 ? "," : "");
    const QByteArray whole = withEvents(events);
    std::size_t most = 0;
    for (qsizetype size = 1; size < whole.size(); ++size) {
        const auto opened = openBytes(bytesOf(whole.left(size)));
        if (!opened) {
            QVERIFY2(size < 40, opened.error().message.c_str());
            continue;
        }
        QVERIFY(!opened->complete);
        QCOMPARE(opened->warnings.front(),
            fmt::format(
                "The file ends early, at byte {}: only what came before is shown.", formatExact(size)));
        const std::size_t count = opened->devices.empty() ? 0 : opened->devices[0].events.size();
        QVERIFY(count >= most && count <= 20);
        most = count;
        for (std::size_t i = 0; i < count; ++i)
            QCOMPARE(opened->devices[0].events[i].size, std::uint64_t(512));
    }
    QCOMPARE(most, std::size_t(20));
}

void TestJsonSnapshot::readingCanBeCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    const QByteArray bytes = withEvents((anEvent() + ",").repeated(20'000) + anEvent());
    const auto opened = readJsonSnapshot(bytesOf(bytes), {nullptr, stop.get_token(), nullptr});
    QVERIFY(!opened.has_value() && opened.error().message.find("cancelled") != std::string::npos);
}

void TestJsonSnapshot::progressReachesTheEnd()
{
    const QByteArray bytes = withEvents(anEvent());
    Progress progress;
    QVERIFY(readJsonSnapshot(bytesOf(bytes), {&progress, {}, nullptr}).has_value());
    QCOMPARE(progress.total.load(), std::uint64_t(bytes.size()));
    QCOMPARE(progress.done.load(), progress.total.load());
}

QTEST_GUILESS_MAIN(TestJsonSnapshot)
#include "tst_json_snapshot.moc"
