// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution.h"
#include "core/trace/recording_builder.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <algorithm>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t kib = 1024;

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

// What lives at a position is what the segments hold there: address, bytes, bytes asked for. Empty when so.
QString blockDifference(const Attribution& attribution, const SegmentList& list, std::size_t position)
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
        const bool isSame = allocation.requested == block.requestedSize && allocation.context == block.context
            && (!allocation.isTold || allocation.event == block.allocEvent);
        if (!isSame)
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
            const QString flaw = blockDifference(attribution, history.segmentsAt(device, position), position);
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

// A device with one segment; addresses count from 1 in KiB.
struct Program {
    RecordingBuilder builder;
    Recording& recording = builder.recording(); // but for the tables

    Program() { add(Action::SegmentAlloc, 1, 2048); }
    void add(Action action, std::uint64_t address, std::uint64_t size)
    {
        if (recording.devices.empty())
            recording.devices.emplace_back().history = History::Whole;
        recording.devices[0].events.append({0, address * kib, size * kib, context, 0, 0, action});
    }
    void alloc(std::uint64_t address) { add(Action::Alloc, address, 1); }
    void free(std::uint64_t address)
    {
        add(Action::FreeRequested, address, 1);
        add(Action::FreeCompleted, address, 1);
    }
    void step(std::uint64_t begin, std::uint64_t end)
    {
        Annotation annotation;
        annotation.startEvent = begin;
        annotation.endEvent = end;
        annotation.kind = AnnotationKind::Step;
        recording.annotations.push_back(annotation);
    }
    std::uint64_t next() const { return recording.devices[0].events.size(); }
    MemoryCategory categoryOf(std::uint64_t event) const
    {
        const AnalyzedRecording analyzed = analyze(builder.snapshot());
        return attribute(analyzed.recording, 0, analyzed.histories[0]).madeBy(event)->category;
    }
    // Events from here on happen under these frames, the innermost last.
    void within(const std::vector<Frame>& frames, std::string_view category = {})
    {
        StackIndex stack;
        for (const Frame& frame : frames)
            stack = builder.stack(builder.frame(frame), stack);
        Context made;
        made.stack = stack;
        made.category = builder.string(category);
        context = builder.context(made);
    }
    Frame operation(std::string_view name) { return {builder.string(name), {}, 0, FrameKind::Operation}; }

    ContextIndex context;
};

} // namespace

class AttributionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsAreTheAllocatedCurve_data();
    void sumsAreTheAllocatedCurve();
    void damagedRecordings();
    void cutBlockLivesOn();
    void labelsFindTheirBlocks();
    void firstLabelTells();
    void temporaries();
    void workspaces_data();
    void workspaces();
    void profilerCategories();
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

