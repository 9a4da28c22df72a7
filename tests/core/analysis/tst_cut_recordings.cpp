// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that have lost events: the end is exact, and an earlier state that is claimed as known is the
// one that the whole recording has there.
#include "tests/core/analysis/cut_recording.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

struct Skip {
    QString name;
    std::vector<Action> actions;
};

// What people may give as skip_actions: each kind alone, and those that belong together.
std::vector<Skip> skips()
{
    using enum Action;
    return {{QStringLiteral("nothing"), {}}, {QStringLiteral("alloc"), {Alloc}},
        {QStringLiteral("free_requested"), {FreeRequested}},
        {QStringLiteral("free_completed"), {FreeCompleted}},
        {QStringLiteral("both frees"), {FreeRequested, FreeCompleted}},
        {QStringLiteral("alloc and frees"), {Alloc, FreeRequested, FreeCompleted}},
        {QStringLiteral("segment_alloc"), {SegmentAlloc}}, {QStringLiteral("segment_free"), {SegmentFree}},
        {QStringLiteral("segment_map"), {SegmentMap}}, {QStringLiteral("segment_unmap"), {SegmentUnmap}},
        {QStringLiteral("all of segments"), {SegmentAlloc, SegmentFree, SegmentMap, SegmentUnmap}},
        {QStringLiteral("snapshot"), {Snapshot}}, {QStringLiteral("oom"), {Oom}}};
}

bool holds(const std::vector<Action>& actions, Action action)
{
    return std::find(actions.begin(), actions.end(), action) != actions.end();
}

struct Sum {
    int cuts = 0;
    int exact = 0; // without a doubt
    std::size_t positions = 0;
    std::size_t wrong = 0; // positions of cuts that say they are in doubt
};

// Empty when the cut keeps its promises.
QString brokenPromise(const CutFindings& findings, bool isUnknowable = false)
{
    if (!findings.endDifference.isEmpty())
        return QStringLiteral("the end: ") + findings.endDifference;
    if (findings.wrong > 0 && !findings.doubts.any() && !isUnknowable)
        return QStringLiteral("claimed as known: ") + findings.firstWrong;
    return {};
}

// Whether a block or a segment came in the hole and stayed: nothing in the file tells it from one that was
// there before everything.
bool isBornUnseen(const Device& device, std::size_t begin, std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint64_t address = device.events.address()[i];
        const auto isHere = [address](const auto& part) { return part.address == address; };
        const auto& [segments, blocks] = *device.after;
        const bool isBirth = device.events.action()[i] == Action::Alloc
            || device.events.action()[i] == Action::SegmentAlloc
            || device.events.action()[i] == Action::SegmentMap;
        if (isBirth
            && (std::any_of(segments.begin(), segments.end(), isHere)
                || std::any_of(blocks.begin(), blocks.end(), isHere)))
            return true;
    }
    return false;
}

void count(Sum& sum, const CutFindings& findings)
{
    ++sum.cuts;
    sum.exact += findings.doubts.any() ? 0 : 1;
    sum.positions += findings.positions;
    sum.wrong += findings.wrong;
}

} // namespace

class CutRecordingsTest : public QObject {
    Q_OBJECT

private slots:
    void ringBuffers_data();
    void ringBuffers();
    void skippedActions_data();
    void skippedActions();
    void switchedOffAndOn_data() { ringBuffers_data(); }
    void switchedOffAndOn();
    void wrapped();
    void noSegmentsAnywhere();
};

void CutRecordingsTest::ringBuffers_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
}

// The oldest events were overwritten, or history was switched on late.
void CutRecordingsTest::ringBuffers()
{
    QFETCH(QString, name);
    const AnalyzedRecording whole = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    Sum sum;
    for (std::size_t d = 0; d < whole.histories.size(); ++d) {
        const Device& device = whole.recording.devices[d];
        const std::vector<Level> levels = levelsOf(device, settingsOf(whole.recording));
        for (int i = 0; i < 10; ++i) {
            const std::size_t begin = random() % (device.events.size() + 1);
            const CutRecording cut =
                cutRecording(whole.recording, device, begin, [](std::size_t) { return true; });
            const CutFindings findings = findingsOf(cut, levels);
            const QString broken = brokenPromise(findings);
            QVERIFY2(broken.isEmpty(), qPrintable(QStringLiteral("from %1 on: %2").arg(begin).arg(broken)));
            QCOMPARE(findings.doubts.contradictions, 0U);
            QCOMPARE(findings.doubts.misfits, 0U);
            count(sum, findings);
        }
    }
    qInfo("%d cuts, %d without a doubt; %zu positions, %zu of them only nearly right", sum.cuts, sum.exact,
        sum.positions, sum.wrong);
}

