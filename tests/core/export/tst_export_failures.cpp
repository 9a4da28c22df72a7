// SPDX-License-Identifier: GPL-3.0-or-later
// A conversion that fails says why, and leaves what was there before.
#include "tests/support/test_data.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark::tests;

namespace {

struct Output {
    int exitCode = -1;
    QByteArray errors;
};

// `fileBlocks`: how many blocks of 1024 bytes a file may have; 0: any.
Output convert(const QStringList& arguments, int fileBlocks = 0)
{
    QProcess process;
    const QString limited = QStringLiteral("trap '' XFSZ; ulimit -f %1; exec \"$@\"").arg(fileBlocks);
    const QStringList command =
        QStringList{QStringLiteral(TIDEMARK_PROGRAM), QStringLiteral("convert")} + arguments;
    process.start(QStringLiteral("bash"),
        QStringList{QStringLiteral("-c"), fileBlocks > 0 ? limited : QStringLiteral("exec \"$@\""),
            QStringLiteral("bash")}
            + command);
    process.waitForFinished(60'000);
    return {process.exitCode(), process.readAllStandardError()};
}

} // namespace

class TestExportFailures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noSpaceIsTold_data();
    void noSpaceIsTold();
    void noFolderIsTold_data();
    void noFolderIsTold();
    void devicesAreFull();
    void wrongUseIsExplained_data();
    void wrongUseIsExplained();
    void theFormatMayBeSaid();
    void aPartIsARecording();
    void ownExportsAreNamed_data();
    void ownExportsAreNamed();
};

void TestExportFailures::noSpaceIsTold_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"out.tide", "out.pickle", "out.json", "out.json.gz", "out.csv", "out.db"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestExportFailures::noSpaceIsTold()
{
    QFETCH(QString, name);
    const QTemporaryDir folder;
    QFile before(folder.filePath(name));
    QVERIFY(before.open(QIODevice::WriteOnly));
    before.write("what was there");
    before.close();
    const Output output = convert({testDataFile(QStringLiteral("vgg.pickle")), before.fileName()}, 2);
    QCOMPARE(output.exitCode, 1);
    QVERIFY2(output.errors.contains(name.toUtf8() + " cannot be written: File too large."), output.errors);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{name});
    QVERIFY(before.open(QIODevice::ReadOnly));
    QCOMPARE(before.readAll(), QByteArray("what was there"));
}

void TestExportFailures::noFolderIsTold_data()
{
    noSpaceIsTold_data();
}

void TestExportFailures::noFolderIsTold()
{
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const Output output = convert(
        {testDataFile(QStringLiteral("vgg.pickle")), folder.filePath(QStringLiteral("none/") + name)});
    QCOMPARE(output.exitCode, 1);
    QVERIFY2(output.errors.contains("cannot be written: No such file or directory."), output.errors);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestExportFailures::devicesAreFull()
{
    const QString file = testDataFile(QStringLiteral("vgg.pickle"));
    for (const char* format : {"trace", "csv"}) {
        const Output output =
            convert({file, QStringLiteral("/dev/full"), QStringLiteral("--to"), QString::fromLatin1(format)});
        QCOMPARE(output.exitCode, 1);
        QVERIFY2(output.errors.contains("No space left on device"), output.errors);
    }
    const Output output =
        convert({file, QStringLiteral("/dev/full"), QStringLiteral("--to"), QStringLiteral("sqlite")});
    QCOMPARE(output.exitCode, 1);
    QVERIFY2(output.errors.contains("a database needs an ordinary file"), output.errors);
}

void TestExportFailures::wrongUseIsExplained_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no ending") << QStringList{QStringLiteral("out")} << QByteArray("the name must end in");
    QTest::newRow("half an ending") << QStringList{QStringLiteral("out.pick")}
                                    << QByteArray("the name must end in");
    QTest::newRow("a packed database")
        << QStringList{QStringLiteral("out.db.gz")} << QByteArray("the name must end in");
    QTest::newRow("no such format") << QStringList{QStringLiteral("out.db"), QStringLiteral("--to"),
        QStringLiteral("parquet")} << QByteArray("parquet");
    QTest::newRow("no such table") << QStringList{QStringLiteral("out.csv"), QStringLiteral("--table"),
        QStringLiteral("rows")} << QByteArray("rows");
    QTest::newRow("a table of a database") << QStringList{QStringLiteral("out.db"), QStringLiteral("--table"),
        QStringLiteral("series")} << QByteArray("--table chooses what a .csv holds");
    QTest::newRow("slices of a table") << QStringList{QStringLiteral("out.csv"), QStringLiteral("--at-least"),
        QStringLiteral("1MiB")} << QByteArray("--at-least leaves slices out of a trace");
    QTest::newRow("no size") << QStringList{QStringLiteral("out.json"), QStringLiteral("--at-least"),
        QStringLiteral("many")}
                             << QByteArray("--at-least");
    const auto range = [](const char* text, const char* says) {
        QTest::addRow("range %s", text) << QStringList{QStringLiteral("out.tide"), QStringLiteral("--range"),
            QLatin1String(text)} << QByteArray(says);
    };
    range("5", "write two events");
    range("9..5", "numbered from 0 to");
    range("5..many", "is no event's number");
    range("0..9,999,999,999", "numbered from 0 to");
}

