// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/initial_state.h"
#include "core/analysis/replay/missing_kinds.h"
#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;

Device cutOf(const Device& device, std::size_t begin, std::size_t end)
{
    Device cut;
    cut.after = device.after;
    cut.history = History::Partial;
    cut.streams = device.streams;
    cut.pools = device.pools;
    for (std::size_t i = begin; i < end; ++i)
        cut.events.append(device.events[i]);
    return cut;
}

std::int64_t requestedPeak(const Device& device, const DeviceHistory& history)
{
    HeapState state({}, device.before ? &*device.before : nullptr);
    std::int64_t peak = state.level().requestedBytes;
    for (std::size_t i = 0; i < history.eventCount(); ++i) {
        state.apply(device.events[i], i);
        peak = std::max(peak, state.level().requestedBytes);
    }
    return peak;
}

// Bytes of the segments at the end that the events from `begin` on brought.
std::int64_t strangeSegments(const Device& device, std::size_t begin)
{
    std::uint64_t bytes = 0;
    for (const SegmentInfo& segment : device.after->segments) {
        bool isStrange = false;
        for (std::size_t i = begin; i < device.events.size(); ++i)
            isStrange |= device.events.action()[i] == Action::SegmentAlloc
                && device.events.address()[i] == segment.address;
        bytes += isStrange ? segment.totalSize : 0;
    }
    return static_cast<std::int64_t>(bytes);
}

// Blocks in use that `got` holds otherwise than `wanted`, in the same segments.
std::size_t wrongBlocks(const SegmentList& got, const SegmentList& wanted)
{
    const auto isSame = [](const BlockInfo& a, const BlockInfo& b) {
        return a.address == b.address && a.size == b.size && a.requestedSize == b.requestedSize
            && a.state == b.state;
    };
    std::size_t wrong = 0;
    for (const BlockInfo& block : wanted.blocks) {
        const auto found = std::lower_bound(got.blocks.begin(), got.blocks.end(), block.address,
            [](const BlockInfo& b, std::uint64_t address) { return b.address < address; });
        const bool isThere = found != got.blocks.end() && isSame(*found, block);
        wrong += block.state != BlockState::Inactive && !isThere ? 1 : 0;
    }
    return wrong;
}

} // namespace

class InitialStateTest : public QObject {
    Q_OBJECT

private slots:
    void cutsOfWholeRecordings_data();
    void cutsOfWholeRecordings();
    void segmentsNewerThanTheTrace_data() { cutsOfWholeRecordings_data(); }
    void segmentsNewerThanTheTrace();
    void recordedByOthers_data();
    void recordedByOthers();
    void nothingWithoutATrace();
    void keptRestIsFound_data();
    void keptRestIsFound();
    void unknowableRestIsCounted();
    void madeUp();
    void lostInTheMiddle_data() { cutsOfWholeRecordings_data(); }
    void lostInTheMiddle();
};

void InitialStateTest::cutsOfWholeRecordings_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
}

// The beginning is cut off at random places: what is rebuilt must be what was there, but for the blocks that
// say they may be larger; and going on from it must lead to the same end.
void InitialStateTest::cutsOfWholeRecordings()
{
    QFETCH(QString, name);
    const AnalyzedRecording whole = analyze(recordingOf(name));
    const AllocatorSettings settings = settingsOf(whole.recording);
    std::mt19937_64 random(testSeed());
    for (std::size_t d = 0; d < whole.histories.size(); ++d) {
        const Device& device = whole.recording.devices[d];
        for (int i = 0; i < 12; ++i) {
            const std::size_t begin = random() % (device.events.size() + 1);
            const Device cut = cutOf(device, begin, device.events.size());
            const InitialState initial = rebuildInitialState(cut, settings);
            const SegmentList truth = whole.histories[d].segmentsAt(device, begin);
            QCOMPARE(initial.contradictions, 0U);
            QCOMPARE(flawOf(initial.segments), QString());
            QCOMPARE(initial.segments.segments.size(), truth.segments.size());
            // A cut between the two entries of the last free looks like one of a trace without the first of
            // them, and whoever sees it is told so: see HistoryDoubts.
            const bool isToldOfDoubt = missingKindsOf(cut).oneFreeEntry();
            const std::size_t wrong = isToldOfDoubt ? 0 : wrongBlocks(initial.segments, truth);
            QVERIFY2(wrong <= initial.leastSizeBlocks, qPrintable(QStringLiteral("cut at %1").arg(begin)));
            if (initial.leastSizeBlocks == 0 && !isToldOfDoubt)
                QCOMPARE(difference(initial.segments, truth), QString());

            HeapState state(settings, &initial.segments);
            for (std::size_t k = 0; k < cut.events.size(); ++k)
                state.apply(cut.events[k], k);
            QCOMPARE(state.contradictions(), 0U);
            QVERIFY(state.level() == whole.histories[d].levelAt(device, device.events.size()));
        }
    }
}

