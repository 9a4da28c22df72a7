// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

// The files are written by make_profile_files.py, which also says what must be found in them.
class TestProfileFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void curvesAreAsPythonAddsThemUp_data();
    void curvesAreAsPythonAddsThemUp();
    void aTimelineOfTheWildOpens();
    void timesNeverDecrease();
    void capacityIsKept();
    void outOfMemoryIsMarked();
    void cutFilesGiveWhatWasThere_data();
    void cutFilesGiveWhatWasThere();
    void readingIsWatchedAndCancelled();
    void whatTellsNothingIsRefused_data();
    void whatTellsNothingIsRefused();
    void anyBytesInsideDoNoHarm();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QByteArray read(const QString& name) const;
    Expected<Recording> open(const QByteArray& bytes) const
    {
        return openBytes(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
    }

    QTemporaryDir m_folder;
    QJsonObject m_expected;
};

void TestProfileFiles::initTestCase()
{
    const QByteArray seed = qEnvironmentVariable("TIDEMARK_SEED", QStringLiteral("1")).toUtf8();
    qInfo("seed %s", seed.constData());
    QProcess python;
    python.start(QStringLiteral("python3"),
        {QStringLiteral(MAKE_PROFILE_FILES), m_folder.path(), QString::fromUtf8(seed)});
    QVERIFY(python.waitForFinished(120'000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
    m_expected = QJsonDocument::fromJson(read(QStringLiteral("expected.json"))).object();
    QVERIFY(!m_expected.isEmpty());
}

QByteArray TestProfileFiles::read(const QString& name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestProfileFiles::curvesAreAsPythonAddsThemUp_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("key");
    for (const char* name : {"timeline.raw.json", "timeline.json", "relative.pt.trace.json",
             "absolute.pt.trace.json", "without_totals.pt.trace.json"})
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(name);
    for (const char* name : {"timeline.raw.json", "timeline.json"})
        QTest::addRow("%s.gz", name) << QStringLiteral("%1.gz").arg(QLatin1String(name))
                                     << QString::fromLatin1(name);
}

void TestProfileFiles::curvesAreAsPythonAddsThemUp()
{
    QFETCH(QString, file);
    QFETCH(QString, key);
    const auto recording = openRecording(path(file).toStdString());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QVERIFY(recording->complete);
    const QJsonArray devices = m_expected.value(key).toArray();
    QCOMPARE(recording->devices.size(), std::size_t(devices.size()));
    for (std::size_t d = 0; d < recording->devices.size(); ++d) {
        const Device& device = recording->devices[d];
        const QJsonObject expected = devices[qsizetype(d)].toObject();
        QCOMPARE(device.ordinal, expected.value(QStringLiteral("device")).toInt());
        QCOMPARE(QString::fromStdString(device.name), expected.value(QStringLiteral("name")).toString());
        QVERIFY(device.events.empty() && !device.after);
        const QJsonObject curves = expected.value(QStringLiteral("curves")).toObject();
        QCOMPARE(device.curves.size(), std::size_t(curves.size()));
        QCOMPARE(device.curves.front().name, std::string("allocated"));
        for (const SampledCurve& curve : device.curves) {
            const QJsonObject figures = curves.value(QString::fromStdString(curve.name)).toObject();
            QVERIFY2(!figures.isEmpty(), curve.name.c_str());
            std::size_t highest = 0;
            for (std::size_t i = 0; i < curve.bytes.size(); ++i)
                highest = curve.bytes[i] > curve.bytes[highest] ? i : highest;
            QCOMPARE(curve.bytes[highest], figures.value(QStringLiteral("peak")).toInteger());
            QCOMPARE(curve.timeUs[highest], figures.value(QStringLiteral("peak_us")).toInteger());
            QCOMPARE(curve.bytes.back(), figures.value(QStringLiteral("end")).toInteger());
            QCOMPARE(curve.timeUs.back(), figures.value(QStringLiteral("end_us")).toInteger());
        }
    }
}

void TestProfileFiles::aTimelineOfTheWildOpens()
{
    const auto recording =
        openRecording(testDataFile(QStringLiteral("outside/profiler_timeline.raw.gz")).toStdString());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const auto& curves = recording->devices.at(0).curves;
    QCOMPARE(curves.size(), std::size_t(9)); // every category occurs in it
    // In nanoseconds, of October 2023.
    QCOMPARE(curves[0].timeUs.back(), std::int64_t(1696966048083248));
}

void TestProfileFiles::timesNeverDecrease()
{
    for (const QString& name : m_expected.keys()) {
        const auto recording = openRecording(path(name).toStdString());
        QVERIFY(recording.has_value());
        for (const Device& device : recording->devices)
            for (const SampledCurve& curve : device.curves) {
                QCOMPARE(curve.timeUs.size(), curve.bytes.size());
                QVERIFY(!curve.bytes.empty());
                for (std::size_t i = 1; i < curve.timeUs.size(); ++i)
                    QVERIFY(curve.timeUs[i - 1] <= curve.timeUs[i]);
            }
    }
}

void TestProfileFiles::capacityIsKept()
{
    const auto recording = openRecording(path(QStringLiteral("relative.pt.trace.json")).toStdString());
    QVERIFY(recording.has_value());
    QCOMPARE(recording->devices[0].capacity, std::uint64_t(150'000'000'000));
    QCOMPARE(recording->devices[2].capacity, std::uint64_t(0)); // the host's is not told
}

void TestProfileFiles::outOfMemoryIsMarked()
{
    const auto recording = open(R"({"traceEvents": [
        {"name": "[memory]", "ts": 10.5, "args": {"Device Type": 1, "Device Id": 3, "Bytes": 512,
         "Total Allocated": 512, "Total Reserved": 2097152}},
        {"name": "[OutOfMemory]", "ts": 12.25, "args": {"Device Type": 1, "Device Id": 3, "Bytes": 1073741824}}
    ], "baseTimeNanoseconds": 5000000})");
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QCOMPARE(recording->devices.at(0).ordinal, 3);
    QCOMPARE(recording->devices[0].curves.at(1).timeUs[0], std::int64_t(5010));
    QCOMPARE(recording->marks.size(), std::size_t(1));
    QCOMPARE(recording->marks[0].timeUs, std::int64_t(5012));
    QCOMPARE(
        recording->strings[recording->marks[0].name], std::string_view("out of memory: 1.00 GiB asked for"));
}

void TestProfileFiles::cutFilesGiveWhatWasThere_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"timeline.raw.json", "timeline.json", "relative.pt.trace.json"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestProfileFiles::cutFilesGiveWhatWasThere()
{
    QFETCH(QString, file);
    const QByteArray whole = read(file);
    const auto full = open(whole);
    QVERIFY(full.has_value());
    const std::int64_t peakTime = full->devices[0].curves[0].timeUs.back();
    int opened = 0;
    for (int percent = 30; percent < 100; percent += 7) {
        const QByteArray bytes = whole.left(whole.size() * percent / 100);
        const auto cut = open(bytes);
        if (!cut)
            continue; // the times of the summed form come before anything else
        ++opened;
        QVERIFY(!cut->complete);
        const QString note = QString::fromStdString(cut->warnings.at(0));
        QVERIFY2(note.contains(QStringLiteral("ends early")), qPrintable(note));
        QVERIFY(cut->devices[0].curves[0].timeUs.back() <= peakTime);
    }
    QVERIFY(opened > 3);
    QByteArray damaged = whole;
    damaged[damaged.size() * 3 / 4] = '\x01';
    damaged[damaged.size() * 3 / 4 + 1] = '\x01';
    const auto partly = open(damaged);
    QVERIFY(partly.has_value() && !partly->complete);
    QVERIFY(partly->warnings.at(0).find("damaged before byte") != std::string::npos);
}

void TestProfileFiles::readingIsWatchedAndCancelled()
{
    const std::string file = path(QStringLiteral("relative.pt.trace.json")).toStdString();
    Progress progress;
    QVERIFY(openRecording(file, {&progress, {}, nullptr}).has_value());
    QCOMPARE(progress.done.load(), std::uint64_t(read(QStringLiteral("relative.pt.trace.json")).size()));
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = openRecording(file, {nullptr, stop.get_token(), nullptr});
    QVERIFY(!stopped.has_value());
    QVERIFY(stopped.error().message.find("cancelled") != std::string::npos);
}

void TestProfileFiles::whatTellsNothingIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    QTest::newRow("a trace without memory")
        << QByteArray(R"({"schemaVersion": 1, "traceEvents": [{"ph": "X", "name": "aten::mm", "ts": 1}]})")
        << QStringLiteral("profile_memory=True");
    QTest::newRow("the old bare list") << QByteArray(R"([{"ph": "X", "name": "aten::mm", "ts": 1}])")
                                       << QStringLiteral("none of the 1 events");
    QTest::newRow("an empty timeline") << QByteArray("[[], []]") << QStringLiteral("has no entry");
}

void TestProfileFiles::whatTellsNothingIsRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const auto recording = open(bytes);
    QVERIFY(!recording.has_value());
    QVERIFY2(
        QString::fromStdString(recording.error().message).contains(words), recording.error().message.c_str());
}

