// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/event_rows.h"
#include "core/analysis/tables/stack_rows.h"
#include "tests/support/test_data.h"
#include "tests/ui/tables/shown_tables.h"
#include "ui/tables/histogram_pane.h"
#include "ui/tables/table_pane.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <memory>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using namespace Qt::Literals::StringLiterals;

namespace {

// The first events of it alone.
Recording beginningOf(const Recording& whole, std::size_t events)
{
    Recording part = whole;
    part.devices[0].events = {};
    for (std::size_t i = 0; i < events; ++i)
        part.devices[0].events.append(whole.devices[0].events[i]);
    part.devices[0].after.reset();
    part.devices[0].tensors = {};
    for (std::size_t i = 0; i < whole.devices[0].tensors.size(); ++i)
        if (whole.devices[0].tensors[i].event <= events)
            part.devices[0].tensors.append(std::span(&whole.devices[0].tensors[i], 1));
    return part;
}

QPoint middleOf(const TablePane& pane, int row)
{
    pane.table()->scrollTo(pane.rows().index(row, 1));
    return pane.table()->visualRect(pane.rows().index(row, 1)).center();
}

} // namespace

class TestTablesPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void everyTableIsFilled();
    void aChosenEventIsTheMoment();
    void aChosenAllocationIsTheSelectedBlock();
    void tablesFollowTheSelection();
    void frameworkFramesAreHidden();
    void filtersAndTheirEnd();
    void growingRunsAreFollowed();
    void partsOfAGrowingRun();
    void theChosenStackStaysWhenFramesAreHidden();
    void nothingIsFoundWhileHidden();
    void recordingsWithoutEventsSayWhy();
    void theWindowHasThem();
    void pictures_data();
    void pictures();
};

void TestTablesPage::everyTableIsFilled()
{
    ShownTables shown;
    QCOMPARE(std::size_t(shown.page.events()->rows().rowCount()), shown.state.history().eventCount());
    QVERIFY(!shown.state.areAllocationsWanted()); // events need no look at what was allocated
    shown.show(TablesPage::Allocations);
    const Attribution& known = shown.state.allocations()->attribution;
    QCOMPARE(std::size_t(shown.page.allocations()->rows().rowCount()), known.allocations.size());
    shown.show(TablesPage::Segments);
    QVERIFY(shown.page.segments()->rows().rowCount() > 0);
    shown.show(TablesPage::Stacks);
    QVERIFY(shown.page.stacks()->rows().rowCount() > 0);
    shown.show(TablesPage::Bars);
    QVERIFY(shown.page.histogram()->view()->barCount() > 0);
    QVERIFY2(shown.text("histogramSum").startsWith(u"%1 allocations"_s.arg(known.allocations.size())),
        qPrintable(shown.text("histogramSum")));
}

void TestTablesPage::aChosenEventIsTheMoment()
{
    ShownTables shown;
    const Device& device = shown.state.device();
    QTest::mouseClick(
        shown.page.events()->table()->viewport(), Qt::LeftButton, {}, middleOf(*shown.page.events(), 60));
    QCOMPARE(shown.state.cursor(), std::size_t(61)); // just after it
    QCOMPARE(shown.state.selectedAddress(), std::optional(device.events[60].address));
    shown.page.events()->table()->setFocus();
    QTest::keyClick(shown.page.events()->table(), Qt::Key_Up);
    QCOMPARE(shown.state.cursor(), std::size_t(60));
}

void TestTablesPage::aChosenAllocationIsTheSelectedBlock()
{
    ShownTables shown;
    shown.show(TablesPage::Allocations);
    TablePane& pane = *shown.page.allocations();
    QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, middleOf(pane, 40));
    const Allocation& chosen = shown.state.allocations()->attribution.allocations[40];
    QCOMPARE(shown.state.cursor(), chosen.event + 1);
    QCOMPARE(shown.state.selectedAddress(), std::optional(chosen.address));
}

void TestTablesPage::tablesFollowTheSelection()
{
    ShownTables shown;
    shown.state.setCursor(33);
    QTRY_COMPARE(shown.page.events()->table()->currentIndex().row(), 32);
    shown.show(TablesPage::Allocations);
    const Attribution& known = shown.state.allocations()->attribution;
    const Allocation& aim = known.allocations[50];
    shown.state.setCursor(aim.event + 1);
    shown.state.setSelectedAddress(aim.address + 5); // anywhere inside
    QTRY_COMPARE(shown.page.allocations()->table()->currentIndex().row(), 50);
    QCOMPARE(shown.state.cursor(), aim.event + 1);
    QCOMPARE(shown.state.selectedAddress(), std::optional(aim.address + 5)); // following changes nothing
    shown.state.setSelectedAddress({});
    QTRY_VERIFY(!shown.page.allocations()->table()->currentIndex().isValid());
}