// PyTorch takes the trace first and the segments later; other threads go on meanwhile.
void InitialStateTest::segmentsNewerThanTheTrace()
{
    QFETCH(QString, name);
    const AnalyzedRecording whole = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    for (std::size_t d = 0; d < whole.histories.size(); ++d) {
        const Device& device = whole.recording.devices[d];
        for (std::size_t newer = 1; newer <= std::min<std::size_t>(8, device.events.size()); ++newer) {
            Recording recording;
            recording.allocatorConf = whole.recording.allocatorConf;
            recording.settings = whole.recording.settings;
            recording.devices = {cutOf(device, 0, device.events.size() - newer)};
            const AnalyzedRecording cut = analyze(std::move(recording));
            const std::size_t end = cut.histories[0].eventCount();
            // A segment that came behind the trace cannot be told from one that was there before it.
            const std::int64_t strange = strangeSegments(device, end);
            for (const std::size_t position : {std::size_t(0), end / 2, end, random() % (end + 1)}) {
                const Level got = cut.histories[0].levelAt(cut.recording.devices[0], position);
                // Behind the last event stands what was reported.
                const Level wanted =
                    whole.histories[d].levelAt(device, position == end ? device.events.size() : position);
                if (strange > 0) {
                    QVERIFY(got.reservedBytes >= wanted.reservedBytes);
                    QVERIFY(got.reservedBytes <= wanted.reservedBytes + strange);
                    continue;
                }
                QVERIFY2(got == wanted,
                    qPrintable(QStringLiteral("%1 events newer, position %2\n%3\n%4")
                                   .arg(newer)
                                   .arg(position)
                                   .arg(describe(got), describe(wanted))));
            }
        }
    }
}

void InitialStateTest::recordedByOthers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("start");
    QTest::addColumn<qint64>("peak");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<qint64>("blocks"); // in use at the start
    QTest::newRow("torch211_training") << "outside/torch211_training" << qint64(5095321600)
                                       << qint64(7013335044) << qint64(6808535044) << qint64(664);
    QTest::newRow("torch26_bf16") << "outside/torch26_bf16" << qint64(523811840) << qint64(779837440)
                                  << qint64(523811840) << qint64(137);
    QTest::newRow("torch26_small") << "outside/torch26_small" << qint64(0) << qint64(3249143816)
                                   << qint64(31719428) << qint64(0);
}

void InitialStateTest::recordedByOthers()
{
    QFETCH(QString, name);
    QFETCH(qint64, start);
    QFETCH(qint64, peak);
    QFETCH(qint64, end);
    QFETCH(qint64, blocks);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    const Device& device = analyzed.recording.devices[0];
    const DeviceHistory& history = analyzed.histories[0];
    QCOMPARE(history.levelAt(device, 0).requestedBytes, start);
    QCOMPARE(requestedPeak(device, history), peak);
    QCOMPARE(history.levelAt(device, history.eventCount()).requestedBytes, end);
    QCOMPARE(history.levelAt(device, 0).active, blocks);
    QCOMPARE(history.contradictions(), 0U);
    QCOMPARE(device.history, start == 0 ? History::Whole : History::Partial);
}

void InitialStateTest::nothingWithoutATrace()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("segments_only_list")));
    const Device& device = analyzed.recording.devices[0];
    const DeviceHistory& history = analyzed.histories[0];
    QCOMPARE(device.history, History::None);
    QCOMPARE(history.eventCount(), 0U);
    QVERIFY(history.levelAt(device, 0) == recount(*device.after));
    QCOMPARE(difference(history.segmentsAt(device, 0), *device.after), QString());
    QCOMPARE(history.peak(Curve::Reserved).bytes, recount(*device.after).reservedBytes);
}

void InitialStateTest::keptRestIsFound_data()
{
    QTest::addColumn<bool>("isFirst");
    QTest::newRow("freed before the block behind it") << true;
    QTest::newRow("freed after the block behind it") << false;
}

