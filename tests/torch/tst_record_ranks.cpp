// SPDX-License-Identifier: GPL-3.0-or-later
// tidemark-record as one of several processes of a job.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/devices/device_labels.h"
#include "core/analysis/replay/figures_check.h"
#include "core/files/open_recordings.h"
#include "recorder_process.h"
#include "tests/support/setting_of.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// The environment of this process is that of the recorder.
class Job {
public:
    Job(const QByteArray& rank, const QByteArray& worldSize, const QByteArray& localRank)
    {
        qputenv("RANK", rank);
        qputenv("WORLD_SIZE", worldSize);
        qputenv("LOCAL_RANK", localRank);
    }
    ~Job()
    {
        for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_RANK"})
            qunsetenv(name);
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
};

QStringList mlpInto(const QString& path)
{
    return {"--workload", "mlp", "--set", "batch=8", "--set", "hidden=16", "--steps", "2", "-o", path};
}

} // namespace

class TestRecordRanks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksOpenTogether();
    void withoutAJobThereIsNoRank();
    void refused_data();
    void refused();

private:
    QTemporaryDir m_folder;
};

void TestRecordRanks::ranksOpenTogether()
{
    for (const char* rank : {"2", "0", "1"}) {
        const Job job(rank, "3", rank);
        const PlainRun run = runRecorder(mlpInto(m_folder.filePath(QStringLiteral("job-{rank}.tide"))));
        QVERIFY2(run.exitCode == 0, run.errors.constData());
    }
    std::vector<std::filesystem::path> paths;
    for (const char* name : {"job-1.tide", "job-2.tide", "job-0.tide"})
        paths.push_back(m_folder.filePath(QLatin1String(name)).toStdString());
    auto merged = openRecordings(paths);
    QVERIFY(merged);
    QVERIFY(merged->warnings.empty());
    QCOMPARE(settingOf(merged->settings, "world_size"), std::string("3"));
    QCOMPARE(deviceLabels(*merged), (std::vector<std::string>{"rank 0", "rank 1", "rank 2"}));
    const AnalyzedRecording analyzed = analyze(std::move(*merged));
    for (std::size_t rank = 0; rank < 3; ++rank) {
        const Device& device = analyzed.recording.devices.at(rank);
        QCOMPARE(settingOf(device.settings, "rank"), std::to_string(rank));
        QCOMPARE(settingOf(device.settings, "seed"), std::to_string(2 + rank));
        QVERIFY(checkFigures(device, analyzed.histories[rank]).isEqual());
    }
}

void TestRecordRanks::withoutAJobThereIsNoRank()
{
    const QString path = m_folder.filePath(QStringLiteral("alone-{rank}.tide"));
    QCOMPARE(runRecorder(mlpInto(path)).exitCode, 0);
    const auto recording =
        openRecordings(std::vector<std::filesystem::path>{m_folder.filePath("alone-0.tide").toStdString()});
    QVERIFY(recording);
    QCOMPARE(settingOf(recording->settings, "rank"), std::string());
    QCOMPARE(settingOf(recording->settings, "seed"), std::string("2"));
}

void TestRecordRanks::refused_data()
{
    QTest::addColumn<QByteArray>("rank");
    QTest::addColumn<QByteArray>("worldSize");
    QTest::addColumn<QByteArray>("localRank");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const QStringList ranked = mlpInto(m_folder.filePath(QStringLiteral("{rank}.tide")));
    QTest::newRow("no number") << QByteArray("one") << QByteArray("2") << QByteArray("0") << ranked
                               << QByteArray("RANK=one");
    QTest::newRow("beyond") << QByteArray("2") << QByteArray("2") << QByteArray("0") << ranked
                            << QByteArray("from 0 to 1");
    QTest::newRow("one file for all")
        << QByteArray("0") << QByteArray("2") << QByteArray("0")
        << mlpInto(m_folder.filePath(QStringLiteral("all.tide"))) << QByteArray("{rank}");
    QTest::newRow("which device") << QByteArray("0") << QByteArray("2") << QByteArray("")
                                  << (ranked + QStringList{"--device", "cuda"}) << QByteArray("LOCAL_RANK");
}

void TestRecordRanks::refused()
{
    QFETCH(const QByteArray, rank);
    QFETCH(const QByteArray, worldSize);
    QFETCH(const QByteArray, localRank);
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    const Job job(rank, worldSize, localRank);
    const PlainRun run = runRecorder(arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains(says), run.errors.constData());
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("all.tide"))));
}

QTEST_GUILESS_MAIN(TestRecordRanks)
#include "tst_record_ranks.moc"
