// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/curve_view.h"
#include "core/analysis/replay/filtered_history.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;
constexpr std::uint64_t mib = 1024 * 1024;

QString filterName(const MemoryFilter& filter)
{
    QString name;
    if (filter.stream)
        name += QStringLiteral("stream %1 ").arg(*filter.stream);
    if (filter.pool)
        name += QStringLiteral("pool %1 ").arg(*filter.pool);
    if (filter.isLarge)
        name += *filter.isLarge ? QStringLiteral("large") : QStringLiteral("small");
    return name.isEmpty() ? QStringLiteral("all") : name;
}

// Every stream, every pool, the two kinds, and each pool together with each stream.
std::vector<MemoryFilter> filtersOf(const Device& device)
{
    std::vector<MemoryFilter> filters = {{}};
    for (std::size_t stream = 0; stream < device.streams.size(); ++stream)
        filters.push_back(MemoryFilter::ofStream(static_cast<StreamSlot>(stream)));
    for (std::size_t pool = 0; pool < device.pools.size(); ++pool) {
        filters.push_back(MemoryFilter::ofPool(static_cast<PoolSlot>(pool)));
        for (std::size_t stream = 0; stream < device.streams.size(); ++stream)
            filters.push_back(FreeKey{static_cast<PoolSlot>(pool), true, static_cast<StreamSlot>(stream)});
    }
    for (const bool isLarge : {false, true}) {
        MemoryFilter kind;
        kind.isLarge = isLarge;
        filters.push_back(kind);
    }
    return filters;
}

std::array<std::int64_t, curveCount> countedAnew(const SegmentList& list, const MemoryFilter& filter)
{
    std::array<std::int64_t, curveCount> sums = {};
    for (const SegmentInfo& segment : list.segments) {
        if (!filter.holds(segment))
            continue;
        sums[2] += static_cast<std::int64_t>(segment.totalSize);
        for (const BlockInfo& block : list.blocksOf(segment)) {
            const auto size = static_cast<std::int64_t>(block.size);
            sums[1] += block.state != BlockState::Inactive ? size : 0;
            sums[0] += block.state == BlockState::ActiveAllocated ? size : 0;
        }
    }
    return sums;
}

// At random positions, and at both ends, the curves are the sums over the segments there. Empty when so.
QString curveDifference(const AnalyzedRecording& analyzed, std::size_t index, const MemoryFilter& filter,
    std::mt19937_64& random, int count)
{
    const Device& device = analyzed.recording.devices[index];
    const DeviceHistory& history = analyzed.histories[index];
    const FilteredCurves curves = filteredCurves(device, history, filter);
    const CurveView view(curves.history);
    if (!curves.isComplete || view.eventCount() != history.eventCount())
        return QStringLiteral("it ends after %1 events").arg(view.eventCount());
    std::vector<std::size_t> positions = {0, history.eventCount()};
    for (int i = 0; i < count; ++i)
        positions.push_back(random() % (history.eventCount() + 1));
    for (const std::size_t position : positions) {
        const auto wanted = countedAnew(history.segmentsAt(device, position), filter);
        for (std::size_t curve = 0; curve < curveCount; ++curve) {
            const std::int64_t got = view.valueAt(static_cast<Curve>(curve), position);
            if (got != wanted[curve])
                return QStringLiteral("%1, curve %2 at %3 of %4: %5, but there are %6")
                    .arg(filterName(filter))
                    .arg(curve)
                    .arg(position)
                    .arg(history.eventCount())
                    .arg(got)
                    .arg(wanted[curve]);
        }
    }
    return {};
}

} // namespace

class FilteredHistoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void curvesAreSumsOverSegments_data();
    void curvesAreSumsOverSegments();
    void cutAndDamagedRecordings();
    void partsSumToTheWhole();
    void joinedRunChangesItsPool();
    void growsLikeTheHistory();
    void peaksAreThoseOfTheCurve();
    void listKeepsWholeSegments();
    void canBeStopped();
};

void FilteredHistoryTest::curvesAreSumsOverSegments_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
    QTest::newRow("wrapped") << QStringLiteral("wrapped");
}

void FilteredHistoryTest::curvesAreSumsOverSegments()
{
    QFETCH(QString, name);
    std::mt19937_64 random(testSeed());
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    for (std::size_t index = 0; index < analyzed.recording.devices.size(); ++index)
        for (const MemoryFilter& filter : filtersOf(analyzed.recording.devices[index])) {
            const QString flaw = curveDifference(analyzed, index, filter, random, 25);
            QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
        }
}

// Events that contradict one another reach further than the segment they name.
void FilteredHistoryTest::cutAndDamagedRecordings()
{
    std::mt19937_64 random(testSeed());
    int doubtful = 0;
    for (const char* name : {"rand_streams", "record_stream", "graphs"}) {
        const Recording whole = recordingOf(QString::fromLatin1(name));
        Recording damaged = whole;
        Device& device = damaged.devices[0];
        EventColumns kept;
        for (std::size_t i = 0; i < device.events.size(); ++i)
            if (random() % 50 != 0)
                kept.append(device.events[i]);
        device.events = kept;
        const AnalyzedRecording analyzed = analyze(std::move(damaged));
        doubtful += analyzed.doubts[0].any() ? 1 : 0;
        for (const MemoryFilter& filter : filtersOf(analyzed.recording.devices[0])) {
            const QString flaw = curveDifference(analyzed, 0, filter, random, 40);
            QVERIFY2(flaw.isEmpty(), qPrintable(QString::fromLatin1(name) + QStringLiteral(": ") + flaw));
        }
    }
    QVERIFY(doubtful > 0);
}