// Numbers of any size, depth and kind in a file that is otherwise in order.
void TestProfileFiles::anyBytesInsideDoNoHarm()
{
    std::mt19937 random(7);
    const QList<QByteArray> pieces = {"[", "]", "{", "}", "-1", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "1e999", "-1e300", "null", "\"[memory]\"", "1.5", "\"\xff\"", ",", ":",
        "[[[["};
    for (const QString& name :
        {QStringLiteral("timeline.raw.json"), QStringLiteral("relative.pt.trace.json")}) {
        const QByteArray whole = read(name).left(20'000);
        for (int i = 0; i < 150; ++i) {
            QByteArray bytes = whole;
            for (int k = 0; k < 3; ++k) {
                const auto at = qsizetype(random() % unsigned(bytes.size()));
                bytes.replace(
                    at, qsizetype(random() % 20), pieces[qsizetype(random() % unsigned(pieces.size()))]);
            }
            if (const auto recording = open(bytes))
                QVERIFY(!recording->devices.empty());
        }
    }
    QVERIFY(!open(QByteArray(200'000, '[')).has_value());
    const auto large = open("[[1, 2, 9223372036854775807, 0], [2, 2, 9223372036854775807, 0]]");
    QVERIFY(large.has_value());
}

QTEST_GUILESS_MAIN(TestProfileFiles)
#include "tst_profile_files.moc"