// Only the free of a block is left; the block behind it proves that it had the rest of its hole.
void InitialStateTest::keptRestIsFound()
{
    QFETCH(bool, isFirst);
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte).alloc(base, 8 * mebibyte).alloc(base + 8 * mebibyte, 12 * mebibyte);
    trace.free(base, 8 * mebibyte).alloc(base, 7 * mebibyte + 512); // keeps the 8 MiB
    const std::size_t begin = trace.device().events.size();
    if (isFirst)
        trace.free(base, 7 * mebibyte + 512);
    trace.free(base + 8 * mebibyte, 12 * mebibyte);
    if (!isFirst)
        trace.free(base, 7 * mebibyte + 512);
    Device device = trace.device();
    device.after = trace.replay().segments();
    const InitialState initial = rebuildInitialState(cutOf(device, begin, device.events.size()), {});
    QCOMPARE(initial.segments.blocks.size(), 2U);
    QCOMPARE(initial.segments.blocks[0].size, 8 * mebibyte);
    QCOMPARE(initial.leastSizeBlocks, 0U);
}

// The same, but the block behind went before the trace began: nothing tells any more.
void InitialStateTest::unknowableRestIsCounted()
{
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte).alloc(base, 8 * mebibyte).alloc(base + 8 * mebibyte, 12 * mebibyte);
    trace.free(base, 8 * mebibyte).alloc(base, 7 * mebibyte + 512).free(base + 8 * mebibyte, 12 * mebibyte);
    const std::size_t begin = trace.device().events.size();
    trace.free(base, 7 * mebibyte + 512);
    Recording recording;
    Device device = trace.device();
    device.after = trace.replay().segments();
    recording.devices = {cutOf(device, begin, device.events.size())};
    const InitialState initial = rebuildInitialState(recording.devices[0], {});
    QCOMPARE(initial.segments.blocks[0].size, 7 * mebibyte + 512);
    QCOMPARE(initial.leastSizeBlocks, 1U);

    const AnalyzedRecording analyzed = analyze(std::move(recording));
    QCOMPARE(analyzed.recording.devices[0].history, History::Partial);
    QVERIFY(analyzed.recording.warnings.size() >= 2); // also that nothing allocates in so short a trace
    QVERIFY(analyzed.recording.warnings[0].find("begins in the middle: 1 block in 20,971,520 bytes")
        != std::string::npos);
    QVERIFY(analyzed.recording.warnings[1].find("may be larger") != std::string::npos);
}

// Drawn by a random generator: addresses unrelated to segments, no free_requested. Said, and survived.
void InitialStateTest::madeUp()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("outside/made_up")));
    const DeviceHistory& history = analyzed.histories[0];
    const Device& device = analyzed.recording.devices[0];
    QVERIFY(history.contradictions() > 0);
    QVERIFY(!analyzed.recording.warnings.empty());
    for (std::size_t position = 0; position <= history.eventCount(); ++position) {
        const SegmentList list = history.segmentsAt(device, position);
        QCOMPARE(flawOf(list), QString());
        QVERIFY(history.levelAt(device, position) == recount(list));
    }
}

// A live recording that dropped events: it goes on, and finds back to the truth where everything was freed.
void InitialStateTest::lostInTheMiddle()
{
    QFETCH(QString, name);
    const AnalyzedRecording whole = analyze(recordingOf(name));
    const AllocatorSettings settings = settingsOf(whole.recording);
    std::mt19937_64 random(testSeed());
    for (const Device& device : whole.recording.devices) {
        if (device.events.empty())
            continue;
        Device holed;
        holed.history = History::Partial;
        holed.lostEvents = 1 + random() % 500;
        const std::size_t hole = random() % device.events.size();
        for (std::size_t i = 0; i < device.events.size(); ++i) {
            if (i < hole || i >= hole + holed.lostEvents)
                holed.events.append(device.events[i]);
        }
        DeviceHistory history(settings);
        QVERIFY(history.advance(holed));
        const SegmentList end = history.segmentsAt(holed, holed.events.size());
        const QString flaw = flawOf(end);
        QVERIFY2(flaw.isEmpty() || flaw.startsWith(QStringLiteral("two free")), qPrintable(flaw));
        QVERIFY(history.levelAt(holed, holed.events.size()) == recount(end));
    }
}

QTEST_GUILESS_MAIN(InitialStateTest)
#include "tst_initial_state.moc"
