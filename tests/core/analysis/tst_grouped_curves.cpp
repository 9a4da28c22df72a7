// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/allocation_module.h"
#include "core/analysis/holders/call_tree.h"
#include "core/analysis/holders/grouped_curves.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/labelled_recording.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

struct Grouped {
    AnalyzedRecording analyzed;
    Attribution attribution;
    AliveAllocations index;
    Grouping grouping;

    std::size_t peak() const { return analyzed.histories[0].peak(Curve::Allocated).position; }
    std::vector<std::uint32_t> aliveAt(std::size_t position) const { return index.at(attribution, position); }
};

Grouped grouped(Recording recording, GroupBy by)
{
    Grouped all;
    all.analyzed = analyze(std::move(recording));
    all.attribution = attribute(all.analyzed.recording, 0, all.analyzed.histories[0]);
    all.index = AliveAllocations(all.attribution);
    all.grouping = groupAllocations(all.analyzed.recording, 0, all.attribution, by);
    return all;
}

GroupBands bandsOf(const Grouped& all, std::size_t most)
{
    return groupBands(all.grouping, all.attribution, all.aliveAt(all.peak()), most);
}

// Every band's value at a position, by looking at every allocation.
std::vector<std::int64_t> valuesByLooking(const Grouped& all, const GroupBands& bands, std::size_t position)
{
    std::vector<std::int64_t> values(bands.bands.size());
    for (std::size_t i = 0; i < all.attribution.allocations.size(); ++i)
        if (all.attribution.allocations[i].isAliveAt(position))
            values[bands.bandOf[all.grouping.groupOf[i]]] +=
                static_cast<std::int64_t>(all.attribution.allocations[i].bytes);
    return values;
}

std::string groupedPath(const CallTree& tree, std::uint32_t node)
{
    return node == 0 ? std::string() : groupedPath(tree, tree.parent[node]) + '/' + tree.name[node];
}

} // namespace

class TestGroupedCurves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void curvesAreExactEverywhere_data();
    void curvesAreExactEverywhere();
    void stepsShareBandsInOrder();
    void modulesAreDividedWhereTheyAreLarge();
    void othersAreTheSmallest();
    void whatWasThereBefore();
    void treesSumToAllocated_data();
    void treesSumToAllocated();
    void stacksBecomeBranches();
    void nothingAlive();
    void stopped();
};

void TestGroupedCurves::curvesAreExactEverywhere_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("most");
    for (const GroupBy by : allGroupBys)
        for (const int most : {2, 4, 9})
            QTest::newRow(qPrintable(QStringLiteral("%1 in %2")
                                         .arg(QString::fromStdString(std::string(groupByName(by))))
                                         .arg(most)))
                << static_cast<int>(by) << most;
}

void TestGroupedCurves::curvesAreExactEverywhere()
{
    QFETCH(const int, by);
    QFETCH(const int, most);
    LabelledTraining options;
    options.steps = 6;
    options.seed = static_cast<unsigned>(testSeed());
    const Grouped all = grouped(labelledTraining(options), static_cast<GroupBy>(by));
    const GroupBands bands = bandsOf(all, static_cast<std::size_t>(most));
    QVERIFY(bands.bands.size() <= static_cast<std::size_t>(most));
    const std::size_t count = all.analyzed.histories[0].eventCount();
    const GroupedCurves curves = groupedCurves(all.attribution, all.grouping, bands, count);
    QCOMPARE(curves.eventCount(), count);
    QCOMPARE(curves.bandCount(), bands.bands.size());
    std::vector<std::size_t> positions;
    std::mt19937_64 random(testSeed());
    for (std::size_t position = 0; position <= count; ++position) {
        const std::vector<std::int64_t> expected = valuesByLooking(all, bands, position);
        std::int64_t sum = 0;
        for (std::size_t band = 0; band < expected.size(); ++band) {
            QCOMPARE(curves.valueAt(band, position), expected[band]);
            sum += expected[band];
        }
        QCOMPARE(sum, all.analyzed.histories[0].valueAt(Curve::Allocated, position));
        for (std::uint64_t times = random() % 3; times > 0; --times)
            positions.push_back(position);
    }
    for (std::size_t band = 0; band < bands.bands.size(); ++band) {
        const std::vector<std::int64_t> values = curves.valuesAt(band, positions);
        for (std::size_t i = 0; i < positions.size(); ++i)
            QCOMPARE(values[i], curves.valueAt(band, positions[i]));
    }
}