// An alloc inside a live block: its beginning lives on, which no event tells.
void AttributionTest::cutBlockLivesOn()
{
    Program program;
    program.add(Action::Alloc, 1, 8);
    program.add(Action::Alloc, 9, 2);
    program.recording.devices[0].events.append({0, 9 * kib, 4 * kib, {}, 0, 0, Action::Alloc});
    std::mt19937_64 random(testSeed());
    const AnalyzedRecording analyzed = analyze(program.builder.snapshot());
    const QString flaw = flawOf(analyzed, random);
    QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
    QCOMPARE(analyzed.doubts[0].contradictions, std::uint64_t(1));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    QCOMPARE(attribution.allocations.size(), std::size_t(3));
    QCOMPARE(attribution.madeBy(2)->freeEvent, std::uint64_t(3));
    QCOMPARE(attribution.madeBy(3)->bytes, 4 * kib);
    QVERIFY(!attribution.madeBy(0));
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

void AttributionTest::firstLabelTells()
{
    Program program;
    program.alloc(1);
    program.free(1);
    program.alloc(1);
    Column<TensorLabel>& tensors = program.recording.devices[0].tensors;
    const auto label = [&](std::uint64_t event, std::uint64_t address, MemoryCategory category) {
        TensorLabel made;
        made.event = event;
        made.address = address;
        made.category = category;
        tensors.push_back(made);
    };
    label(2, kib, MemoryCategory::Input);
    label(2, kib + 100, MemoryCategory::Activation); // inside the block
    label(3, kib, MemoryCategory::Buffer); // it waits for another stream: allocated no more
    label(4, kib, MemoryCategory::Buffer); // nothing is there
    label(5, kib, MemoryCategory::Parameter);
    label(5, 3 * kib, MemoryCategory::Buffer); // nothing is there
    const AnalyzedRecording analyzed = analyze(program.builder.snapshot());
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    QCOMPARE(attribution.labels.size(), std::size_t(3));
    QCOMPARE(attribution.madeBy(1)->category, MemoryCategory::Input);
    QCOMPARE(attribution.labelsOf(*attribution.madeBy(1)).size(), std::size_t(2));
    QCOMPARE(attribution.madeBy(4)->category, MemoryCategory::Parameter);
}

void AttributionTest::temporaries()
{
    Program program;
    std::map<std::uint64_t, MemoryCategory> wanted;
    const auto alloc = [&](std::uint64_t address, MemoryCategory category) {
        wanted[program.next()] = category;
        program.alloc(address);
    };
    alloc(1, MemoryCategory::Temporary); // made and freed before the first step
    alloc(2, MemoryCategory::Unexplained); // freed in the first step
    program.free(1);
    const std::uint64_t first = program.next();
    alloc(3, MemoryCategory::Temporary); // freed in its step
    alloc(4, MemoryCategory::Unexplained); // freed between the steps
    alloc(5, MemoryCategory::Unexplained); // freed in the next step
    program.free(2);
    program.free(3);
    const std::uint64_t between = program.next();
    program.free(4);
    alloc(6, MemoryCategory::Temporary); // freed before the next step
    program.free(6);
    const std::uint64_t second = program.next();
    program.free(5);
    alloc(7, MemoryCategory::Temporary); // its step has not ended
    program.step(second, UINT64_MAX);
    program.step(first, between);
    for (const auto& [event, category] : wanted)
        QVERIFY2(program.categoryOf(event) == category, qPrintable(QString::number(event)));
    program.recording.annotations[0].endEvent = program.next();
    QCOMPARE(program.categoryOf(wanted.rbegin()->first), MemoryCategory::Unexplained);
}

void AttributionTest::workspaces_data()
{
    QTest::addColumn<QString>("inner");
    QTest::addColumn<bool>("isOperation");
    QTest::addColumn<bool>("isGpu");
    QTest::addColumn<bool>("hasLabels");
    QTest::addColumn<MemoryCategory>("wanted");
    const auto none = MemoryCategory::Unexplained;
    const auto workspace = MemoryCategory::Workspace;
    QTest::newRow("product") << "aten::addmm" << true << true << true << workspace;
    QTest::newRow("on the CPU") << "aten::addmm" << true << false << true << none;
    QTest::newRow("without labels") << "aten::addmm" << true << true << false << none;
    QTest::newRow("another operator") << "aten::add" << true << true << true << none;
    QTest::newRow("by its function") << "at::cuda::getNewWorkspace()" << false << true << false << workspace;
}

void AttributionTest::workspaces()
{
    QFETCH(QString, inner);
    QFETCH(bool, isOperation);
    QFETCH(bool, isGpu);
    QFETCH(bool, hasLabels);
    QFETCH(MemoryCategory, wanted);
    Program program;
    program.recording.devices[0].name = isGpu ? "NVIDIA H200" : "cpu";
    Frame frame = program.operation(inner.toStdString());
    frame.kind = isOperation ? FrameKind::Operation : FrameKind::Source;
    program.within({program.operation("aten::linear"), frame});
    program.alloc(1);
    program.alloc(2);
    program.free(2);
    program.step(1, program.next());
    if (hasLabels)
        program.recording.devices[0].tensors.push_back({});
    QCOMPARE(program.categoryOf(1), wanted);
    QCOMPARE(program.categoryOf(2), MemoryCategory::Temporary);
}

void AttributionTest::profilerCategories()
{
    Program program;
    program.within({}, "PARAMETER");
    program.alloc(1);
    program.within({}, "optimizer_state");
    program.alloc(2);
    program.within({}, "unknown");
    program.alloc(3);
    program.within({}, "AUTOGRAD_DETAIL");
    program.alloc(4);
    QCOMPARE(program.categoryOf(1), MemoryCategory::Parameter);
    QCOMPARE(program.categoryOf(2), MemoryCategory::OptimizerState);
    QCOMPARE(program.categoryOf(3), MemoryCategory::Unexplained);
    QCOMPARE(program.categoryOf(4), MemoryCategory::Temporary);
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
