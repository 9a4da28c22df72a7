// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/allocation_module.h"
#include "core/analysis/holders/grouping.h"
#include "core/analysis/replay/untold_words.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/labelled_recording.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// The innermost annotation, found by looking at all of them.
std::string annotationAt(const Recording& recording, AnnotationKind kind, std::uint64_t event)
{
    const Annotation* found = nullptr;
    for (const Annotation& annotation : recording.annotations)
        if (annotation.kind == kind && annotation.device == 0 && annotation.startEvent <= event
            && event < annotation.endEvent
            && (!found || annotation.startEvent > found->startEvent
                || (annotation.startEvent == found->startEvent && annotation.endEvent <= found->endEvent)))
            found = &annotation;
    return found ? std::string(recording.strings[found->name]) : std::string();
}

// The name of the group to which an allocation belongs, told without Grouping.
std::string expectedGroup(
    const Recording& recording, const Attribution& attribution, const Allocation& allocation, GroupBy by)
{
    const bool isOld = allocation.event == Allocation::beforeRecording;
    std::string name;
    switch (by) {
    case GroupBy::Category:
        return std::string(nameOf(allocation.category));
    case GroupBy::DataType:
        return std::string(nameOf(allocation.dataType));
    case GroupBy::Phase:
    case GroupBy::Step: {
        if (isOld)
            return "before the recording";
        const bool isPhase = by == GroupBy::Phase;
        name =
            annotationAt(recording, isPhase ? AnnotationKind::Phase : AnnotationKind::Step, allocation.event);
        return !name.empty() ? name : isPhase ? "outside any phase" : "outside any step";
    }
    case GroupBy::Module:
        name = moduleOf(recording, attribution, allocation);
        return name.empty() ? "outside any module" : name;
    case GroupBy::Operator:
        name = operatorOf(recording, allocation.context);
        return name.empty() ? "no operator told" : name;
    case GroupBy::Stack:
        return std::to_string(recording.contexts[allocation.context].stack.value);
    }
    return name;
}

std::vector<std::uint32_t> aliveByLooking(const Attribution& attribution, std::size_t position)
{
    std::vector<std::uint32_t> alive;
    for (std::uint32_t i = 0; i < attribution.allocations.size(); ++i)
        if (attribution.allocations[i].isAliveAt(position))
            alive.push_back(i);
    return alive;
}

// What is wrong with the groups at a position; empty when nothing is.
QString flawAt(const AnalyzedRecording& analyzed, const Attribution& attribution,
    const AliveAllocations& index, const Grouping& grouping, std::size_t position)
{
    const std::vector<std::uint32_t> alive = index.at(attribution, position);
    if (alive != aliveByLooking(attribution, position))
        return QStringLiteral("what is alive at %1").arg(position);
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> expected;
    for (const std::uint32_t place : alive) {
        const Allocation& allocation = attribution.allocations[place];
        auto& [bytes, count] =
            expected[expectedGroup(analyzed.recording, attribution, allocation, grouping.by)];
        bytes += allocation.bytes;
        ++count;
    }
    std::uint64_t sum = 0;
    std::uint64_t last = UINT64_MAX;
    for (const GroupHolding& holding : holdingsOf(grouping, attribution, alive)) {
        const MemoryGroup& group = grouping.groups[holding.group];
        const std::string key =
            grouping.by == GroupBy::Stack ? std::to_string(group.stack.value) : group.name;
        if (holding.count > 0 && expected[key] != std::pair(holding.bytes, holding.count))
            return QStringLiteral("%1 at %2").arg(QString::fromStdString(key)).arg(position);
        expected.erase(key);
        if (holding.bytes > last)
            return QStringLiteral("the order at %1").arg(position);
        last = holding.bytes;
        sum += holding.bytes;
    }
    if (!expected.empty())
        return QStringLiteral("%1 is not there at %2")
            .arg(QString::fromStdString(expected.begin()->first))
            .arg(position);
    const std::int64_t allocated = analyzed.histories[0].valueAt(Curve::Allocated, position);
    return static_cast<std::int64_t>(sum) == allocated ? QString()
                                                       : QStringLiteral("the sum at %1").arg(position);
}

} // namespace

