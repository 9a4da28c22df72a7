// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots that go through .tide and become snapshots again: Python finds every key as it was.
#include "core/files/open_recording.h"
#include "core/files/snapshot_writer.h"
#include "core/files/tide_file.h"
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestPickleRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void everyKeyComesBack_data();
    void everyKeyComesBack();
    void readAgainIsTheSame_data() { everyKeyComesBack_data(); }
    void readAgainIsTheSame();
    void noLargerThanTheOriginal_data();
    void noLargerThanTheOriginal();
    void memoryVizTellsTheSame_data();
    void memoryVizTellsTheSame();

private:
    // The snapshot that a file of the test data becomes, by way of .tide.
    QString converted(const QString& name);
    QString written(const Recording& recording, const QString& name);

    QTemporaryDir m_folder;
};

namespace {

Recording opened(const QString& path)
{
    auto recording = openRecording(path.toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return std::move(*recording);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString python()
{
    return QStandardPaths::findExecutable(QStringLiteral("python3"));
}

// What a Python program prints; its complaint where it fails.
QString runPython(const QStringList& arguments)
{
    QProcess process;
    process.start(python(), arguments);
    process.waitForFinished(120'000);
    const bool isFine = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    return QString::fromUtf8(isFine ? process.readAllStandardOutput() : process.readAllStandardError());
}

} // namespace

QString TestPickleRoundTrip::written(const Recording& recording, const QString& name)
{
    const QString path = m_folder.filePath(QString(name).replace(QLatin1Char('/'), QLatin1Char('_')));
    if (const auto done = writeSnapshot(recording, path.toStdString()); !done)
        qFatal("%s", done.error().message.c_str());
    return path;
}

QString TestPickleRoundTrip::converted(const QString& name)
{
    const QString tide = m_folder.filePath(QStringLiteral("between.tide"));
    if (const auto done = writeTide(opened(testDataFile(name)), tide.toStdString()); !done)
        qFatal("%s", done.error().message.c_str());
    return written(opened(tide), name);
}

void TestPickleRoundTrip::everyKeyComesBack_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isMadeUp");
    for (const QString& folder : {QString(), QStringLiteral("outside/")}) {
        const QFileInfo place(testDataFile(QStringLiteral("README.md")));
        const QDir data(place.dir().filePath(folder));
        for (const QString& packed : data.entryList({QStringLiteral("*.pickle.zst")})) {
            const QString name = folder + packed.chopped(4);
            QTest::newRow(qPrintable(name)) << name << false;
        }
    }
    // Holds more than PyTorch writes, which is set aside.
    for (const char* form : {"protocol0", "protocol2", "protocol4"})
        QTest::newRow(form) << QStringLiteral("snapshots/everything_%1.pickle").arg(QLatin1String(form))
                            << true;
    QTest::newRow("small_torch") << QStringLiteral("snapshots/small_torch.pickle") << false;
}

void TestPickleRoundTrip::everyKeyComesBack()
{
    QFETCH(QString, name);
    QFETCH(bool, isMadeUp);
    if (python().isEmpty())
        QSKIP("there is no python3 to read the snapshots with");
    QStringList arguments{QStringLiteral(COMPARE_SNAPSHOTS), testDataFile(name), converted(name)};
    if (isMadeUp)
        arguments << QStringLiteral("made_up");
    QCOMPARE(runPython(arguments), QString());
}

// Numbers in tables aside: the same snapshot is written again.
void TestPickleRoundTrip::readAgainIsTheSame()
{
    QFETCH(QString, name);
    const QString first = converted(name);
    const Recording again = opened(first);
    QCOMPARE(again.devices.size(), opened(testDataFile(name)).devices.size());
    QCOMPARE(contentOf(written(again, QStringLiteral("again.pickle"))), contentOf(first));
}

void TestPickleRoundTrip::noLargerThanTheOriginal_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vary", "rand", "deit_small", "cpp_stacks", "outside/torch211_training"})
        QTest::newRow(name) << QStringLiteral("%1.pickle").arg(QLatin1String(name));
}

void TestPickleRoundTrip::noLargerThanTheOriginal()
{
    QFETCH(QString, name);
    const qint64 original = QFileInfo(testDataFile(name)).size();
    const qint64 made = QFileInfo(converted(name)).size();
    QVERIFY2(made <= original, qPrintable(QStringLiteral("%1 > %2").arg(made).arg(original)));
}

void TestPickleRoundTrip::memoryVizTellsTheSame_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("command");
    for (const char* name : {"vgg", "oom", "graphs", "record_stream", "expandable", "outside/torch26_small"})
        for (const char* command : {"stats", "trace"})
            QTest::addRow("%s %s", name, command)
                << QStringLiteral("%1.pickle").arg(QLatin1String(name)) << QString::fromLatin1(command);
}

void TestPickleRoundTrip::memoryVizTellsTheSame()
{
    QFETCH(QString, name);
    QFETCH(QString, command);
    const QString script = qEnvironmentVariable("TIDEMARK_MEMORY_VIZ");
    if (script.isEmpty() || python().isEmpty())
        QSKIP("TIDEMARK_MEMORY_VIZ does not name PyTorch's torch/cuda/_memory_viz.py");
    const QString expected = runPython({script, command, testDataFile(name)});
    QVERIFY(expected.size() > 100);
    QCOMPARE(runPython({script, command, converted(name)}), expected);
}

QTEST_GUILESS_MAIN(TestPickleRoundTrip)
#include "tst_pickle_round_trip.moc"
