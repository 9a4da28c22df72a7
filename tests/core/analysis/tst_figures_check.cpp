// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/replay/figures_check.h"
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

Recording opened(const QString& name)
{
    auto recording = openRecording(testDataFile(name).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return *std::move(recording);
}

FiguresCheck checked(const Recording& recording, std::size_t device = 0)
{
    const AnalyzedRecording analyzed = analyze(recording);
    return checkFigures(analyzed.recording.devices[device], analyzed.histories[device]);
}

} // namespace

// Replay against what the allocator said of itself while it was recorded.
class FiguresCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordingsOfAGpuAgree_data();
    void recordingsOfAGpuAgree();
    void bothOfTwoGpusAgree_data();
    void bothOfTwoGpusAgree();
    void snapshotsAgreeAtTheirEnd_data();
    void snapshotsAgreeAtTheirEnd();
    void everyChangeIsFound_data();
    void everyChangeIsFound();
    void changedBlockIsFound();
};

// Recorded by tests/gpu/run.sh on an H200, from PyTorch's own allocator.
void FiguresCheckTest::recordingsOfAGpuAgree_data()
{
    QTest::addColumn<int>("events");
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("blocks");
    QTest::newRow("mlp") << 2720 << 23 << 44;
    QTest::newRow("mlp_expandable_segments") << 2720 << 23 << 42;
    QTest::newRow("playground_expandable_segments") << 14 << 13 << 2;
    QTest::newRow("out_of_memory") << 107 << 3 << 75;
}

void FiguresCheckTest::recordingsOfAGpuAgree()
{
    QFETCH(int, events);
    QFETCH(int, samples);
    QFETCH(int, blocks);
    const Recording recording =
        opened(QStringLiteral("cuda/%1.tide").arg(QString::fromLatin1(QTest::currentDataTag())));
    QCOMPARE(recording.devices[0].name, std::string("NVIDIA H200"));
    QCOMPARE(recording.devices[0].events.size(), static_cast<std::size_t>(events));
    const FiguresCheck check = checked(recording);
    QVERIFY(check.isEqual());
    QCOMPARE(check.samples, static_cast<std::size_t>(samples));
    QCOMPARE(check.figures, static_cast<std::size_t>(9 * samples));
    QVERIFY(check.hasFinalState);
    QCOMPARE(check.finalBlocks, static_cast<std::size_t>(blocks));
}

void FiguresCheckTest::bothOfTwoGpusAgree_data()
{
    QTest::addColumn<int>("device");
    QTest::addColumn<int>("events");
    QTest::newRow("cuda:0") << 0 << 2723;
    QTest::newRow("cuda:1") << 1 << 2719;
}

void FiguresCheckTest::bothOfTwoGpusAgree()
{
    QFETCH(const int, device);
    QFETCH(const int, events);
    const Recording recording = opened(QStringLiteral("cuda/mlp_two_devices.tide"));
    const auto place = static_cast<std::size_t>(device);
    QCOMPARE(recording.devices.size(), std::size_t(2));
    QCOMPARE(recording.devices[place].ordinal, device);
    QCOMPARE(recording.devices[place].events.size(), static_cast<std::size_t>(events));
    const FiguresCheck check = checked(recording, place);
    QVERIFY(check.isEqual());
    QCOMPARE(check.samples, std::size_t(23));
    QVERIFY(check.hasFinalState);
    QCOMPARE(check.finalBlocks, std::size_t(44));
}

void FiguresCheckTest::snapshotsAgreeAtTheirEnd_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"rand", "rand_streams", "expandable", "split_gc", "record_stream", "vgg"})
        QTest::newRow(name) << QString::fromLatin1(name) + QStringLiteral(".pickle");
}

void FiguresCheckTest::snapshotsAgreeAtTheirEnd()
{
    QFETCH(QString, file);
    const FiguresCheck check = checked(opened(file));
    QVERIFY(check.isEqual());
    QVERIFY(check.hasFinalState);
    QVERIFY(check.finalBlocks > 0);
    QCOMPARE(check.samples, std::size_t(0)); // snapshots carry no memory_stats()
}

void FiguresCheckTest::everyChangeIsFound_data()
{
    QTest::addColumn<QByteArray>("figure");
    for (const char* figure : {"requested_bytes", "allocated_bytes", "active_bytes", "reserved_bytes",
             "inactive_split_bytes", "allocation", "active", "segment", "inactive_split"})
        QTest::newRow(figure) << QByteArray(figure) + ".all.current";
}

void FiguresCheckTest::everyChangeIsFound()
{
    QFETCH(QByteArray, figure);
    Recording recording = opened(QStringLiteral("cuda/mlp.tide"));
    StatsSample& sample = recording.devices[0].statistics[7];
    for (auto& [name, value] : sample.values) {
        if (name == figure.toStdString())
            ++value;
    }
    const FiguresCheck check = checked(recording);
    QVERIFY(!check.isEqual());
    QCOMPARE(check.differences.size(), std::size_t(1));
    const FigureDifference& difference = check.differences.front();
    QCOMPARE(difference.sample, sample.name);
    QCOMPARE(difference.event, sample.event);
    QCOMPARE(difference.name, figure.toStdString());
    QCOMPARE(difference.told, difference.replayed + 1);
}

void FiguresCheckTest::changedBlockIsFound()
{
    Recording recording = opened(QStringLiteral("cuda/mlp.tide"));
    for (BlockInfo& block : recording.devices[0].after->blocks) {
        if (block.state == BlockState::ActiveAllocated) {
            --block.requestedSize;
            break;
        }
    }
    const FiguresCheck check = checked(recording);
    QVERIFY(!check.isEqual());
    QCOMPARE(check.differingBlocks, std::size_t(2)); // the block as it is, and as it was said to be
}

QTEST_GUILESS_MAIN(FiguresCheckTest)
#include "tst_figures_check.moc"