void TestTablesPage::frameworkFramesAreHidden()
{
    ShownTables shown(recordingOf(u"cpp_stacks"_s));
    shown.show(TablesPage::Stacks);
    const int all = shown.page.stacks()->rows().rowCount();
    QTest::mouseClick(shown.page.findChild<QCheckBox*>(u"hideFramework"_s), Qt::LeftButton, {}, {8, 8});
    shown.settle();
    QVERIFY(shown.page.stacks()->rows().rowCount() < all);
    const auto rows = std::static_pointer_cast<const StackRows>(shown.page.stacks()->rows().source());
    const QString note =
        QLocale(QLocale::English).toString(qulonglong(rows->hiddenFrames())) + u" frames hidden"_s;
    QVERIFY2(shown.text("stacksCount").endsWith(note), qPrintable(shown.text("stacksCount")));
}

void TestTablesPage::filtersAndTheirEnd()
{
    ShownTables shown(recordingOf(u"graphs"_s));
    shown.show(TablesPage::Allocations);
    const int all = shown.page.allocations()->rows().rowCount();
    int sum = 0;
    for (PoolSlot pool = 0; pool < shown.state.device().pools.size(); ++pool) {
        shown.state.setFilter(MemoryFilter::ofPool(pool));
        shown.settle();
        sum += shown.page.allocations()->rows().rowCount();
    }
    QCOMPARE(sum, all);
    shown.state.setFilter(MemoryFilter::ofStream(999));
    shown.settle();
    QVERIFY(shown.text("allocationsEmpty").contains(u"Escape shows all of it"_s));
    shown.state.setFilter({});
    shown.settle();
    QCOMPARE(shown.page.allocations()->rows().rowCount(), all);
}

