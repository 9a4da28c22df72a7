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
#include <fcntl.h>
#include <unistd.h>

using namespace tidemark;

namespace {

struct Output {
    int exitCode = -1;
    QString text;

    QJsonDocument json() const { return QJsonDocument::fromJson(text.toUtf8()); }
};

Output run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput())};
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

private:
    // Three devices with 10, 20 and 30 MiB; the last one's figures are wrong by `lie` bytes.
    QString record(std::int64_t lie)
    {
        const QString path = m_folder.filePath(QStringLiteral("three.tide"));
        const int fd = ::open(path.toUtf8().constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        RunDescription description;
        description.devices = {{0, "NVIDIA H200", gibibyte}, {1, "NVIDIA H200", gibibyte}, {3, "", 0}};
        auto recorder = Recorder::start(fd, description).value();
        for (int device = 0; device < 3; ++device)
            use(recorder->device(std::size_t(device)), 10 * (device + 1), device == 2 ? lie : 0);
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

QTEST_GUILESS_MAIN(TestDeviceCommands)
#include "tst_device_commands.moc"
