// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
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
    QString text;
    QString errors;

    QJsonObject json() const { return QJsonDocument::fromJson(text.toUtf8()).object(); }
};

Output run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

Output info(const QStringList& files, bool asJson)
{
    return run(QStringList{QStringLiteral("info")} + files
        + (asJson ? QStringList{QStringLiteral("--json")} : QStringList()));
}

QString pickle(const char* name)
{
    return testDataFile(QLatin1String(name) + QStringLiteral(".pickle"));
}

QJsonArray devicesOf(const Output& output)
{
    return output.json().value(QStringLiteral("devices")).toArray();
}

} // namespace

class TestInfoCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonHasItsShape();
    void requestedPeakIsNoMoreThanAllocated();
    void ranksAreToldApart();
    void ranksAreCompared();
    void curvesAreTold();
    void peaksAreOfWhatIsKnown();
    void doubtIsTold();
    void outOfMemoryIsTold();
    void cutFilesAreNoFailure();
    void theReasonOfAKilledRecordingStays();
    void similarNotesAreSummed();
    void pinnedMemoryIsNoDevices();

private:
    QString write(const char* name, const QByteArray& bytes)
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
    }

    QTemporaryDir m_folder;
};

void TestInfoCommand::jsonHasItsShape()
{
    const QJsonObject json = info({pickle("vgg")}, true).json();
    for (const char* key : {"format", "complete", "warnings", "settings", "devices"})
        QVERIFY2(json.contains(QLatin1String(key)), key);
    const QJsonObject device = json.value(QStringLiteral("devices")).toArray().first().toObject();
    for (const char* key :
        {"device", "events", "segments", "history", "first_time_us", "last_time_us", "peak", "end"})
        QVERIFY2(device.contains(QLatin1String(key)), key);
    QVERIFY(!device.contains(QStringLiteral("source")) && !device.contains(QStringLiteral("curves")));
    const QJsonObject peak = device.value(QStringLiteral("peak")).toObject();
    for (const char* key : {"requested", "allocated", "active", "reserved"}) {
        const QJsonObject moment = peak.value(QLatin1String(key)).toObject();
        QVERIFY2(moment.value(QStringLiteral("bytes")).toInteger() > 0, key);
        QVERIFY(moment.contains(QStringLiteral("event")) && moment.contains(QStringLiteral("time_us")));
    }
    const QJsonObject end = device.value(QStringLiteral("end")).toObject();
    QCOMPARE(end.size(), 9);
}

void TestInfoCommand::requestedPeakIsNoMoreThanAllocated()
{
    for (const char* name : {"vgg", "rand", "expandable", "graphs"}) {
        const QString file = pickle(name);
        const auto peak = devicesOf(info({file}, true)).first()[QStringLiteral("peak")];
        const QJsonValue requested = peak[QStringLiteral("requested")];
        const auto all = QJsonDocument::fromJson(
            run({QStringLiteral("series"), file, QStringLiteral("--at"), QStringLiteral("every:1")})
                .text.toUtf8())
                             .array();
        QJsonValue highest = all.first();
        for (const QJsonValue& moment : all)
            if (moment[QStringLiteral("requested_bytes")].toInteger()
                > highest[QStringLiteral("requested_bytes")].toInteger())
                highest = moment;
        QCOMPARE(requested[QStringLiteral("bytes")], highest[QStringLiteral("requested_bytes")]);
        QCOMPARE(requested[QStringLiteral("event")], highest[QStringLiteral("event")]);
        QCOMPARE(requested[QStringLiteral("time_us")], highest[QStringLiteral("time_us")]);
        QVERIFY(requested[QStringLiteral("bytes")].toInteger()
            <= peak[QStringLiteral("active")][QStringLiteral("bytes")].toInteger());
    }
}

void TestInfoCommand::ranksAreToldApart()
{
    const QStringList files = {pickle("ddp_rank0"), pickle("ddp_rank1")};
    const Output together = info(files, true);
    QCOMPARE(together.exitCode, 0);
    const QJsonArray devices = devicesOf(together);
    QCOMPARE(devices.size(), 2);
    for (qsizetype rank = 0; rank < 2; ++rank) {
        QCOMPARE(devices[rank][QStringLiteral("source")].toString(), QFileInfo(files[rank]).fileName());
        const QJsonArray alone = devicesOf(info({files[rank]}, true));
        const auto same = std::find_if(alone.begin(), alone.end(), [&](const QJsonValue& device) {
            return device[QStringLiteral("device")] == devices[rank][QStringLiteral("device")];
        });
        QCOMPARE(devices[rank][QStringLiteral("peak")], (*same)[QStringLiteral("peak")]);
        QCOMPARE(devices[rank][QStringLiteral("end")], (*same)[QStringLiteral("end")]);
    }
    const QString text = info(files, false).text;
    QVERIFY2(text.startsWith(QStringLiteral("2 files: ")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral(", from ddp_rank1.pickle")));
    // The same device in two files must be said which.
    const QStringList twice = {QStringLiteral("series"), pickle("vgg"), pickle("vary")};
    const Output unclear = run(twice);
    QCOMPARE(unclear.exitCode, 2);
    QVERIFY2(unclear.errors.contains(QStringLiteral("--source vgg.pickle")), qPrintable(unclear.errors));
    const Output chosen = run(twice + QStringList{QStringLiteral("--source"), QStringLiteral("vary.pickle")});
    QCOMPARE(chosen.exitCode, 0);
    QCOMPARE(chosen.text, run({QStringLiteral("series"), pickle("vary")}).text);
}