void TestTablesPage::growingRunsAreFollowed()
{
    const Recording whole = labelledTraining();
    ShownTables shown(beginningOf(whole, 100));
    QCOMPARE(shown.page.events()->rows().rowCount(), 100);
    shown.page.events()->search()->setText(u"alloc"_s);
    shown.settle();
    const int before = shown.page.events()->rows().rowCount();
    shown.state.setRecording(shared(beginningOf(whole, 200)), true);
    QTRY_VERIFY_WITH_TIMEOUT(shown.page.events()->rows().rowCount() > before, 60'000);
    shown.show(TablesPage::Allocations);
    const int allocations = shown.page.allocations()->rows().rowCount();
    shown.state.setRecording(shared(whole), true);
    QTRY_VERIFY_WITH_TIMEOUT(shown.page.allocations()->rows().rowCount() > allocations, 60'000);
}

// To which part of the memory an event belongs is found out more slowly than a run grows.
void TestTablesPage::partsOfAGrowingRun()
{
    const Recording whole = labelledTraining();
    ViewState state;
    auto follower = std::make_unique<GroupFollower>(state);
    TablesPage page(state);
    page.show();
    const auto text = [&page] { return page.findChild<QLabel*>(u"eventsEmpty"_s)->text(); };
    const auto rows = [&page] { return page.events()->rows().rowCount(); };
    state.setRecording(shared(beginningOf(whole, 100)), false);
    MemoryFilter filter = MemoryFilter::ofPool(0);
    filter.isLarge = false;
    state.setFilter(filter);
    QCOMPARE(rows(), 0);
    QCOMPARE(text(), u"Finding out what was allocated …"_s);
    QTRY_VERIFY_WITH_TIMEOUT(rows() > 0, 60'000);
    const int known = rows();
    follower.reset(); // from now on nothing more is found out
    state.setRecording(shared(whole), true);
    QTest::qWait(500);
    QTRY_VERIFY(!page.isBusy());
    QCOMPARE(rows(), known);
    state.setFilter({});
    QTRY_COMPARE(std::size_t(rows()), whole.devices[0].events.size());
    state.setFilter(filter);
    QTRY_COMPARE(rows(), known);
    QVERIFY(text().isEmpty());
}

void TestTablesPage::theChosenStackStaysWhenFramesAreHidden()
{
    ShownTables shown(recordingOf(u"cpp_stacks"_s));
    shown.show(TablesPage::Stacks);
    TablePane& pane = *shown.page.stacks();
    const auto source = [&pane] { return std::static_pointer_cast<const StackRows>(pane.rows().source()); };
    const int last = pane.rows().rowCount() - 1;
    QTest::mouseClick(pane.table()->viewport(), Qt::LeftButton, {}, middleOf(pane, last));
    const RowPlace chosen = source()->placeOf(static_cast<std::size_t>(last));
    shown.page.findChild<QCheckBox*>(u"hideFramework"_s)->setChecked(true);
    shown.settle();
    const QModelIndex now = pane.table()->currentIndex();
    QVERIFY(now.isValid());
    QVERIFY(now.row() < last);
    const auto wanted = source()->rowAt(*chosen.position, chosen.address);
    QCOMPARE(std::optional(pane.rows().rowAt(now.row())), wanted);
    const RowPlace joined = source()->placeOf(*wanted); // of the first of all stacks that are alike now
    shown.page.findChild<QCheckBox*>(u"hideFramework"_s)->setChecked(false);
    shown.settle();
    const QModelIndex again = pane.table()->currentIndex();
    QVERIFY(again.isValid());
    QCOMPARE(
        std::optional(pane.rows().rowAt(again.row())), source()->rowAt(*joined.position, joined.address));
}

void TestTablesPage::nothingIsFoundWhileHidden()
{
    ViewState state;
    GroupFollower follower(state);
    TablesPage page(state);
    page.showTable(TablesPage::Allocations);
    state.setRecording(shared(labelledTraining()), false);
    QTest::qWait(100);
    QVERIFY(!state.areAllocationsWanted());
    QVERIFY(!page.allocations()->rows().source());
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(page.allocations()->rows().rowCount() > 0, 60'000);
    page.hide();
    QVERIFY(!state.areAllocationsWanted());
}

void TestTablesPage::recordingsWithoutEventsSayWhy()
{
    Recording recording = recordingOf(u"segments_only"_s);
    recording.devices[0].events = {};
    ShownTables shown(std::move(recording));
    QVERIFY2(shown.text("eventsEmpty").contains(u"tells no events"_s), qPrintable(shown.text("eventsEmpty")));
    shown.show(TablesPage::Allocations);
    QVERIFY(shown.page.allocations()->rows().rowCount() > 0); // what the state holds
    Recording begun;
    begun.complete = false;
    begun.devices.emplace_back();
    shown.state.setRecording(shared(std::move(begun)), false);
    shown.show(TablesPage::Events);
    QVERIFY2(shown.text("eventsEmpty").contains(u"recorded yet"_s), qPrintable(shown.text("eventsEmpty")));
    shown.state.setRecording(nullptr, false);
    QCOMPARE(shown.text("eventsEmpty"), u"No recording is open."_s);
    QCOMPARE(shown.text("allocationsEmpty"), u"No recording is open."_s);
}

void TestTablesPage::theWindowHasThem()
{
    ViewState state;
    RecordingViews views(&state);
    views.resize(1500, 900);
    views.show();
    views.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&views));
    state.setRecording(shared(labelledTraining()), false);
    QTest::keySequence(views.timeline(), QKeySequence::Find);
    TablesPage* page = views.lower()->tables();
    QVERIFY(page->isVisible());
    QVERIFY(page->events()->search()->hasFocus());
    QTest::keyClicks(page->events()->search(), u"where:convolution alloc"_s);
    QTRY_VERIFY(!page->events()->isBusy());
    QVERIFY(page->events()->rows().rowCount() > 0);
    QVERIFY(page->events()->rows().rowCount() < 100);
    QTest::mouseClick(page->events()->table()->viewport(), Qt::LeftButton, {}, middleOf(*page->events(), 3));
    QCOMPARE(state.cursor(), page->events()->rows().rowAt(3) + 1);
    QTest::qWait(300);
    QVERIFY(views.grab().save(pictureFile(u"tables-window.png"_s)));
}

void TestTablesPage::pictures_data()
{
    QTest::addColumn<int>("scheme");
    QTest::addColumn<QString>("name");
    QTest::newRow("light") << static_cast<int>(ColourScheme::Light) << u"light"_s;
    QTest::newRow("dark") << static_cast<int>(ColourScheme::Dark) << u"dark"_s;
}

void TestTablesPage::pictures()
{
    QFETCH(int, scheme);
    QFETCH(QString, name);
    applyColourScheme(static_cast<ColourScheme>(scheme));
    ShownTables shown;
    shown.state.setCursor(70);
    const auto save = [&](const QString& what) {
        shown.settle();
        QVERIFY(shown.page.grab().save(pictureFile(u"tables-%1-%2.png"_s.arg(what, name))));
    };
    save(u"events"_s);
    shown.show(TablesPage::Allocations);
    shown.page.allocations()->search()->setText(u">64k -category:parameter"_s);
    save(u"allocations"_s);
    shown.show(TablesPage::Segments);
    save(u"segments"_s);
    shown.show(TablesPage::Bars);
    save(u"histogram"_s);
    shown.page.histogram()->setOf(HistogramOf::LifeEvents);
    shown.page.histogram()->setCountsBytes(true);
    save(u"lives"_s);
    shown.state.setRecording(shared(recordingOf(u"cpp_stacks"_s)), false);
    shown.page.findChild<QCheckBox*>(u"hideFramework"_s)->setChecked(true);
    shown.show(TablesPage::Stacks);
    save(u"stacks"_s);
}

QTEST_MAIN(TestTablesPage)
#include "tst_tables_page.moc"
