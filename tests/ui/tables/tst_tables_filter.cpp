// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of what a filter holds, and of what is in view.
#include "core/analysis/tables/filter_query.h"
#include "tests/support/test_data.h"
#include "tests/ui/tables/shown_tables.h"
#include "ui/tables/histogram_pane.h"
#include "ui/tables/table_pane.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using namespace Qt::Literals::StringLiterals;

class TestTablesFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBarFiltersEverything();
    void aSearchBecomesTheFilter();
    void aSearchIsAmongWhatTheFilterHolds();
    void whatIsInViewIsNoFilter();
    void onlyWhatIsInView();
};

void TestTablesFilter::aBarFiltersEverything()
{
    ShownTables shown;
    shown.show(TablesPage::Bars);
    HistogramView* view = shown.page.histogram()->view();
    std::size_t most = 0;
    for (std::size_t bar = 0; bar < view->histogram().bars.size(); ++bar)
        if (view->histogram().bars[bar].count > view->histogram().bars[most].count)
            most = bar;
    const Histogram before = view->histogram();
    const auto click = [&](std::size_t bar) {
        QTest::mouseClick(view, Qt::LeftButton, {}, view->barRect(bar).center().toPoint());
        shown.settle();
    };
    const auto listed = [&] { return std::uint64_t(shown.page.allocations()->rows().rowCount()); };
    click(most);
    QCOMPARE(shown.state.filter().allocations, withBar({}, HistogramOf::Size, before.bars[most]));
    QCOMPARE(listed(), before.bars[most].count);
    QVERIFY(view->isChosen(most));
    shown.page.grab().save(pictureFile(u"tables-filtered-histogram.png"_s));
    QCOMPARE(view->histogram().bars.size(), before.bars.size()); // the others can be chosen instead
    shown.page.histogram()->setOf(HistogramOf::LifeEvents);
    shown.settle();
    QVERIFY(view->histogram().openCount > 0); // parameters are never freed
    const std::uint64_t open = view->histogram().openCount;
    click(view->barCount() - 1);
    QCOMPARE(listed(), open); // of that size, and of no known life
    QVERIFY(shown.state.filter().allocations.size.has_value());
    click(view->barCount() - 1);
    QCOMPARE(listed(), before.bars[most].count);
    shown.page.histogram()->setOf(HistogramOf::Size);
    shown.settle();
    click(most);
    QVERIFY(shown.state.filter().isAll());
}

void TestTablesFilter::aSearchBecomesTheFilter()
{
    ShownTables shown;
    shown.show(TablesPage::Allocations);
    auto* button = shown.page.findChild<QPushButton*>(u"filterBySearch"_s);
    QVERIFY(!button->isEnabled());
    shown.page.allocations()->setSearch(u"conv"_s);
    QVERIFY(!button->isEnabled()); // a filter knows no texts
    shown.page.allocations()->setSearch(u">=1MiB life:0..99"_s);
    shown.settle();
    const int found = shown.page.allocations()->rows().rowCount();
    QVERIFY(found > 0);
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    shown.settle();
    QCOMPARE(shown.page.allocations()->search()->text(), QString());
    QCOMPARE(shown.page.allocations()->rows().rowCount(), found);
    QCOMPARE(shown.state.filter().allocations.size->least, std::uint64_t(1) << 20);
    QCOMPARE(shown.state.filter().allocations.lifeEvents->range.most, std::uint64_t(99));
}

