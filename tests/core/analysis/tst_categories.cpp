// SPDX-License-Identifier: GPL-3.0-or-later
// What allocations are for, by labels and without, in small programs written by hand.
#include "core/analysis/holders/attribution.h"
#include "core/trace/recording_builder.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t kib = 1024;

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

class CategoriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutBlockLivesOn();
    void firstLabelTells();
    void temporaries();
    void workspaces_data();
    void workspaces();
    void profilerCategories();
};

// An alloc inside a live block: its beginning lives on, which no event tells.
void CategoriesTest::cutBlockLivesOn()
{
    Program program;
    program.add(Action::Alloc, 1, 8);
    program.add(Action::Alloc, 9, 2);
    program.recording.devices[0].events.append({0, 9 * kib, 4 * kib, {}, 0, 0, Action::Alloc});
    const AnalyzedRecording analyzed = analyze(program.builder.snapshot());
    QCOMPARE(analyzed.doubts[0].contradictions, std::uint64_t(1));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    QCOMPARE(attribution.allocations.size(), std::size_t(3));
    QCOMPARE(attribution.madeBy(2)->freeEvent, std::uint64_t(3));
    QCOMPARE(attribution.madeBy(3)->bytes, 4 * kib);
    QVERIFY(!attribution.madeBy(0));
}

void CategoriesTest::firstLabelTells()
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

void CategoriesTest::temporaries()
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

void CategoriesTest::workspaces_data()
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

void CategoriesTest::workspaces()
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

void CategoriesTest::profilerCategories()
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

QTEST_GUILESS_MAIN(CategoriesTest)
#include "tst_categories.moc"
