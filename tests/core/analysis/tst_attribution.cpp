// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/attribution.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <algorithm>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Leaves out each event with a chance of one in `odds`.
Recording damaged(Recording recording, std::mt19937_64& random, unsigned odds)
{
    for (Device& device : recording.devices) {
        EventColumns kept;
        for (std::size_t i = 0; i < device.events.size(); ++i) {
            if (random() % odds != 0)
                kept.append(device.events[i]);
        }
        device.events = kept;
    }
    return recording;
}

// At every position what lives sums to the allocated curve. Empty when so.
QString sumDifference(const Attribution& attribution, const DeviceHistory& history)
{
    std::vector<std::int64_t> change(history.eventCount() + 2, 0);
    for (const Allocation& allocation : attribution.allocations) {
        const bool isOld = allocation.event == Allocation::beforeRecording;
        change[isOld ? 0 : allocation.event + 1] += static_cast<std::int64_t>(allocation.bytes);
        if (allocation.freeEvent != Allocation::never)
            change[allocation.freeEvent + 1] -= static_cast<std::int64_t>(allocation.bytes);
    }
    std::int64_t sum = 0;
    for (std::size_t position = 0; position <= history.eventCount(); ++position) {
        sum += change[position];
        if (sum != history.valueAt(Curve::Allocated, position))
            return QStringLiteral("at %1 of %2: %3, but %4 are allocated")
                .arg(position)
                .arg(history.eventCount())
                .arg(sum)
                .arg(history.valueAt(Curve::Allocated, position));
    }
    return {};
}

// What lives at a position is what the segments hold there: address, bytes, and which allocation it is. At an
// end that the events do not lead to, what was asked for is what the allocator reported. Empty when so.
QString blockDifference(
    const Attribution& attribution, const SegmentList& list, std::size_t position, bool isReported)
{
    std::map<std::uint64_t, const Allocation*> live;
    for (const Allocation& allocation : attribution.allocations) {
        if (allocation.isAliveAt(position) && !live.emplace(allocation.address, &allocation).second)
            return QStringLiteral("at %1 two live at %2").arg(position).arg(allocation.address, 0, 16);
    }
    for (const BlockInfo& block : list.blocks) {
        if (block.state != BlockState::ActiveAllocated)
            continue;
        const auto found = live.find(block.address);
        if (found == live.end() || found->second->bytes != block.size)
            return QStringLiteral("at %1 nothing is at %2").arg(position).arg(block.address, 0, 16);
        const Allocation& allocation = *found->second;
        const bool isSame =
            allocation.requested == block.requestedSize && allocation.context == block.context;
        if ((!isSame && !isReported) || (allocation.isTold && allocation.event != block.allocEvent))
            return QStringLiteral("at %1 another is at %2").arg(position).arg(block.address, 0, 16);
        live.erase(found);
    }
    return live.empty() ? QString() : QStringLiteral("at %1 %2 too many").arg(position).arg(live.size());
}

QString flawOf(const AnalyzedRecording& analyzed, std::mt19937_64& random)
{
    for (std::size_t i = 0; i < analyzed.recording.devices.size(); ++i) {
        const DeviceHistory& history = analyzed.histories[i];
        const Device& device = analyzed.recording.devices[i];
        const Attribution attribution = attribute(analyzed.recording, i, history);
        if (const QString flaw = sumDifference(attribution, history); !flaw.isEmpty())
            return flaw;
        std::vector<std::size_t> positions = {0, history.eventCount()};
        for (int k = 0; k < 20; ++k)
            positions.push_back(random() % (history.eventCount() + 1));
        for (const std::size_t position : positions) {
            const bool isReported = history.endDiffers() && position == history.eventCount();
            const QString flaw =
                blockDifference(attribution, history.segmentsAt(device, position), position, isReported);
            if (!flaw.isEmpty())
                return flaw;
        }
        for (std::size_t k = 0; k < device.events.size(); ++k) {
            const Allocation* made = attribution.madeBy(k);
            if (made && (made->event != k || device.events[k].action != Action::Alloc))
                return QStringLiteral("event %1 made none").arg(k);
        }
    }
    return {};
}