void TestInfoCommand::ranksAreCompared()
{
    const QStringList files = {pickle("ddp_rank0"), pickle("ddp_rank1")};
    const QString text = info(files, false).text;
    QVERIFY2(text.endsWith(QStringLiteral("\nrank 1 reserves 104 MiB (16 %) more than rank 0.\n")),
        qPrintable(text));
    const QStringList table = text.section(QStringLiteral("\nSide by side\n"), 1).split(u'\n');
    QVERIFY2(table.size() > 3 && table[2].contains(QStringLiteral("792,723,456 B")), qPrintable(text));
    QVERIFY2(table[2].endsWith(QStringLiteral("+104 MiB (16 %)  stands out")), qPrintable(table[2]));

    const QJsonObject comparison = info(files, true).json().value(QStringLiteral("comparison")).toObject();
    QCOMPARE(comparison[QStringLiteral("sentence")].toString(),
        QStringLiteral("rank 1 reserves 104 MiB (16 %) more than rank 0."));
    const QJsonArray devices = comparison[QStringLiteral("devices")].toArray();
    QCOMPARE(devices.size(), 2);
    for (qsizetype rank = 0; rank < 2; ++rank) {
        const QJsonObject device = devices[rank].toObject();
        QCOMPARE(device[QStringLiteral("rank")].toInt(-1), static_cast<int>(rank));
        QCOMPARE(device[QStringLiteral("outlier")].toBool(), rank == 1);
        const QJsonObject whole =
            devicesOf(info(files, true))[device[QStringLiteral("index")].toInt()].toObject();
        QCOMPARE(device[QStringLiteral("peak")][QStringLiteral("reserved")],
            whole[QStringLiteral("peak")][QStringLiteral("reserved")][QStringLiteral("bytes")]);
        QCOMPARE(device[QStringLiteral("end")][QStringLiteral("reserved")],
            whole[QStringLiteral("end")][QStringLiteral("reserved_bytes")]);
        const QJsonValue distance = device[QStringLiteral("distance")][QStringLiteral("reserved")];
        QCOMPARE(distance[QStringLiteral("bytes")].toInteger(), (rank == 1 ? 1 : -1) * qint64(109'051'904));
        QCOMPARE(distance[QStringLiteral("median_of_others")].toInteger(),
            rank == 1 ? qint64(683'671'552) : qint64(792'723'456));
    }
    // One device is not compared with itself.
    QVERIFY(!info({pickle("vgg")}, true).json().contains(QStringLiteral("comparison")));
    QVERIFY(!info({files[0]}, false).text.contains(QStringLiteral("Side by side")));
}

void TestInfoCommand::curvesAreTold()
{
    const QString file = testDataFile(QStringLiteral("outside/profiler_timeline.raw.gz"));
    const Output text = info({file}, false);
    QCOMPARE(text.exitCode, 0);
    for (const char* words : {"none: the file holds curves only", "optimizer_state", "Peaks of the curves"})
        QVERIFY2(text.text.contains(QLatin1String(words)), qPrintable(text.text));
    for (const char* words : {"record a history", "empty_cache()", "allocator settings"})
        QVERIFY2(!text.text.contains(QLatin1String(words)), qPrintable(text.text));
    const Output series = run({QStringLiteral("series"), file});
    QCOMPARE(series.exitCode, 2);
    QVERIFY2(series.errors.contains(QStringLiteral("has curves only")), qPrintable(series.errors));
    const QJsonValue device = devicesOf(info({file}, true)).first();
    const QJsonArray curves = device[QStringLiteral("curves")].toArray();
    QCOMPARE(curves.size(), 9);
    QCOMPARE(curves[0][QStringLiteral("name")], QJsonValue(QStringLiteral("allocated")));
    QVERIFY(curves[0][QStringLiteral("peak")][QStringLiteral("bytes")].toInteger() > 0);
}

