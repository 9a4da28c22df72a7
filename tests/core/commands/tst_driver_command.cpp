// SPDX-License-Identifier: GPL-3.0-or-later
// What info and series say of a recording that holds the driver's figures.
#include "core/files/tide_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;

namespace {

constexpr std::int64_t mebi = 1024 * 1024;

QByteArray run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0
        ? process.readAllStandardOutput()
        : QByteArray();
}

DriverSample sample(std::uint64_t event, std::int64_t used, std::int64_t process, ProcessMemorySource source)
{
    DriverSample sample;
    sample.timeUs = static_cast<std::int64_t>(5000 + event);
    sample.event = event;
    sample.used = used;
    sample.processUsed = process;
    sample.processSource = source;
    return sample;
}

// Three segments of 20 MiB, on a card of 1000.
Recording recordingWith(const std::vector<DriverSample>& samples)
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.name = "a card";
    device.capacity = 1000 * mebi;
    device.history = History::Whole;
    for (std::uint64_t i = 1; i <= 3; ++i) {
        Event event;
        event.timeUs = static_cast<std::int64_t>(1000 * i);
        event.address = i << 32U;
        event.size = 20 * mebi;
        event.action = Action::SegmentAlloc;
        device.events.append(event);
    }
    for (const DriverSample& sample : samples)
        device.driver.push_back(sample);
    return recording;
}

std::vector<DriverSample> known()
{
    return {sample(1, 700 * mebi, 520 * mebi, ProcessMemorySource::ProcessId),
        sample(2, 750 * mebi, 560 * mebi, ProcessMemorySource::ProcessId),
        sample(3, 690 * mebi, 30 * mebi, ProcessMemorySource::ProcessId)}; // the last while memory moved
}

} // namespace

class TestDriverCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void infoInWords();
    void infoWithoutTheProcess();
    void infoInJson();
    void seriesAtMoments();
    void withoutSamples();

private:
    QString written(const std::vector<DriverSample>& samples)
    {
        const QString path = m_folder.filePath(QStringLiteral("driver.tide"));
        if (!writeTide(recordingWith(samples), path.toStdString()))
            QTest::qFail("the recording could not be written", __FILE__, __LINE__);
        return path;
    }

    QTemporaryDir m_folder;
};

void TestDriverCommand::infoInWords()
{
    const QString text = QString::fromUtf8(run({QStringLiteral("info"), written(known())}));
    const auto has = [&](const char* label, const char* value) {
        const QRegularExpression line(
            QStringLiteral("^  %1 +%2([ :]|$)")
                .arg(QLatin1String(label), QRegularExpression::escape(QLatin1String(value))),
            QRegularExpression::MultilineOption);
        return line.match(text).hasMatch();
    };
    QVERIFY2(text.contains(QStringLiteral("\nThe driver's view, at most\n")), qPrintable(text));
    QVERIFY2(has("this process", "587,202,560"), qPrintable(text)); // 560 MiB
    QVERIFY2(has("context and libraries", "545,259,520"), qPrintable(text)); // 520 MiB
    QVERIFY2(has("other processes", "692,060,160"), qPrintable(text)); // 660 MiB
    QVERIFY2(has("device in use", "786,432,000"), qPrintable(text)); // 750 MiB
    QVERIFY2(has("asked", "3 times"), qPrintable(text));
    QVERIFY2(has("this process is known", "by its process id"), qPrintable(text));
    QVERIFY2(has("not counted", "1 of these answers"), qPrintable(text));
}

void TestDriverCommand::infoWithoutTheProcess()
{
    const QString text = QString::fromUtf8(run({QStringLiteral("info"),
        written({sample(1, 700 * mebi, DriverSample::unknown, ProcessMemorySource::Unknown)})}));
    QVERIFY2(text.contains(QStringLiteral("context, libraries, others")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("does not tell this process from others")), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("  other processes")), qPrintable(text));
    const QString grown = QString::fromUtf8(run({QStringLiteral("info"),
        written({sample(1, 700 * mebi, 300 * mebi, ProcessMemorySource::DeviceGrowth)})}));
    QVERIFY2(grown.contains(QStringLiteral("by what the device's use grew by")), qPrintable(grown));
}

void TestDriverCommand::infoInJson()
{
    const QJsonObject json =
        QJsonDocument::fromJson(run({QStringLiteral("info"), written(known()), QStringLiteral("--json")}))
            .object();
    const QJsonObject driver =
        json[QStringLiteral("devices")].toArray().at(0).toObject()[QStringLiteral("driver")].toObject();
    QCOMPARE(driver[QStringLiteral("samples")].toInt(), 3);
    QCOMPARE(driver[QStringLiteral("torn_samples")].toInt(), 1);
    QCOMPARE(driver[QStringLiteral("process_known_by")].toString(), QStringLiteral("process_id"));
    const QJsonObject peak = driver[QStringLiteral("peak")].toObject();
    const QJsonObject process = peak[QStringLiteral("process")].toObject();
    QCOMPARE(process[QStringLiteral("bytes")].toInteger(), qint64(560 * mebi));
    QCOMPARE(process[QStringLiteral("event")].toInt(), 1); // counted from 0: it holds just after event 1
    QVERIFY(peak[QStringLiteral("outside_and_others")].isNull());
    const QJsonObject end = driver[QStringLiteral("end")].toObject();
    QVERIFY(end[QStringLiteral("torn")].toBool());
    QVERIFY(end[QStringLiteral("outside_allocator_bytes")].isNull());
}

void TestDriverCommand::seriesAtMoments()
{
    const QJsonArray series = QJsonDocument::fromJson(
        run({QStringLiteral("series"), written(known()), QStringLiteral("--at"), QStringLiteral("event:1")}))
                                  .array();
    QCOMPARE(series.size(), 1);
    const QJsonObject driver = series[0].toObject()[QStringLiteral("driver")].toObject();
    QCOMPARE(driver[QStringLiteral("process_bytes")].toInteger(), qint64(560 * mebi));
    QCOMPARE(driver[QStringLiteral("reserved_bytes")].toInteger(), qint64(40 * mebi));
    QCOMPARE(driver[QStringLiteral("outside_allocator_bytes")].toInteger(), qint64(520 * mebi));
    QCOMPARE(driver[QStringLiteral("other_processes_bytes")].toInteger(), qint64(190 * mebi));
    QCOMPARE(driver[QStringLiteral("free_bytes")].toInteger(), qint64(250 * mebi));
    const QJsonArray start = QJsonDocument::fromJson(
        run({QStringLiteral("series"), written(known()), QStringLiteral("--at"), QStringLiteral("start")}))
                                 .array();
    QVERIFY(start[0].toObject().contains(QStringLiteral("driver")));
    QVERIFY(start[0].toObject()[QStringLiteral("driver")].isNull()); // nobody had been asked yet
}

void TestDriverCommand::withoutSamples()
{
    const QString file = written({});
    QVERIFY(!run({QStringLiteral("info"), file}).contains("driver's view"));
    QVERIFY(!run({QStringLiteral("info"), file, QStringLiteral("--json")}).contains("\"driver\""));
    QVERIFY(!run({QStringLiteral("series"), file}).contains("\"driver\""));
}

QTEST_GUILESS_MAIN(TestDriverCommand)
#include "tst_driver_command.moc"
