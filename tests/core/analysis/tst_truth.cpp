// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// One line of the table at the end.
struct Row {
    std::size_t events = 0;
    std::size_t marks = 0; // moments at which memory_stats() is known
    std::size_t figures = 0; // compared at them: nine at each
    std::size_t snapshots = 0; // snapshot events, which carry the active bytes
    std::size_t segments = 0; // compared at the end, and the blocks in them
    std::size_t blocks = 0;
    std::size_t differences = 0;
};

// The end to which the events lead, whatever is reported.
SegmentList followedToTheEnd(const Device& device, const DeviceHistory& history)
{
    const std::size_t count = device.events.size();
    if (count == 0)
        return history.segmentsAt(device, 0);
    HeapState state = history.stateAt(device, count - 1);
    state.apply(history.followed(device, count - 1), count - 1);
    return state.segments();
}

std::size_t differences(const Level& got, const Level& wanted)
{
    const auto count = [&](auto figure) { return std::size_t(got.*figure == wanted.*figure ? 0 : 1); };
    return count(&Level::requestedBytes) + count(&Level::allocatedBytes) + count(&Level::activeBytes)
        + count(&Level::reservedBytes) + count(&Level::inactiveSplitBytes) + count(&Level::allocation)
        + count(&Level::active) + count(&Level::segment) + count(&Level::inactiveSplit);
}

} // namespace

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
    void cleanupTestCase();

private:
    std::map<QString, Row> m_table;

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
    Row& row = m_table[name];
    for (const TruthMark& mark : truth.marks) {
        const std::size_t position = positionOfSnapshot(device, mark.snapshotEvent);
        const Level level = history.levelAt(device, position);
        ++row.marks;
        row.figures += 9;
        row.differences += differences(level, mark.level);
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
    Row& row = m_table[name];
    for (std::size_t i = 0; i < analyzed.histories.size(); ++i) {
        const Device& device = analyzed.recording.devices[i];
        const DeviceHistory& history = analyzed.histories[i];
        QVERIFY(device.after);
        const SegmentList end = followedToTheEnd(device, history);
        row.events += device.events.size();
        row.segments += end.segments.size();
        row.blocks += end.blocks.size();
        row.differences += difference(end, *device.after).isEmpty() ? 0 : 1;
        QCOMPARE(flawOf(end), QString());
        QCOMPARE(difference(end, *device.after), QString());
        QCOMPARE(history.contradictions(), 0U);
        QVERIFY(!history.endDiffers());
        for (std::size_t k = 0; k < device.events.size(); ++k) {
            if (device.events.action()[k] != Action::Snapshot)
                continue;
            ++row.snapshots;
            QCOMPARE(
                history.valueAt(Curve::Active, k + 1), static_cast<std::int64_t>(device.events.sizes()[k]));
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

void TruthTest::cleanupTestCase()
{
    const auto line = [](const QString& name, const QStringList& columns) {
        QString text = name.leftJustified(28);
        for (const QString& column : columns)
            text += column.rightJustified(12);
        qInfo("%s", qPrintable(text));
    };
    line(QStringLiteral("file"),
        {QStringLiteral("events"), QStringLiteral("marks"), QStringLiteral("figures"),
            QStringLiteral("snapshots"), QStringLiteral("segments"), QStringLiteral("blocks"),
            QStringLiteral("differences")});
    for (const auto& [name, row] : m_table) {
        QStringList columns;
        for (const std::size_t number :
            {row.events, row.marks, row.figures, row.snapshots, row.segments, row.blocks, row.differences})
            columns << QString::number(number);
        line(name, columns);
    }
}

QTEST_GUILESS_MAIN(TruthTest)
#include "tst_truth.moc"