void TestGroupedCurves::stepsShareBandsInOrder()
{
    LabelledTraining options;
    options.steps = 10;
    const Grouped all = grouped(labelledTraining(options), GroupBy::Step);
    const GroupBands each = bandsOf(all, 100);
    QCOMPARE(each.bands.size(), std::size_t(11)); // and what is outside of any
    const GroupBands shared = bandsOf(all, 6);
    QCOMPARE(shared.bands.size(), std::size_t(6));
    QCOMPARE(shared.bands[0].name, std::string("outside any step"));
    QCOMPARE(shared.bands[1].name, std::string("step 0 \u2013 step 1"));
    QCOMPARE(shared.bands[5].name, std::string("step 8 \u2013 step 9"));
    QVERIFY(std::is_sorted(shared.bandOf.begin(), shared.bandOf.end()));
}

void TestGroupedCurves::modulesAreDividedWhereTheyAreLarge()
{
    LabelledTraining options;
    options.layers = 12;
    const Grouped all = grouped(labelledTraining(options), GroupBy::Module);
    for (const std::size_t most : {3, 5, 8, 40}) {
        const GroupBands bands = bandsOf(all, most);
        QVERIFY(bands.bands.size() <= most);
        for (std::size_t group = 0; group < all.grouping.groups.size(); ++group) {
            const GroupBands::Band& band = bands.bands[bands.bandOf[group]];
            if (band.isOthers)
                continue;
            const std::string& top = all.grouping.groups[band.group].name;
            const std::string& name = all.grouping.groups[group].name;
            QVERIFY2(name == top || name.starts_with(top + '.'), name.c_str());
        }
    }
    const GroupBands few = bandsOf(all, 3);
    QVERIFY(few.bands[0].name == "features" || few.bands[0].name == "outside any module");
    const GroupBands many = bandsOf(all, 40);
    QVERIFY(std::any_of(many.bands.begin(), many.bands.end(),
        [](const GroupBands::Band& band) { return band.name == "features.3"; }));
    QVERIFY(std::none_of(
        many.bands.begin(), many.bands.end(), [](const GroupBands::Band& band) { return band.isOthers; }));
}

void TestGroupedCurves::othersAreTheSmallest()
{
    const Grouped all = grouped(labelledTraining(), GroupBy::Operator);
    const GroupBands bands = bandsOf(all, 4);
    QCOMPARE(bands.bands.size(), std::size_t(4));
    QVERIFY(bands.bands.back().isOthers);
    QCOMPARE(bands.bands.back().name, std::string("others"));
    const std::vector<std::uint32_t> alive = all.aliveAt(all.peak());
    std::uint64_t smallestKept = UINT64_MAX;
    std::uint64_t largestOther = 0;
    for (const GroupHolding& holding : holdingsOf(all.grouping, all.attribution, alive)) {
        if (bands.bands[bands.bandOf[holding.group]].isOthers)
            largestOther = std::max(largestOther, holding.bytes);
        else
            smallestKept = std::min(smallestKept, holding.bytes);
    }
    QVERIFY(largestOther > 0);
    QVERIFY(smallestKept >= largestOther);
}

// A recording that begins in the middle: the first values are those of what stood there.
void TestGroupedCurves::whatWasThereBefore()
{
    const AnalyzedRecording whole = analyze(labelledTraining());
    Recording later = whole.recording;
    Device& device = later.devices[0];
    const std::size_t half = device.events.size() / 2;
    device.before = whole.histories[0].segmentsAt(whole.recording.devices[0], half);
    device.history = History::Partial;
    const EventColumns events = device.events;
    device.events = {};
    for (std::size_t i = half; i < events.size(); ++i)
        device.events.append(events[i]);
    device.tensors = {};
    const Grouped all = grouped(std::move(later), GroupBy::Phase);
    const GroupBands bands = bandsOf(all, 9);
    const GroupedCurves curves = groupedCurves(all.attribution, all.grouping, bands, events.size() - half);
    for (const std::size_t position : {std::size_t(0), std::size_t(1), events.size() - half}) {
        const std::vector<std::int64_t> expected = valuesByLooking(all, bands, position);
        for (std::size_t band = 0; band < expected.size(); ++band)
            QCOMPARE(curves.valueAt(band, position), expected[band]);
    }
    QVERIFY(curves.valueAt(0, 0) > 0);
}