// The rows that are found are those of the filter and the search: none are added to them.
void TestTablesFilter::aSearchIsAmongWhatTheFilterHolds()
{
    ShownTables shown;
    shown.show(TablesPage::Bars);
    HistogramView* view = shown.page.histogram()->view();
    std::size_t most = 0;
    for (std::size_t bar = 0; bar < view->histogram().bars.size(); ++bar)
        if (view->histogram().bars[bar].count > view->histogram().bars[most].count)
            most = bar;
    const HistogramBar chosen = view->histogram().bars[most];
    QTest::mouseClick(view, Qt::LeftButton, {}, view->barRect(most).center().toPoint());
    shown.settle();
    shown.show(TablesPage::Allocations);
    const auto listed = [&] { return shown.page.allocations()->rows().rowCount(); };
    auto* button = shown.page.findChild<QPushButton*>(u"filterBySearch"_s);
    shown.page.allocations()->setSearch(u"life:0..99"_s);
    shown.settle();
    const int found = listed();
    QVERIFY(found > 0 && std::uint64_t(found) < chosen.count);
    QTest::mouseClick(button, Qt::LeftButton);
    shown.settle();
    QCOMPARE(listed(), found);
    QCOMPARE(shown.state.filter().allocations.size->least, chosen.least);
    QCOMPARE(shown.state.filter().allocations.size->most, chosen.most);
    QCOMPARE(shown.state.filter().allocations.lifeEvents->range.most, std::uint64_t(99));
    // What the filter holds none of.
    shown.page.allocations()->setSearch(u"-life:0.."_s);
    shown.settle();
    QCOMPARE(listed(), 0);
    QVERIFY(!button->isEnabled());
    shown.state.setFilter({});
    QVERIFY(button->isEnabled());
}

void TestTablesFilter::whatIsInViewIsNoFilter()
{
    ShownTables shown;
    shown.show(TablesPage::Allocations);
    auto* button = shown.page.findChild<QPushButton*>(u"filterBySearch"_s);
    shown.page.allocations()->setSearch(u"life:0..99"_s);
    shown.settle();
    QVERIFY(button->isEnabled());
    shown.page.setInView(true);
    QVERIFY(!button->isEnabled());
    QVERIFY2(button->toolTip().contains(u"in view"_s), qPrintable(button->toolTip()));
    shown.page.setInView(false);
    QVERIFY(button->isEnabled());
}

void TestTablesFilter::onlyWhatIsInView()
{
    ShownTables shown;
    shown.show(TablesPage::Events);
    const std::size_t count = shown.state.history().eventCount();
    shown.state.setRange(static_cast<double>(count / 4), static_cast<double>(count / 2));
    shown.settle();
    QCOMPARE(std::size_t(shown.page.events()->rows().rowCount()), count);
    QTest::mouseClick(shown.page.findChild<QCheckBox*>(u"tablesInView"_s), Qt::LeftButton, {}, {8, 8});
    shown.settle();
    const EventRange range = shown.state.visibleEvents();
    QCOMPARE(std::uint64_t(shown.page.events()->rows().rowCount()), range.end - range.begin);
    shown.show(TablesPage::Allocations);
    const auto listed = [&] { return shown.page.allocations()->rows().rowCount(); };
    const auto thereIn = [&](const EventRange& wanted) {
        int there = 0;
        for (const Allocation& allocation : shown.state.allocations()->attribution.allocations) {
            bool isThere = false;
            for (std::uint64_t position = wanted.begin; position <= wanted.end && !isThere; ++position)
                isThere = allocation.isAliveAt(position);
            there += isThere ? 1 : 0;
        }
        return there;
    };
    QCOMPARE(listed(), thereIn(range));
    QVERIFY(listed() < int(shown.state.allocations()->attribution.allocations.size()));
    shown.state.setRange(0, 40); // the tables follow
    shown.settle();
    QCOMPARE(listed(), thereIn(shown.state.visibleEvents()));
    shown.show(TablesPage::Bars);
    std::uint64_t counted = shown.page.histogram()->view()->histogram().openCount;
    for (const HistogramBar& bar : shown.page.histogram()->view()->histogram().bars)
        counted += bar.count;
    QCOMPARE(counted, std::uint64_t(thereIn(shown.state.visibleEvents())));
    shown.page.setInView(false);
    shown.settle();
    QCOMPARE(std::size_t(listed()), shown.state.allocations()->attribution.allocations.size());
}

QTEST_MAIN(TestTablesFilter)
#include "tst_tables_filter.moc"
