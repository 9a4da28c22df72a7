// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace tidemark::tests;

namespace {

struct Output {
    int exitCode = -1;
    QByteArray text;
    QByteArray errors;
};

Output runTidemark(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

QJsonDocument runForJson(const QStringList& arguments)
{
    const Output output = runTidemark(arguments);
    if (output.exitCode != 0)
        qWarning("%s", output.errors.constData());
    return QJsonDocument::fromJson(output.text);
}

// What memory_stats() calls the figures that `series` prints.
const QHash<QString, QString> statNames = {
    {QStringLiteral("requested_bytes"), QStringLiteral("requested_bytes.all.current")},
    {QStringLiteral("allocated_bytes"), QStringLiteral("allocated_bytes.all.current")},
    {QStringLiteral("active_bytes"), QStringLiteral("active_bytes.all.current")},
    {QStringLiteral("reserved_bytes"), QStringLiteral("reserved_bytes.all.current")},
    {QStringLiteral("inactive_split_bytes"), QStringLiteral("inactive_split_bytes.all.current")},
    {QStringLiteral("allocation"), QStringLiteral("allocation.all.current")},
    {QStringLiteral("active"), QStringLiteral("active.all.current")},
    {QStringLiteral("segment"), QStringLiteral("segment.all.current")},
    {QStringLiteral("inactive_split"), QStringLiteral("inactive_split.all.current")},
};

void compareWithStats(const QJsonObject& figures, const QJsonObject& stats, const QString& mark)
{
    for (auto name = statNames.begin(); name != statNames.end(); ++name) {
        QVERIFY2(figures.contains(name.key()), qPrintable(name.key()));
        const qint64 expected = stats.value(name.value()).toInteger();
        const qint64 actual = figures.value(name.key()).toInteger(-1);
        QVERIFY2(actual == expected,
            qPrintable(QStringLiteral("%1 at %2: %3 instead of %4")
                           .arg(name.key(), mark)
                           .arg(actual)
                           .arg(expected)));
    }
}

} // namespace

class CommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seriesEqualsMemoryStats_data();
    void seriesEqualsMemoryStats();
    void infoTellsTheWholeStory();
    void infoInWordsNamesTheNumbers();
    void blocksSumToReserved();
    void convertedRecordingTellsTheSame();
    void wrongUseIsExplained_data();
    void wrongUseIsExplained();
    void missingDisplayIsTold();
    void fullDiskIsTold();
    void unreadableFilesAreExplained_data();
    void unreadableFilesAreExplained();
};

void CommandsTest::seriesEqualsMemoryStats_data()
{
    QTest::addColumn<QString>("name");
    const QDir data(QStringLiteral(TIDEMARK_TEST_DATA));
    for (const QString& file : data.entryList({QStringLiteral("*.truth.json.zst")})) {
        const QString name = file.chopped(QStringLiteral(".truth.json.zst").size());
        QTest::newRow(qPrintable(name)) << name;
    }
}

void CommandsTest::seriesEqualsMemoryStats()
{
    QFETCH(QString, name);
    const QString file = testDataFile(name + QStringLiteral(".pickle"));
    const auto truth = QJsonDocument::fromJson(testData(name + QStringLiteral(".truth.json"))).object();
    // The truth holds for the device that was current: the second rank ran on the second GPU.
    const QString device = name == QStringLiteral("ddp_rank1") ? QStringLiteral("1") : QStringLiteral("0");
    const auto at = [&](const QString& moments) {
        return runForJson({QStringLiteral("series"), file, QStringLiteral("--device"), device,
                              QStringLiteral("--at"), moments, QStringLiteral("--json")})
            .array();
    };
    const QJsonArray snapshots = at(QStringLiteral("snapshots"));
    const QJsonArray end = at(QStringLiteral("end"));
    QCOMPARE(end.size(), 1);
    int compared = 0;
    const QJsonArray marks = truth.value(QStringLiteral("marks")).toArray();
    for (const QJsonValue& value : marks) {
        const QJsonObject mark = value.toObject();
        const QJsonObject stats = mark.value(QStringLiteral("stats")).toObject();
        const QJsonValue event = mark.value(QStringLiteral("snapshot_event"));
        // A moment without an event is the end of the file only when it is the last.
        const bool isEnd = event.isNull() && value == marks.last();
        if (stats.isEmpty() || (event.isNull() && !isEnd))
            continue;
        if (!isEnd)
            QVERIFY(event.toInt() < snapshots.size());
        const QString markName = mark.value(QStringLiteral("name")).toString();
        // Between the last two marks of this run the program wrote a file, which left a snapshot event of its
        // own.
        const bool isOneLater = name == QStringLiteral("graphs_freed") && markName == QStringLiteral("freed");
        const QJsonObject figures =
            isEnd ? end.first().toObject() : snapshots[event.toInt() + (isOneLater ? 1 : 0)].toObject();
        compareWithStats(figures, stats, markName);
        if (QTest::currentTestFailed())
            return;
        ++compared;
    }
    qInfo("%s: %d moments equal memory_stats()", qPrintable(name), compared);
    QVERIFY(compared > 0);
}