class TestGrouping : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsAreWhatTheirAllocationsSay_data();
    void groupsAreWhatTheirAllocationsSay();
    void realRecordingsSumToAllocated_data();
    void realRecordingsSumToAllocated();
    void modulesHoldTheModulesBelowThem();
    void ownersOfTensors_data();
    void ownersOfTensors();
    void theInnermostAnnotationCounts();
    void manyAllocationsAreFoundFromCheckpoints();
    void namesAreOptions();
    void whatIsNotToldIsSaid();
    void unlabelledMemoryIsSaid();
    void stopped();
};

void TestGrouping::groupsAreWhatTheirAllocationsSay_data()
{
    QTest::addColumn<int>("by");
    for (const GroupBy by : allGroupBys)
        QTest::newRow(std::string(groupByName(by)).c_str()) << static_cast<int>(by);
}

void TestGrouping::groupsAreWhatTheirAllocationsSay()
{
    QFETCH(const int, by);
    LabelledTraining options;
    options.seed = static_cast<unsigned>(testSeed());
    const AnalyzedRecording analyzed = analyze(labelledTraining(options));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const AliveAllocations index(attribution);
    const Grouping grouping = groupAllocations(analyzed.recording, 0, attribution, static_cast<GroupBy>(by));
    QVERIFY(grouping.isComplete);
    QVERIFY(grouping.isTold());
    QCOMPARE(grouping.groupOf.size(), attribution.allocations.size());
    for (std::size_t position = 0; position <= analyzed.histories[0].eventCount() + 3; ++position)
        QCOMPARE(flawAt(analyzed, attribution, index, grouping, position), QString());
    for (std::size_t i = 1; i < grouping.groups.size(); ++i)
        QVERIFY(by == static_cast<int>(GroupBy::Module)
            || grouping.groups[i - 1].order <= grouping.groups[i].order);
}