void FilteredHistoryTest::partsSumToTheWhole()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("rand_streams")));
    const Device& device = analyzed.recording.devices[0];
    const DeviceHistory& history = analyzed.histories[0];
    QVERIFY(device.streams.size() > 1);
    std::vector<FilteredHistory> parts;
    for (std::size_t stream = 0; stream < device.streams.size(); ++stream)
        parts.push_back(
            filteredCurves(device, history, MemoryFilter::ofStream(static_cast<StreamSlot>(stream))).history);
    std::size_t used = 0;
    for (const FilteredHistory& part : parts)
        used += CurveView(part).peak(Curve::Reserved).bytes > 0 ? 1 : 0;
    QVERIFY(used > 1);
    for (std::size_t position = 0; position <= history.eventCount(); ++position)
        for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved}) {
            std::int64_t sum = 0;
            for (const FilteredHistory& part : parts)
                sum += CurveView(part).valueAt(curve, position);
            QCOMPARE(sum, history.valueAt(curve, position));
        }
}

// A run whose pool nobody told gets that of the pages that join it.
void FilteredHistoryTest::joinedRunChangesItsPool()
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.pools = {PoolId{}, PoolId{1, 0}};
    const auto add = [&](Action action, std::uint64_t address, std::uint64_t size, PoolSlot pool) {
        device.events.append({0, address, size, {}, 0, pool, action});
    };
    add(Action::SegmentMap, base, 20 * mib, 0);
    add(Action::Alloc, base, 18 * mib, 0);
    add(Action::SegmentMap, base + 40 * mib, 20 * mib, 1);
    add(Action::SegmentMap, base + 20 * mib, 20 * mib, 0);
    add(Action::Alloc, base + 18 * mib, 30 * mib, 1);
    const AnalyzedRecording analyzed = analyze(recording);
    std::mt19937_64 random(testSeed());
    for (const MemoryFilter& filter : filtersOf(analyzed.recording.devices[0])) {
        const QString flaw = curveDifference(analyzed, 0, filter, random, 30);
        QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
    }
    const FilteredCurves pool =
        filteredCurves(analyzed.recording.devices[0], analyzed.histories[0], MemoryFilter::ofPool(1));
    const CurveView view(pool.history);
    QCOMPARE(view.valueAt(Curve::Reserved, 3), static_cast<std::int64_t>(20 * mib));
    QCOMPARE(view.valueAt(Curve::Reserved, 4), static_cast<std::int64_t>(60 * mib));
    QCOMPARE(view.valueAt(Curve::Allocated, 4), static_cast<std::int64_t>(18 * mib));
}

// As a live run comes, in pieces.
void FilteredHistoryTest::growsLikeTheHistory()
{
    Recording recording = recordingOf(QStringLiteral("rand_streams"));
    Device& device = recording.devices[0];
    device.after.reset(); // a live run has no end yet
    const DeviceHistory whole = analyze(recording).histories[0];
    std::mt19937_64 random(testSeed());
    DeviceHistory history(settingsOf(recording, device));
    FilteredHistory grown(MemoryFilter::ofStream(1));
    while (!history.advance(device, random() % 500 + 1))
        grown.advance(device, history);
    QVERIFY(grown.advance(device, history));
    const FilteredCurves atOnce = filteredCurves(device, whole, MemoryFilter::ofStream(1));
    QCOMPARE(grown.eventCount(), atOnce.history.eventCount());
    for (std::size_t i = 0; i < grown.eventCount(); ++i)
        for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
            QCOMPARE(grown.curve(curve)[i], atOnce.history.curve(curve)[i]);
}

void FilteredHistoryTest::peaksAreThoseOfTheCurve()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("record_stream")));
    const Device& device = analyzed.recording.devices[0];
    const CurveView all(analyzed.histories[0]);
    const FilteredCurves same = filteredCurves(device, analyzed.histories[0], {});
    for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved}) {
        QCOMPARE(all.peak(curve).bytes, analyzed.histories[0].peak(curve).bytes);
        QCOMPARE(CurveView(same.history).peak(curve).bytes, all.peak(curve).bytes);
        QCOMPARE(CurveView(same.history).peak(curve).position, all.peak(curve).position);
    }
}

void FilteredHistoryTest::listKeepsWholeSegments()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("rand_streams")));
    const Device& device = analyzed.recording.devices[0];
    const SegmentList list = analyzed.histories[0].segmentsAt(device, device.events.size() / 2);
    std::size_t segments = 0;
    for (std::size_t stream = 0; stream < device.streams.size(); ++stream) {
        const MemoryFilter filter = MemoryFilter::ofStream(static_cast<StreamSlot>(stream));
        const SegmentList part = filtered(list, filter);
        QCOMPARE(flawOf(part), QString());
        QCOMPARE(countedAnew(part, {}), countedAnew(list, filter));
        segments += part.segments.size();
    }
    QCOMPARE(segments, list.segments.size());
    QCOMPARE(difference(filtered(list, {}), list), QString());
}

void FilteredHistoryTest::canBeStopped()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("oom")));
    std::stop_source stop;
    stop.request_stop();
    const FilteredCurves curves =
        filteredCurves(analyzed.recording.devices[0], analyzed.histories[0], {}, nullptr, stop.get_token());
    QVERIFY(!curves.isComplete);
}

QTEST_GUILESS_MAIN(FilteredHistoryTest)
#include "tst_filtered_history.moc"