// The allocation that a label tells of, from the segments at its event; null where none lives there.
const Allocation* labelled(
    const AnalyzedRecording& analyzed, const Attribution& attribution, const TensorLabel& label)
{
    const auto position = static_cast<std::size_t>(label.event);
    const SegmentList list = analyzed.histories[0].segmentsAt(analyzed.recording.devices[0], position);
    for (const BlockInfo& block : list.blocks) {
        const bool covers = block.address <= label.address && label.address < block.address + block.size;
        if (!covers || block.state != BlockState::ActiveAllocated)
            continue;
        for (const Allocation& allocation : attribution.allocations) {
            if (allocation.address == block.address && allocation.isAliveAt(position))
                return &allocation;
        }
    }
    return nullptr;
}

// Empty when they say the same.
QString attributionDifference(const Attribution& one, const Attribution& other)
{
    if (one.allocations.size() != other.allocations.size())
        return QStringLiteral("%1 allocations, not %2")
            .arg(one.allocations.size())
            .arg(other.allocations.size());
    for (std::size_t i = 0; i < one.allocations.size(); ++i) {
        const Allocation& a = one.allocations[i];
        const Allocation& b = other.allocations[i];
        const bool isSame = a.event == b.event && a.freeEvent == b.freeEvent && a.address == b.address
            && a.bytes == b.bytes && a.requested == b.requested && a.context == b.context
            && a.category == b.category && a.dataType == b.dataType && a.isTold == b.isTold
            && a.home == b.home && a.labelCount == b.labelCount;
        if (!isSame)
            return QStringLiteral("allocation %1 differs").arg(i);
        const auto labelsA = one.labelsOf(a);
        const auto labelsB = other.labelsOf(b);
        for (std::size_t label = 0; label < labelsA.size(); ++label)
            if (labelsA[label].event != labelsB[label].event
                || labelsA[label].address != labelsB[label].address
                || labelsA[label].category != labelsB[label].category)
                return QStringLiteral("label %1 of allocation %2 differs").arg(label).arg(i);
    }
    return {};
}

// A run that has come so far; what it began with is given.
Recording firstEvents(const Recording& whole, std::size_t length, const SegmentList& before)
{
    Recording part = whole;
    Device& device = part.devices[0];
    device.before = before;
    if (length == whole.devices[0].events.size())
        return part;
    device.after.reset(); // is told at the end
    device.events = {};
    for (std::size_t i = 0; i < length; ++i)
        device.events.append(whole.devices[0].events[i]);
    device.tensors = {};
    for (std::size_t i = 0; i < whole.devices[0].tensors.size(); ++i)
        if (whole.devices[0].tensors[i].event <= length)
            device.tensors.push_back(whole.devices[0].tensors[i]);
    return part;
}

TensorLabel randomLabel(const Device& device, std::uint64_t event, std::mt19937_64& random)
{
    TensorLabel label;
    label.event = event;
    label.address = device.events.address()[random() % device.events.size()] + random() % 3 * 256;
    label.category = static_cast<MemoryCategory>(1 + random() % 7);
    label.dataType = static_cast<DataType>(random() % dataTypeCount);
    label.bytes = random() % 100000;
    return label;
}

} // namespace

class AttributionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsAreTheAllocatedCurve_data();
    void sumsAreTheAllocatedCurve();
    void damagedRecordings();
    void labelsFindTheirBlocks();
    void growthIsFollowedOn_data();
    void growthIsFollowedOn();
    void lateLabelsBeginAnew();
    void canBeStopped();
};