void TestGrouping::realRecordingsSumToAllocated_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vgg_ckpt", "annotations", "cpp_stacks", "oom", "rand_streams", "graphs"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestGrouping::realRecordingsSumToAllocated()
{
    QFETCH(const QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const AliveAllocations index(attribution);
    std::mt19937_64 random(testSeed());
    for (const GroupBy by : allGroupBys) {
        const Grouping grouping = groupAllocations(analyzed.recording, 0, attribution, by);
        for (int i = 0; i < 40; ++i) {
            const std::size_t position = random() % (analyzed.histories[0].eventCount() + 1);
            QCOMPARE(flawAt(analyzed, attribution, index, grouping, position), QString());
        }
    }
}

void TestGrouping::modulesHoldTheModulesBelowThem()
{
    const AnalyzedRecording analyzed = analyze(labelledTraining());
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const Grouping grouping = groupAllocations(analyzed.recording, 0, attribution, GroupBy::Module);
    const std::size_t peak = analyzed.histories[0].peak(Curve::Allocated).position;
    const auto alive = AliveAllocations(attribution).at(attribution, peak);
    int parents = 0;
    for (const GroupHolding& holding : holdingsOf(grouping, attribution, alive)) {
        const std::string& path = grouping.groups[holding.group].name;
        std::uint64_t total = 0;
        for (const std::uint32_t place : alive) {
            const std::string module(
                moduleOf(analyzed.recording, attribution, attribution.allocations[place]));
            if (module == path || module.starts_with(path + '.'))
                total += attribution.allocations[place].bytes;
        }
        if (grouping.groups[holding.group].isTold)
            QCOMPARE(holding.totalBytes, total);
        parents += holding.totalBytes > holding.bytes ? 1 : 0;
        if (const std::uint32_t parent = grouping.groups[holding.group].parent;
            parent != MemoryGroup::noParent)
            QVERIFY(path.starts_with(grouping.groups[parent].name + '.'));
    }
    QCOMPARE(parents, 2); // features and classifier
}

void TestGrouping::ownersOfTensors_data()
{
    QTest::addColumn<int>("category");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("module");
    const auto add = [](MemoryCategory category, const char* name, const char* module) {
        QTest::newRow(name) << static_cast<int>(category) << QString::fromLatin1(name)
                            << QString::fromLatin1(module);
    };
    add(MemoryCategory::Parameter, "features.0.weight", "features.0");
    add(MemoryCategory::Parameter, "cls_token", "");
    add(MemoryCategory::Buffer, "norm.running_mean", "norm");
    add(MemoryCategory::Gradient, "features.0.bias", "features.0");
    add(MemoryCategory::Gradient, "features.0.bias.grad", "features.0");
    add(MemoryCategory::OptimizerState, "AdamW.exp_avg.blocks.3.mlp.fc1.weight", "blocks.3.mlp.fc1");
    add(MemoryCategory::OptimizerState, "AdamW.exp_avg", "");
    add(MemoryCategory::Input, "batch.images", "");
    add(MemoryCategory::Activation, "features.0.out", "");
}

void TestGrouping::ownersOfTensors()
{
    QFETCH(const int, category);
    QFETCH(const QString, name);
    QFETCH(const QString, module);
    Recording recording;
    StringInterner strings;
    TensorLabel label;
    label.category = static_cast<MemoryCategory>(category);
    label.name = strings.intern(name.toStdString());
    recording.strings = strings.table();
    QCOMPARE(QString::fromStdString(std::string(moduleOf(recording, label))), module);
}

void TestGrouping::theInnermostAnnotationCounts()
{
    Recording recording = labelledTraining();
    // A phase inside the first forward, which ends together with it, and one of another device over all.
    Annotation forward;
    for (const Annotation& annotation : recording.annotations)
        if (forward.name.isNone() && recording.strings[annotation.name] == "forward")
            forward = annotation;
    Annotation inner = forward;
    inner.startEvent += 3;
    inner.name = recording.annotations.front().name; // "setup"
    recording.annotations.push_back(inner);
    Annotation elsewhere = forward;
    elsewhere.startEvent = 0;
    elsewhere.endEvent = UINT64_MAX;
    elsewhere.device = 1;
    recording.annotations.push_back(elsewhere);
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const AliveAllocations index(attribution);
    const Grouping grouping = groupAllocations(analyzed.recording, 0, attribution, GroupBy::Phase);
    for (std::size_t position = 0; position <= forward.endEvent + 5; ++position)
        QCOMPARE(flawAt(analyzed, attribution, index, grouping, position), QString());
}

void TestGrouping::manyAllocationsAreFoundFromCheckpoints()
{
    LabelledTraining options;
    options.steps = 400;
    options.layers = 20;
    const AnalyzedRecording analyzed = analyze(labelledTraining(options));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    QVERIFY(attribution.allocations.size() > 40'000);
    const AliveAllocations index(attribution);
    std::mt19937_64 random(testSeed());
    for (int i = 0; i < 300; ++i) {
        const std::size_t position = random() % (analyzed.histories[0].eventCount() + 2);
        QCOMPARE(index.at(attribution, position), aliveByLooking(attribution, position));
    }
}

void TestGrouping::namesAreOptions()
{
    for (const GroupBy by : allGroupBys)
        QVERIFY(groupByFromName(groupByName(by)) == by);
    QVERIFY(!groupByFromName("colour"));
    QVERIFY(groupByFromName("dtype") == GroupBy::DataType);
}

void TestGrouping::whatIsNotToldIsSaid()
{
    LabelledTraining options;
    options.hasLabels = false;
    options.hasScopes = false;
    Recording recording = labelledTraining(options);
    recording.annotations.clear();
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    for (const GroupBy by : {GroupBy::DataType, GroupBy::Module, GroupBy::Phase, GroupBy::Step})
        QVERIFY(!groupAllocations(analyzed.recording, 0, attribution, by).isTold());
    QVERIFY(groupAllocations(analyzed.recording, 0, attribution, GroupBy::Operator).isTold());
}

void TestGrouping::stopped()
{
    const AnalyzedRecording analyzed = analyze(labelledTraining());
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(
        !groupAllocations(analyzed.recording, 0, attribution, GroupBy::Module, stop.get_token()).isComplete);
}

// What stands above a table by category promises no more than the table holds.
void TestGrouping::unlabelledMemoryIsSaid()
{
    Attribution attribution;
    const Grouping byCategory;
    QVERIFY(untoldSentence(byCategory, attribution).empty());
    attribution.allocations.resize(2);
    const std::string nothing = untoldSentence(byCategory, attribution);
    QVERIFY2(
        nothing.find("nothing else in it tells what memory is for") != std::string::npos, nothing.c_str());
    attribution.allocations.back().category = MemoryCategory::Temporary;
    const std::string some = untoldSentence(byCategory, attribution);
    QVERIFY2(
        some.find("temporaries and workspaces, and nothing tells what the rest is for") != std::string::npos,
        some.c_str());
    attribution.hasLabels = true;
    QVERIFY(untoldSentence(byCategory, attribution).empty());
}

QTEST_GUILESS_MAIN(TestGrouping)
#include "tst_grouping.moc"
