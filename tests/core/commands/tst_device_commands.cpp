// SPDX-License-Identifier: GPL-3.0-or-later
// The commands on a recording of several devices, as the recorder leaves it.
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "core/record/recorder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <fcntl.h>
#include <unistd.h>

using namespace tidemark;

namespace {

struct Output {
    int exitCode = -1;
    QString text;
    QString errors;

    QJsonDocument json() const { return QJsonDocument::fromJson(text.toUtf8()); }
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

// A device that allocates `blocks` MiB in blocks of one, and tells its figures; `lie` bytes too much
// reserved.
void use(DeviceRecorder& recorder, int blocks, std::int64_t lie)
{
    SimulatedMemory memory(gibibyte);
    CachingAllocator allocator(memory, {}, &recorder);
    for (int i = 0; i < blocks; ++i)
        allocator.free(allocator.allocate(mebibyte, 0).value_or(0));
    for (int i = 0; i < blocks; ++i)
        (void)allocator.allocate(mebibyte, 0);
    MemoryStats stats = allocator.stats();
    stats.of(StatKind::ReservedBytes).current += lie;
    recorder.stats("told", stats);
    recorder.finalState(allocator.snapshot());
}

} // namespace

class TestDeviceCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checkComparesEveryDevice_data();
    void checkComparesEveryDevice();
    void infoListsEveryDevice();
    void assertJudgesEachDevice_data();
    void assertJudgesEachDevice();
    void takesTheFirstThatHoldsMemory();
    void diffTakesTheOther();

private:
    // Devices 0, 1 and 3 with so many MiB; the last one's figures are wrong by `lie` bytes.
    QString record(std::int64_t lie, const std::array<int, 3>& blocks = {10, 20, 30})
    {
        const QString path = m_folder.filePath(QStringLiteral("three.tide"));
        const int fd = ::open(path.toUtf8().constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        RunDescription description;
        description.devices = {{0, "NVIDIA H200", gibibyte}, {1, "NVIDIA H200", gibibyte}, {3, "", 0}};
        auto recorder = Recorder::start(fd, description).value();
        for (int device = 0; device < 3; ++device)
            use(recorder->device(std::size_t(device)), blocks[std::size_t(device)], device == 2 ? lie : 0);
        if (!recorder->finish())
            QTest::qFail("the recording has no end", __FILE__, __LINE__);
        ::close(fd);
        return path;
    }

    QTemporaryDir m_folder;
};

void TestDeviceCommands::checkComparesEveryDevice_data()
{
    QTest::addColumn<qint64>("lie");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("all true") << qint64(0) << 0;
    QTest::newRow("one wrong") << qint64(512) << 1;
}

void TestDeviceCommands::checkComparesEveryDevice()
{
    QFETCH(const qint64, lie);
    QFETCH(const int, exitCode);
    const QString path = record(lie);
    const Output text = run({QStringLiteral("check"), path});
    QCOMPARE(text.exitCode, exitCode);
    for (const char* title : {"Device 0 (NVIDIA H200)", "Device 1 (NVIDIA H200)", "Device 3,"})
        QVERIFY2(text.text.contains(QLatin1String(title)), qPrintable(text.text));
    const Output json = run({QStringLiteral("check"), path, QStringLiteral("--json")});
    QCOMPARE(json.exitCode, exitCode);
    const QJsonArray devices = json.json().array();
    QCOMPARE(devices.size(), 3);
    for (int device = 0; device < 3; ++device) {
        const QJsonObject checked = devices[device].toObject();
        QCOMPARE(checked[QStringLiteral("samples")].toInt(), 1);
        QCOMPARE(checked[QStringLiteral("has_final_state")].toBool(), true);
        QCOMPARE(checked[QStringLiteral("differing_blocks")].toInt(), 0);
        const QJsonArray differences = checked[QStringLiteral("differences")].toArray();
        QCOMPARE(differences.size(), device == 2 && lie != 0 ? 1 : 0);
        if (!differences.isEmpty())
            QCOMPARE(differences[0].toObject()[QStringLiteral("name")].toString(),
                QStringLiteral("reserved_bytes.all.current"));
    }
}

void TestDeviceCommands::infoListsEveryDevice()
{
    const QString path = record(0);
    const Output text = run({QStringLiteral("info"), path});
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.text.contains(QStringLiteral("31,457,280")), qPrintable(text.text));
    const QJsonArray devices = run({QStringLiteral("info"), path, QStringLiteral("--json")})
                                   .json()
                                   .object()[QStringLiteral("devices")]
                                   .toArray();
    QCOMPARE(devices.size(), 3);
    for (int device = 0; device < 3; ++device) {
        const QJsonObject told = devices[device].toObject();
        QCOMPARE(told[QStringLiteral("device")].toInt(), device == 2 ? 3 : device);
        QVERIFY(told[QStringLiteral("events")].toInt() > 0);
    }
}