void AttributionTest::sumsAreTheAllocatedCurve_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
    for (const char* name : {"wrapped", "segments_only", "graphs_freed"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void AttributionTest::sumsAreTheAllocatedCurve()
{
    QFETCH(QString, name);
    std::mt19937_64 random(testSeed());
    const QString flaw = flawOf(analyze(recordingOf(name)), random);
    QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
}

void AttributionTest::damagedRecordings()
{
    std::mt19937_64 random(testSeed());
    std::uint64_t contradictions = 0;
    for (const char* name : {"rand_streams", "record_stream", "graphs", "expandable", "vgg"}) {
        const Recording whole = recordingOf(QString::fromLatin1(name));
        for (const unsigned odds : {3U, 50U, 1000U}) {
            const AnalyzedRecording analyzed = analyze(damaged(whole, random, odds));
            contradictions += analyzed.doubts[0].contradictions;
            const QString flaw = flawOf(analyzed, random);
            QVERIFY2(flaw.isEmpty(), qPrintable(QString::fromLatin1(name) + QStringLiteral(": ") + flaw));
        }
    }
    QVERIFY(contradictions > 1000);
}

void AttributionTest::labelsFindTheirBlocks()
{
    std::mt19937_64 random(testSeed());
    for (const char* name : {"rand_small", "rand_streams", "wrapped"}) {
        Recording recording = recordingOf(QString::fromLatin1(name));
        Device& device = recording.devices[0];
        std::vector<std::uint64_t> events(200);
        for (std::uint64_t& event : events)
            event = random() % (device.events.size() + 1);
        std::sort(events.begin(), events.end());
        for (const std::uint64_t event : events)
            device.tensors.push_back(randomLabel(device, event, random));
        const AnalyzedRecording analyzed = analyze(std::move(recording));
        const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
        std::map<const Allocation*, std::vector<TensorLabel>> wanted;
        const Column<TensorLabel>& tensors = analyzed.recording.devices[0].tensors;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (const Allocation* allocation = labelled(analyzed, attribution, tensors[i]))
                wanted[allocation].push_back(tensors[i]);
        }
        QVERIFY(attribution.hasLabels);
        QVERIFY(wanted.size() > 10);
        for (const Allocation& allocation : attribution.allocations) {
            const auto got = attribution.labelsOf(allocation);
            const std::vector<TensorLabel>& expected = wanted[&allocation];
            QVERIFY(std::equal(got.begin(), got.end(), expected.begin(), expected.end()));
            if (!expected.empty()) {
                QCOMPARE(allocation.category, expected.front().category);
                QCOMPARE(allocation.dataType, expected.front().dataType);
            }
        }
    }
}

void AttributionTest::growthIsFollowedOn_data()
{
    sumsAreTheAllocatedCurve_data();
}

// In pieces it is what it is at once.
void AttributionTest::growthIsFollowedOn()
{
    QFETCH(const QString, name);
    std::mt19937_64 random(testSeed());
    Recording whole = recordingOf(name);
    const std::size_t count = whole.devices[0].events.size();
    if (count == 0)
        QSKIP("No events");
    for (std::uint64_t event = 0; event <= count; event += 1 + random() % 9)
        whole.devices[0].tensors.push_back(randomLabel(whole.devices[0], event, random));
    const SegmentList before = analyze(whole).histories[0].segmentsAt(whole.devices[0], 0);
    Attribution grown;
    DeviceHistory history; // grows with it, as that of a live run does
    std::vector<std::size_t> lengths = {random() % (count + 1), random() % (count + 1), count};
    std::sort(lengths.begin(), lengths.end());
    for (const std::size_t length : lengths) {
        const Recording part = firstEvents(whole, length, before);
        history.advance(part.devices[0]);
        grown = attributeFurther(grown, part, 0, history);
        const Attribution anew = attribute(part, 0, history);
        const QString difference = attributionDifference(grown, anew);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
        QCOMPARE(grown.eventsFollowed, anew.eventsFollowed);
    }
}

void AttributionTest::lateLabelsBeginAnew()
{
    std::mt19937_64 random(testSeed());
    Recording recording = recordingOf(QStringLiteral("vgg"));
    const AnalyzedRecording before = analyze(recording);
    const Attribution earlier = attribute(before.recording, 0, before.histories[0]);
    for (std::uint64_t event = 10; event < recording.devices[0].events.size(); event += 7)
        recording.devices[0].tensors.push_back(randomLabel(recording.devices[0], event, random));
    const AnalyzedRecording after = analyze(recording);
    const Attribution later = attributeFurther(earlier, after.recording, 0, after.histories[0]);
    QVERIFY(!later.labels.empty());
    const QString difference =
        attributionDifference(later, attribute(after.recording, 0, after.histories[0]));
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void AttributionTest::canBeStopped()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("vgg")));
    std::stop_source stop;
    stop.request_stop();
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0], stop.get_token());
    QVERIFY(attribution.allocations.empty());
}

QTEST_GUILESS_MAIN(AttributionTest)
#include "tst_attribution.moc"