// A part of a recording is opened as any other, and its figures are those of the whole.
void TestExportFailures::aPartIsARecording()
{
    const QTemporaryDir folder;
    const QString whole = testDataFile(QStringLiteral("rand_small.pickle"));
    const QString part = folder.filePath(QStringLiteral("part.tide"));
    QCOMPARE(convert({whole, part, QStringLiteral("--range"), QStringLiteral("200..399")}).exitCode, 0);
    const auto series = [](const QString& file) {
        QProcess process;
        process.start(QStringLiteral(TIDEMARK_PROGRAM),
            {QStringLiteral("series"), file, QStringLiteral("--at"), QStringLiteral("every:1")});
        process.waitForFinished(60'000);
        return QJsonDocument::fromJson(process.readAllStandardOutput()).array();
    };
    const QJsonArray all = series(whole);
    const QJsonArray some = series(part);
    QCOMPARE(some.size(), 200);
    for (qsizetype i = 0; i < some.size(); ++i) {
        QJsonObject wanted = all[200 + i].toObject();
        QJsonObject got = some[i].toObject();
        QCOMPARE(got.take(u"event").toInteger(), i);
        wanted.remove(u"event");
        QCOMPARE(got, wanted);
    }
}

void TestExportFailures::wrongUseIsExplained()
{
    QFETCH(QStringList, more);
    QFETCH(QByteArray, says);
    const QTemporaryDir folder;
    more[0] = folder.filePath(more[0]);
    const Output output = convert(QStringList{testDataFile(QStringLiteral("vgg.pickle"))} + more);
    QCOMPARE(output.exitCode, 2);
    QVERIFY2(output.errors.contains(says), output.errors);
    QCOMPARE(output.errors.count('\n'), 1);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestExportFailures::theFormatMayBeSaid()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("recording"));
    const Output output = convert(
        {testDataFile(QStringLiteral("vgg.pickle")), path, QStringLiteral("--to"), QStringLiteral("sqlite")});
    QVERIFY2(output.exitCode == 0, output.errors);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.read(16).startsWith("SQLite format 3"));
}

void TestExportFailures::ownExportsAreNamed_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("output");
    const auto row = [](const QStringList& command, const char* output) {
        QTest::newRow(qPrintable(command.join(u' ') + u' ' + QLatin1String(output)))
            << command << QString::fromLatin1(output);
    };
    for (const char* name : {"o.db", "o.json", "o.json.gz"})
        row({QStringLiteral("convert")}, name);
    for (const char* table : {"device_traces", "series", "allocations", "segments", "blocks", "contexts",
             "devices", "recording", "annotations", "marks", "tensors", "driver", "curves"})
        row({QStringLiteral("convert"), QStringLiteral("--table"), QString::fromLatin1(table)}, "o.csv");
    for (const char* name : {"r.html", "r.txt"})
        row({QStringLiteral("report"), QStringLiteral("-o")}, name);
    for (const char* table : {"events", "allocations", "segments", "stacks", "scopes", "tensors", "peak"})
        row({QString::fromLatin1(table), QStringLiteral("--csv")}, "");
}

// Whoever opens what Tidemark wrote for other programs is told so, and what to open instead.
void TestExportFailures::ownExportsAreNamed()
{
    QFETCH(QStringList, command);
    QFETCH(QString, output);
    const QTemporaryDir folder;
    const QString path = folder.filePath(output.isEmpty() ? QStringLiteral("printed.csv") : output);
    QProcess writer;
    QStringList arguments = {command.front(), testDataFile(QStringLiteral("rand_small.pickle"))};
    arguments += command.mid(1);
    if (output.isEmpty())
        writer.setStandardOutputFile(path);
    else
        arguments += path;
    writer.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    QVERIFY(writer.waitForFinished(60'000));
    QVERIFY2(writer.exitCode() == 0, writer.readAllStandardError());
    QProcess reader;
    reader.start(QStringLiteral(TIDEMARK_PROGRAM), {QStringLiteral("info"), path});
    QVERIFY(reader.waitForFinished(60'000));
    const QByteArray said = reader.readAllStandardError();
    QCOMPARE(reader.exitCode(), 3);
    QVERIFY2(said.contains("that Tidemark wrote"), said);
    QVERIFY2(said.contains("open the recording that it "), said);
}

QTEST_GUILESS_MAIN(TestExportFailures)
#include "tst_export_failures.moc"
