// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

// Every recording with the allocator's own statistics beside it: replay must reproduce them without
// exception.
class TruthTest : public QObject {
    Q_OBJECT

private slots:
    void figures_data() { names(wholeRecordings() + extra()); }
    void figures();
    void blocksAtTheEnd_data() { names(wholeRecordings() + extra() + outside()); }
    void blocksAtTheEnd();
    void historyIsWhole_data() { names(wholeRecordings()); }
    void historyIsWhole();

private:
    static QStringList extra() { return {QStringLiteral("wrapped"), QStringLiteral("segments_only")}; }
    static QStringList outside()
    {
        return QStringLiteral("segments_only_list outside/torch20_history outside/torch20_oom "
                              "outside/torch26_small outside/torch26_bf16 outside/torch211_training "
                              "outside/torch211_inference")
            .split(QLatin1Char(' '));
    }
    static void names(const QStringList& list)
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : list)
            QTest::newRow(qPrintable(name)) << name;
    }
};

void TruthTest::figures()
{
    QFETCH(QString, name);
    const Truth truth = truthOf(name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    const auto place = static_cast<std::size_t>(truth.device);
    const Device& device = analyzed.recording.devices.at(place);
    const DeviceHistory& history = analyzed.histories.at(place);
    QVERIFY(!truth.marks.empty());
    for (const TruthMark& mark : truth.marks) {
        const std::size_t position = positionOfSnapshot(device, mark.snapshotEvent);
        const Level level = history.levelAt(device, position);
        QVERIFY2(level == mark.level,
            qPrintable(QStringLiteral("%1, position %2\n got %3\n not %4")
                           .arg(mark.name)
                           .arg(position)
                           .arg(describe(level), describe(mark.level))));
        QCOMPARE(history.valueAt(Curve::Allocated, position), mark.level.allocatedBytes);
        QCOMPARE(history.valueAt(Curve::Active, position), mark.level.activeBytes);
        QCOMPARE(history.valueAt(Curve::Reserved, position), mark.level.reservedBytes);
    }
}

// And the allocator's own total at every snapshot event, which is in the trace itself.
void TruthTest::blocksAtTheEnd()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
        const Device& device = analyzed.recording.devices[i];
        const DeviceHistory& history = analyzed.histories[i];
        QVERIFY(device.after);
        const SegmentList end = history.segmentsAt(device, device.events.size());
        QCOMPARE(flawOf(end), QString());
        QCOMPARE(difference(end, *device.after), QString());
        QCOMPARE(history.contradictions(), 0U);
        for (std::size_t k = 0; k < device.events.size(); ++k) {
            if (device.events.action()[k] == Action::Snapshot)
                QCOMPARE(history.valueAt(Curve::Active, k + 1),
                    static_cast<std::int64_t>(device.events.sizes()[k]));
        }
    }
}

// Undoing a whole trace from its end must arrive at nothing.
void TruthTest::historyIsWhole()
{
    QFETCH(QString, name);
    Recording recording = recordingOf(name);
    for (Device& device : recording.devices) {
        if (!device.events.empty())
            device.history = History::Partial;
    }
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    for (const Device& device : analyzed.recording.devices) {
        if (!device.events.empty())
            QCOMPARE(device.history, History::Whole);
    }
}

QTEST_GUILESS_MAIN(TruthTest)
#include "tst_truth.moc"