void TestInfoCommand::peaksAreOfWhatIsKnown()
{
    QVERIFY(info({pickle("vgg")}, false).text.contains(QStringLiteral("\nPeaks\n")));
    QVERIFY(info({pickle("wrapped")}, false)
                .text.contains(QStringLiteral("\nPeaks among the events of the file")));
    const QString marksOnly = info({pickle("segments_only")}, false).text;
    QVERIFY2(!marksOnly.contains(QStringLiteral("\nPeaks")), qPrintable(marksOnly));
    QVERIFY2(marksOnly.contains(QStringLiteral("none: the events move no memory")), qPrintable(marksOnly));
    const QString pages = info({pickle("expandable_vary")}, false).text;
    QVERIFY2(pages.contains(QStringLiteral("(free pages of expandable segments)")), qPrintable(pages));
}

// The end is always the allocator's own; before it, a lost beginning leaves things open.
void TestInfoCommand::doubtIsTold()
{
    const auto series = [](const char* name, const char* at) {
        return run({QStringLiteral("series"), pickle(name), QStringLiteral("--at"), QString::fromLatin1(at)});
    };
    QVERIFY(series("wrapped", "event:10").errors.contains(QStringLiteral("are not sure in every byte")));
    QCOMPARE(series("wrapped", "event:10").exitCode, 0);
    QCOMPARE(series("wrapped", "end").errors, QString());
    QCOMPARE(series("vgg", "event:10").errors, QString());
}

void TestInfoCommand::outOfMemoryIsTold()
{
    const QString text = info({pickle("oom")}, false).text;
    QVERIFY2(text.contains(QStringLiteral("out of memory")) && text.contains(QStringLiteral("asked for")),
        qPrintable(text));
    QVERIFY(!info({pickle("vgg")}, false).text.contains(QStringLiteral("out of memory")));
    const QJsonObject device = devicesOf(info({pickle("oom")}, true))[0].toObject();
    QCOMPARE(device[QStringLiteral("ooms")].toInt(), 1);
    QCOMPARE(device[QStringLiteral("first_oom")].toInt(), 32);
    QCOMPARE(devicesOf(info({pickle("vgg")}, true))[0][QStringLiteral("ooms")].toInt(), 0);
}

void TestInfoCommand::cutFilesAreNoFailure()
{
    QFile whole(pickle("vgg"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    for (const int percent : {20, 60, 99}) {
        const QString cut = write("cut.pickle", bytes.left(bytes.size() * percent / 100));
        const Output json = info({cut}, true);
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(json.json().value(QStringLiteral("complete")), QJsonValue(false));
        const Output text = info({cut}, false);
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.text.contains(QStringLiteral("ends early")), qPrintable(text.text));
        QVERIFY2(!text.text.contains(QStringLiteral("record a history")), qPrintable(text.text));
    }
    QVERIFY(run({QStringLiteral("info"), QStringLiteral("--help")})
                .text.contains(QStringLiteral("exit code is 0")));
}

void TestInfoCommand::theReasonOfAKilledRecordingStays()
{
    const QString tide = m_folder.filePath(QStringLiteral("whole.tide"));
    QCOMPARE(run({QStringLiteral("convert"), pickle("vgg"), tide}).exitCode, 0);
    QFile whole(tide);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    const Output cut = info({write("killed.tide", bytes.left(bytes.size() - 3))}, false);
    QCOMPARE(cut.exitCode, 0);
    QVERIFY2(cut.text.contains(QStringLiteral("byte ")), qPrintable(cut.text));
}

void TestInfoCommand::similarNotesAreSummed()
{
    QTemporaryDir folder;
    QFile whole(pickle("seed_example"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    for (int rank = 0; rank < 8; ++rank) {
        QFile file(folder.filePath(QStringLiteral("rank%1.pickle").arg(rank)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.left(bytes.size() - 30 - rank));
    }
    const Output text = info({folder.path()}, false);
    QCOMPARE(text.exitCode, 0);
    QCOMPARE(text.text.count(QStringLiteral("ends early")), 1);
    QVERIFY2(text.text.contains(QStringLiteral("Note: 8 times: rank0.pickle: The file ends early")),
        qPrintable(text.text));
    QCOMPARE(info({folder.path()}, true).json().value(QStringLiteral("warnings")).toArray().size(), 8);
}

void TestInfoCommand::pinnedMemoryIsNoDevices()
{
    const QString file = write("pinned.json",
        R"({"segments": [], "device_traces": [], "host_segments": [], )"
        R"("host_traces": [[{"action": "segment_alloc", "addr": 4096, "size": 2097152, "stream": 0},)"
        R"( {"action": "alloc", "addr": 4096, "size": 512, "stream": 0}]]})");
    const Output text = info({file}, false);
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.text.contains(QStringLiteral("Pinned host memory, which belongs to no device")),
        qPrintable(text.text));
    QVERIFY2(!text.text.contains(QStringLiteral("empty_cache()")), qPrintable(text.text));
}

QTEST_GUILESS_MAIN(TestInfoCommand)
#include "tst_info_command.moc"