void CommandsTest::infoTellsTheWholeStory()
{
    const QString file = testDataFile(QStringLiteral("seed_example.pickle"));
    const auto info = runForJson({QStringLiteral("info"), file, QStringLiteral("--json")}).object();
    QCOMPARE(info.value(QStringLiteral("complete")), QJsonValue(true));
    const auto device = info.value(QStringLiteral("devices")).toArray().first().toObject();
    QCOMPARE(device.value(QStringLiteral("history")), QJsonValue(QStringLiteral("whole")));
    const auto peak = device.value(QStringLiteral("peak")).toObject();
    const auto peakBytes = [&](const char* curve) {
        return peak.value(QLatin1String(curve)).toObject().value(QStringLiteral("bytes")).toInteger();
    };
    QCOMPARE(peakBytes("allocated"), 4000256);
    QCOMPARE(peakBytes("reserved"), 20971520);
    const auto end = device.value(QStringLiteral("end")).toObject();
    QCOMPARE(end.value(QStringLiteral("reserved_bytes")).toInteger(-1), 0);
}

void CommandsTest::infoInWordsNamesTheNumbers()
{
    const Output output = runTidemark({QStringLiteral("info"), testDataFile(QStringLiteral("vgg.pickle"))});
    QCOMPARE(output.exitCode, 0);
    QVERIFY(output.text.contains("Peaks"));
    QVERIFY(output.text.contains("empty_cache() would return"));
    QVERIFY(output.errors.isEmpty());
}

void CommandsTest::blocksSumToReserved()
{
    const QString file = testDataFile(QStringLiteral("vary.pickle"));
    const QStringList moment = {QStringLiteral("--at"), QStringLiteral("event:2000")};
    const auto series = runForJson(QStringList{QStringLiteral("series"), file} + moment).array();
    const auto segments = runForJson(QStringList{QStringLiteral("blocks"), file} + moment).array();
    qint64 reserved = 0;
    qint64 allocated = 0;
    for (const QJsonValue& segment : segments) {
        qint64 inSegment = 0;
        for (const QJsonValue& block : segment[QStringLiteral("blocks")].toArray()) {
            const qint64 size = block[QStringLiteral("size")].toInteger();
            inSegment += size;
            if (block[QStringLiteral("state")] == QStringLiteral("active_allocated"))
                allocated += size;
        }
        QCOMPARE(inSegment, segment[QStringLiteral("total_size")].toInteger());
        reserved += inSegment;
    }
    QCOMPARE(reserved, series.first()[QStringLiteral("reserved_bytes")].toInteger());
    QCOMPARE(allocated, series.first()[QStringLiteral("allocated_bytes")].toInteger());
    QVERIFY(reserved > allocated);
}

void CommandsTest::convertedRecordingTellsTheSame()
{
    QTemporaryDir folder;
    const QString pickle = testDataFile(QStringLiteral("record_stream.pickle"));
    const QString tide = folder.filePath(QStringLiteral("a b.tide"));
    QCOMPARE(runTidemark({QStringLiteral("convert"), pickle, tide}).exitCode, 0);
    const QStringList every = {QStringLiteral("--at"), QStringLiteral("every:1")};
    const auto expected = runForJson(QStringList{QStringLiteral("series"), pickle} + every);
    QVERIFY(expected.array().size() > 10);
    QCOMPARE(runForJson(QStringList{QStringLiteral("series"), tide} + every), expected);
    QCOMPARE(runForJson({QStringLiteral("blocks"), tide}), runForJson({QStringLiteral("blocks"), pickle}));

    const QString again = folder.filePath(QStringLiteral("again.pickle"));
    const Output output = runTidemark({QStringLiteral("convert"), tide, again});
    QCOMPARE(output.exitCode, 0);
    QVERIFY(output.text.isEmpty() && output.errors.isEmpty());
    QCOMPARE(runForJson(QStringList{QStringLiteral("series"), again} + every), expected);
    QCOMPARE(runForJson({QStringLiteral("blocks"), again}), runForJson({QStringLiteral("blocks"), pickle}));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);
}