void CutRecordingsTest::skippedActions_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("skip");
    for (const char* name : {"vgg", "seed_example", "rand_streams", "rand_small", "expandable", "split_gc",
             "record_stream", "graphs", "graphs_freed", "oom", "annotations"}) {
        for (int skip = 0; skip < static_cast<int>(skips().size()); ++skip)
            QTest::addRow("%s without %s", name, qPrintable(skips()[static_cast<std::size_t>(skip)].name))
                << QString::fromLatin1(name) << skip;
    }
}

// Any kind of event may be left out, from the beginning or from some moment on.
void CutRecordingsTest::skippedActions()
{
    QFETCH(QString, name);
    QFETCH(int, skip);
    const std::vector<Action> skipped = skips()[static_cast<std::size_t>(skip)].actions;
    const AnalyzedRecording whole = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    Sum sum;
    for (std::size_t d = 0; d < whole.histories.size(); ++d) {
        const Device& device = whole.recording.devices[d];
        const std::vector<Level> levels = levelsOf(device, settingsOf(whole.recording));
        for (int i = 0; i < 4 && !device.events.empty(); ++i) {
            const std::size_t begin = i == 0 ? 0 : random() % device.events.size();
            const CutRecording cut = cutRecording(whole.recording, device, begin,
                [&](std::size_t place) { return !holds(skipped, device.events.action()[place]); });
            const CutFindings findings = findingsOf(cut, levels);
            const QString broken = brokenPromise(findings);
            QVERIFY2(broken.isEmpty(), qPrintable(QStringLiteral("from %1 on: %2").arg(begin).arg(broken)));
            count(sum, findings);
        }
    }
    qInfo("%d cuts, %d without a doubt; %zu positions, %zu of them not the whole recording's", sum.cuts,
        sum.exact, sum.positions, sum.wrong);
}

// A hole in the middle.
void CutRecordingsTest::switchedOffAndOn()
{
    QFETCH(QString, name);
    const AnalyzedRecording whole = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    Sum sum;
    for (std::size_t d = 0; d < whole.histories.size(); ++d) {
        const Device& device = whole.recording.devices[d];
        const std::vector<Level> levels = levelsOf(device, settingsOf(whole.recording));
        for (int i = 0; i < 6 && !device.events.empty(); ++i) {
            const std::size_t hole = random() % device.events.size();
            // Events are kept behind the hole: the segments at the end belong to them.
            const std::size_t end = std::min(hole + 1 + random() % 200, device.events.size() - 1);
            const CutRecording cut = cutRecording(
                whole.recording, device, 0, [&](std::size_t place) { return place < hole || place >= end; });
            const CutFindings findings = findingsOf(cut, levels);
            const QString broken = brokenPromise(findings, isBornUnseen(device, hole, end));
            QVERIFY2(broken.isEmpty(),
                qPrintable(QStringLiteral("without %1 to %2: %3").arg(hole).arg(end).arg(broken)));
            count(sum, findings);
        }
    }
    qInfo("%d cuts, %d without a doubt; %zu positions, %zu of them not the whole recording's", sum.cuts,
        sum.exact, sum.positions, sum.wrong);
}

// A real ring buffer of 500 entries.
void CutRecordingsTest::wrapped()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("wrapped")));
    const Device& device = analyzed.recording.devices.at(0);
    const DeviceHistory& history = analyzed.histories.at(0);
    QCOMPARE(device.events.size(), std::size_t(500));
    QCOMPARE(device.history, History::Partial);
    QCOMPARE(difference(history.segmentsAt(device, 500), *device.after), QString());
    QCOMPARE(analyzed.doubts[0].contradictions, 0U);
    QCOMPARE(analyzed.doubts[0].misfits, 0U);
    const Truth truth = truthOf(QStringLiteral("wrapped"));
    for (const TruthMark& mark : truth.marks)
        QVERIFY(history.levelAt(device, positionOfSnapshot(device, mark.snapshotEvent)) == mark.level);
}

// Other programs write allocations and frees alone, beside an empty list of segments: it is not taken for an
// end at which nothing is left.
void CutRecordingsTest::noSegmentsAnywhere()
{
    TraceWriter trace;
    trace.alloc(0x7f0000000000, 4096).alloc(0x7f0000100000, 1024).free(0x7f0000000000, 4096);
    Recording recording;
    recording.devices = {trace.device()};
    recording.devices[0].after = SegmentList{};
    recording.devices[0].history = History::Partial;
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    QCOMPARE(analyzed.histories[0].valueAt(Curve::Allocated, 4), 1024);
    QVERIFY(analyzed.doubts[0].any());
    QVERIFY(!analyzed.doubts[0].endDiffers);
}

QTEST_GUILESS_MAIN(CutRecordingsTest)
#include "tst_cut_recordings.moc"