void TestGroupedCurves::treesSumToAllocated_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"", "vgg_ckpt", "cpp_stacks", "annotations"})
        QTest::newRow(*name ? name : "labelled") << QString::fromLatin1(name);
}

void TestGroupedCurves::treesSumToAllocated()
{
    QFETCH(const QString, file);
    for (const GroupBy by : allGroupBys) {
        const Grouped all = grouped(file.isEmpty() ? labelledTraining() : recordingOf(file), by);
        const std::vector<std::uint32_t> alive = all.aliveAt(all.peak());
        const CallTree tree = callTreeOf(all.analyzed.recording, all.attribution, all.grouping, alive);
        QCOMPARE(
            static_cast<std::int64_t>(tree.bytes[0]), all.analyzed.histories[0].peak(Curve::Allocated).bytes);
        QCOMPARE(tree.count[0], alive.size());
        QCOMPARE(std::size_t(tree.end[0]), tree.size());
        std::vector<std::uint64_t> below(tree.size());
        std::map<std::string, int> paths;
        for (std::uint32_t node = 1; node < tree.size(); ++node) {
            const std::uint32_t parent = tree.parent[node];
            QVERIFY(parent < node && tree.end[node] <= tree.end[parent] && tree.end[node] > node);
            QCOMPARE(tree.depth[node], tree.depth[parent] + 1);
            below[parent] += tree.bytes[node];
            QCOMPARE(++paths[groupedPath(tree, node)], 1);
            if (tree.end[node] < tree.size() && tree.parent[tree.end[node]] == parent)
                QVERIFY(tree.bytes[tree.end[node]] <= tree.bytes[node]);
        }
        for (std::size_t node = 0; node < tree.size(); ++node)
            QCOMPARE(tree.ownBytes(node), tree.bytes[node] - below[node]);
    }
}

void TestGroupedCurves::stacksBecomeBranches()
{
    const Grouped all = grouped(labelledTraining(), GroupBy::Stack);
    const auto alive = all.aliveAt(all.peak());
    const CallTree tree = callTreeOf(all.analyzed.recording, all.attribution, all.grouping, alive);
    std::uint64_t expected = 0;
    for (const std::uint32_t place : alive)
        if (scopeOf(all.analyzed.recording, all.attribution.allocations[place].context) == "features.3"
            && operatorOf(all.analyzed.recording, all.attribution.allocations[place].context)
                == "aten::convolution")
            expected += all.attribution.allocations[place].bytes;
    QVERIFY(expected > 0);
    for (std::uint32_t node = 0; node < tree.size(); ++node)
        if (groupedPath(tree, node) == "/features/features.3/aten::convolution/aten::empty")
            QCOMPARE(tree.ownBytes(node), std::exchange(expected, 0));
    QCOMPARE(expected, std::uint64_t(0));
}

void TestGroupedCurves::nothingAlive()
{
    const Grouped all = grouped(labelledTraining(), GroupBy::Module);
    const CallTree tree = callTreeOf(all.analyzed.recording, all.attribution, all.grouping, {});
    QCOMPARE(tree.size(), std::size_t(1));
    QCOMPARE(tree.bytes[0], std::uint64_t(0));
    QVERIFY(holdingsOf(all.grouping, all.attribution, {}).empty());
    QVERIFY(groupBands(all.grouping, all.attribution, {}, 3).bands.size() <= 3);
}

void TestGroupedCurves::stopped()
{
    const Grouped all = grouped(labelledTraining(), GroupBy::Category);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(groupedCurves(all.attribution, all.grouping, bandsOf(all, 9), 100, nullptr, stop.get_token())
                 .bandCount(),
        std::size_t(0));
}

QTEST_GUILESS_MAIN(TestGroupedCurves)
#include "tst_grouped_curves.moc"