void CommandsTest::wrongUseIsExplained_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const QString file = testDataFile(QStringLiteral("seed_example.pickle"));
    QTest::newRow("unknown command") << QStringList{QStringLiteral("frobnicate"), QStringLiteral("--now")}
                                     << QByteArray("--now");
    QTest::newRow("no file") << QStringList{QStringLiteral("info")} << QByteArray("FILE is required");
    QTest::newRow("no such device") << QStringList{QStringLiteral("series"), file, QStringLiteral("--device"),
        QStringLiteral("7")} << QByteArray("has no device 7");
    QTest::newRow("no such moment") << QStringList{QStringLiteral("series"), file, QStringLiteral("--at"),
        QStringLiteral("noon")} << QByteArray("\"noon\" names no moment");
    QTest::newRow("event behind the end")
        << QStringList{QStringLiteral("blocks"), file, QStringLiteral("--at"), QStringLiteral("event:999999")}
        << QByteArray("there is no event 999999");
    QTest::newRow("onto itself") << QStringList{QStringLiteral("convert"), file, file}
                                 << QByteArray("is what is read, and would be replaced");
    QTest::newRow("what cannot be written")
        << QStringList{QStringLiteral("convert"), file, QStringLiteral("out.jpg")}
        << QByteArray("must end in .tide (a recording of Tidemark), .pickle or .pkl");
    QTest::newRow("a device without a range") << QStringList{QStringLiteral("convert"), file,
        QStringLiteral("out.csv"), QStringLiteral("--device"), QStringLiteral("0")}
                                              << QByteArray("--device requires --range");
    QTest::newRow("too many moments") << QStringList{QStringLiteral("blocks"), file, QStringLiteral("--at"),
        QStringLiteral("every:1")} << QByteArray("blocks needs one moment");
}

void CommandsTest::wrongUseIsExplained()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const Output output = runTidemark(arguments);
    QCOMPARE(output.exitCode, 2);
    QVERIFY2(output.errors.contains(words), output.errors.constData());
    QVERIFY(output.text.isEmpty());
}

void CommandsTest::missingDisplayIsTold()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QLatin1String(name));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TIDEMARK_PROGRAM), QStringList());
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY(process.exitCode() != 0);
    const QByteArray errors = process.readAllStandardError();
    QCOMPARE(errors.count('\n'), 1);
    QVERIFY2(errors.startsWith("tidemark: "), errors.constData());
}

void CommandsTest::fullDiskIsTold()
{
    const QString file = testDataFile(QStringLiteral("vgg.pickle"));
    for (const QStringList& arguments :
        {QStringList{QStringLiteral("info"), file},
            QStringList{QStringLiteral("series"), file, QStringLiteral("--at"), QStringLiteral("every:1")}}) {
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("could not be written: No space left"));
    }
}

void CommandsTest::unreadableFilesAreExplained_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("text") << QByteArray("hello, this is not a recording\n");
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n");
}

void CommandsTest::unreadableFilesAreExplained()
{
    QFETCH(QByteArray, content);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("strange.pickle"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const Output output = runTidemark({QStringLiteral("info"), path});
    QCOMPARE(output.exitCode, 3);
    QCOMPARE(output.errors.count('\n'), 1);
    QVERIFY2(output.errors.contains("strange.pickle"), output.errors.constData());

    const Output missing = runTidemark({QStringLiteral("info"), folder.filePath(QStringLiteral("nowhere"))});
    QCOMPARE(missing.exitCode, 3);
    QVERIFY2(missing.errors.contains("nowhere"), missing.errors.constData());
}

QTEST_GUILESS_MAIN(CommandsTest)
#include "tst_commands.moc"
