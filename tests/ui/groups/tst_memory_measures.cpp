// SPDX-License-Identifier: GPL-3.0-or-later
// The memory page by its measures, and under a filter.
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "ui/flame/flame_graph.h"
#include "ui/groups/group_follower.h"
#include "ui/memory/groups_pane.h"
#include "ui/memory/memory_page.h"
#include "ui/theme.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/filter_follower.h"
#include "ui/window/look.h"

#include <QLabel>
#include <QTableView>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int longEnough = 60'000; // milliseconds

struct Shown {
    Shown()
        : follower(state)
        , filters(state)
        , page(state)
    {
        setLook(&page, pageLook(applicationTheme()));
        page.resize(1200, 420);
        page.show();
        state.setRecording(std::make_shared<const AnalyzedRecording>(analyze(labelledTraining())), false);
    }

    // Until what is asked for is shown.
    template <class Condition>
    const MemoryFacts& facts(const Condition& isWanted)
    {
        const auto isThere = [&] { return page.facts() && isWanted(page.facts()->question); };
        if (!QTest::qWaitFor(isThere, longEnough))
            qFatal("Nothing is found");
        return *page.facts();
    }

    std::uint64_t curveSum(const EventRange& range) const
    {
        std::uint64_t sum = 0;
        for (std::uint64_t event = range.begin; event < range.end; ++event)
            sum += static_cast<std::uint64_t>(state.curves().curve(Curve::Allocated)[event]);
        return sum;
    }

    ViewState state;
    GroupFollower follower;
    FilterFollower filters;
    MemoryPage page;
};

std::uint64_t sumOf(const MemoryFacts& facts)
{
    std::uint64_t sum = 0;
    for (const GroupHolding& holding : facts.holdings)
        sum += holding.bytes;
    return sum;
}

} // namespace

class TestMemoryMeasures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void allocatedInView();
    void heldInView();
    void filtersAreFollowed();
    void pictures_data();
    void pictures();
};

void TestMemoryMeasures::allocatedInView()
{
    Shown shown;
    shown.page.setMoment(MemoryPage::Moment::AllocatedInView);
    const auto& allocations = shown.state;
    for (const auto& [begin, end] : {std::pair(0.0, 60.0), std::pair(30.0, 90.0), std::pair(5.0, 6.0)}) {
        shown.state.setRange(begin, end);
        const EventRange range = shown.state.visibleEvents();
        const MemoryFacts& facts = shown.facts([&](const MemoryQuestion& question) {
            return question.measure == MemoryMeasure::AllocatedIn && question.range == range;
        });
        std::uint64_t wanted = 0;
        std::uint64_t count = 0;
        for (const Allocation& allocation : allocations.allocations()->attribution.allocations)
            if (range.holds(allocation.event)) {
                wanted += allocation.bytes;
                ++count;
            }
        QCOMPARE(facts.bytes(), wanted);
        QCOMPARE(sumOf(facts), wanted);
        QCOMPARE(facts.tree->bytes[0], wanted);
        QCOMPARE(facts.tree->count[0], count);
        QVERIFY(shown.page.findChild<QLabel*>(u"memorySum"_s)->text().contains(u"events in view"_s));
    }
}

void TestMemoryMeasures::heldInView()
{
    Shown shown;
    shown.page.setMoment(MemoryPage::Moment::HeldInView);
    for (const auto& [begin, end] : {std::pair(0.0, 60.0), std::pair(30.0, 90.0)}) {
        shown.state.setRange(begin, end);
        const EventRange range = shown.state.visibleEvents();
        const MemoryFacts& facts = shown.facts([&](const MemoryQuestion& question) {
            return question.measure == MemoryMeasure::HeldOver && question.range == range;
        });
        const std::uint64_t mean = shown.curveSum(range) / (range.end - range.begin);
        QCOMPARE(facts.bytes(), mean);
        QVERIFY(sumOf(facts) <= mean && sumOf(facts) + facts.holdings.size() >= mean);
        for (std::size_t node = 0; node < facts.tree->size(); ++node)
            (void)facts.tree->ownBytes(node);
        const QAbstractItemModel* rows = shown.page.groups()->table()->model();
        QCOMPARE(rows->index(rows->rowCount() - 1, 0).data().toString(), u"on average"_s);
    }
}

void TestMemoryMeasures::filtersAreFollowed()
{
    Shown shown;
    shown.page.setMoment(MemoryPage::Moment::AllocatedPeak);
    MemoryFilter filter;
    filter.allocations.isNeverFreed = true;
    shown.state.setFilter(filter);
    QTRY_VERIFY_WITH_TIMEOUT(shown.state.filteredHistory(), longEnough);
    const DeviceHistory::Peak peak = shown.state.curves().peak(Curve::Allocated);
    const MemoryFacts& facts = shown.facts([&](const MemoryQuestion& question) {
        return question.filter == filter && question.position == peak.position;
    });
    QCOMPARE(static_cast<std::int64_t>(facts.bytes()), peak.bytes);
    QVERIFY(shown.page.findChild<QLabel*>(u"memorySum"_s)->text().contains(u"only never freed"_s));
    shown.state.setFilter({});
    const MemoryFacts& all =
        shown.facts([](const MemoryQuestion& question) { return question.filter.isAll(); });
    QCOMPARE(static_cast<std::int64_t>(all.bytes()), shown.state.history().peak(Curve::Allocated).bytes);
}

void TestMemoryMeasures::pictures_data()
{
    QTest::addColumn<int>("scheme");
    QTest::newRow("light") << static_cast<int>(ColourScheme::Light);
    QTest::newRow("dark") << static_cast<int>(ColourScheme::Dark);
}

void TestMemoryMeasures::pictures()
{
    QFETCH(int, scheme);
    applyColourScheme(static_cast<ColourScheme>(scheme));
    Shown shown;
    shown.page.setBy(GroupBy::Stack);
    shown.page.setMoment(MemoryPage::Moment::HeldInView);
    shown.facts([](const MemoryQuestion& question) {
        return question.measure == MemoryMeasure::HeldOver && question.by == GroupBy::Stack;
    });
    shown.page.grab().save(
        pictureFile(u"memory-held-%1.png"_s.arg(QString::fromLatin1(QTest::currentDataTag()))));
}

QTEST_MAIN(TestMemoryMeasures)
#include "tst_memory_measures.moc"