void TestDeviceCommands::assertJudgesEachDevice_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("results"); // of each device, in order
    const auto row = [](const char* text, const QStringList& more, int exitCode, const char* results) {
        QTest::newRow(text) << QStringList{QString::fromLatin1(text)} + more << exitCode
                            << QString::fromLatin1(results);
    };
    row("peak_allocated < 50MiB", {}, 0, "yyy");
    row("peak_allocated < 25MiB", {}, 1, "yyn");
    row("peak_allocated > 15MiB", {}, 1, "nyy");
    row("drift_per_step == 0", {}, 2, "???");
    row("peak_allocated <= three.tide", {}, 0, "yyy"); // each compares with its own
    row("end_allocated < 15MiB", {QStringLiteral("--device"), QStringLiteral("0")}, 0, "y");
    row("end_allocated < 15MiB ", {QStringLiteral("--device"), QStringLiteral("3")}, 1, "n");
}

void TestDeviceCommands::assertJudgesEachDevice()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, results);
    const QString path = record(0);
    arguments[0].replace(QStringLiteral("three.tide"), path);
    const Output output = run(QStringList{QStringLiteral("assert"), path} + arguments);
    QTEST(output.exitCode, "exitCode");
    const QStringList lines = output.text.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), results.size());
    const QJsonArray json =
        run(QStringList{QStringLiteral("assert"), path, QStringLiteral("--json")} + arguments).json().array();
    QCOMPARE(json.size(), results.size());
    constexpr int ordinals[] = {0, 1, 3};
    for (int i = 0; i < results.size(); ++i) {
        const QJsonValue holds = json[i][QStringLiteral("holds")];
        QCOMPARE(holds.isNull() ? u'?' : holds.toBool() ? u'y' : u'n', results[i]);
        if (results.size() == 1)
            continue;
        QCOMPARE(json[i][QStringLiteral("device")].toInt(), ordinals[i]);
        QVERIFY2(lines[i].contains(QString::number(ordinals[i])), qPrintable(output.text));
    }
}

void TestDeviceCommands::takesTheFirstThatHoldsMemory()
{
    const QString path = record(0, {0, 20, 30});
    const Output peak = run({QStringLiteral("peak"), path});
    QCOMPARE(peak.exitCode, 0);
    QVERIFY2(peak.text.startsWith(QStringLiteral("Device 1, ")), qPrintable(peak.text));
    const QString hint = QStringLiteral("of 3 devices this is device 1; --device chooses another");
    QVERIFY2(peak.errors.contains(hint), qPrintable(peak.errors));
    const Output chosen =
        run({QStringLiteral("peak"), path, QStringLiteral("--device"), QStringLiteral("0")});
    QVERIFY(chosen.text.startsWith(QStringLiteral("Device 0, ")) && chosen.errors.isEmpty());
    const Output none = run({QStringLiteral("peak"), path, QStringLiteral("--device"), QStringLiteral("2")});
    QCOMPARE(none.exitCode, 2);
    QVERIFY2(none.errors.contains(QStringLiteral("has no device 2")), qPrintable(none.errors));
}

void TestDeviceCommands::diffTakesTheOther()
{
    const QString path = record(0);
    const auto peakOf = [&](const QStringList& more) {
        return run(QStringList{QStringLiteral("diff"), path, path, QStringLiteral("--json")} + more)
            .json()[QStringLiteral("b")][QStringLiteral("peaks")][QStringLiteral("allocated")]
            .toInteger();
    };
    QCOMPARE(peakOf({}), qint64(10 * mebibyte));
    QCOMPARE(peakOf({QStringLiteral("--device"), QStringLiteral("1")}), qint64(20 * mebibyte));
    QCOMPARE(peakOf({QStringLiteral("--other-device"), QStringLiteral("3")}), qint64(30 * mebibyte));
}

QTEST_GUILESS_MAIN(TestDeviceCommands)
#include "tst_device_commands.moc"
