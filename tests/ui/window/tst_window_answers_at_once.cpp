// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/event_loop_watchdog.h"
#include "tests/ui/window/long_snapshot.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/live/recorder_process.h"
#include "ui/navigation/player.h"
#include "ui/tables/table_pane.h"
#include "ui/tables/tables_page.h"
#include "ui/timeline/navigation.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/live_controller.h"
#include "ui/window/lower_views.h"
#include "ui/window/navigator.h"
#include "ui/window/recording_views.h"

#include <QLineEdit>
#include <QTabBar>
#include <QTableView>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

constexpr int longEvents = 1'000'000;
// The window may not be away for longer, by its own work; what the machine does beside it is no fault, but
// neither may the window's thread wait for others.
constexpr qint64 mostWork = 100; // milliseconds
constexpr qint64 mostLateness = 1000;
constexpr int settle = 400; // milliseconds in which workers deliver

} // namespace

// The event loop is never away for long, whatever one does with a recording of a million events.
class TestWindowAnswersAtOnce : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyPageIsShown_data();
    void everyPageIsShown();
    void zoomAndPan();
    void theCursorJumps();
    void playing();
    void aFilterComesAndGoes();
    void theAxisChanges();
    void placesAreVisited();
    void searchAndSort_data();
    void searchAndSort();
    void recording(); // the last one: another recording is open then

private:
    void check(const char* what)
    {
        QTest::qWait(settle);
        qInfo("%s: %lld ms of work, %lld ms late", what, m_watchdog.worstWork(), m_watchdog.worstLateness());
        QVERIFY2(m_watchdog.worstWork() <= mostWork, qPrintable(QString::number(m_watchdog.worstWork())));
        QVERIFY2(m_watchdog.worstLateness() <= mostLateness,
            qPrintable(QString::number(m_watchdog.worstLateness())));
    }
    ViewState& state() { return *m_fixture.window->viewState(); }

    WindowFixture m_fixture;
    EventLoopWatchdog m_watchdog;
};

void TestWindowAnswersAtOnce::initTestCase()
{
    const QString file = m_fixture.path(QStringLiteral("long.pickle"));
    QVERIFY(writeLongSnapshot(file, longEvents, true));
    m_fixture.window->resize(1400, 900);
    m_fixture.open(file);
    QVERIFY(m_fixture.eventCount() > longEvents / 2);
    QTest::qWait(settle);
}

void TestWindowAnswersAtOnce::everyPageIsShown_data()
{
    QTest::addColumn<int>("tab");
    const auto* tabs = m_fixture.window->findChild<QTabBar*>(QStringLiteral("lowerTabs"));
    for (int tab = 0; tab < tabs->count(); ++tab)
        QTest::newRow(qPrintable(tabs->tabText(tab))) << tab;
}

void TestWindowAnswersAtOnce::everyPageIsShown()
{
    QFETCH(const int, tab);
    auto* tabs = m_fixture.window->findChild<QTabBar*>(QStringLiteral("lowerTabs"));
    QTest::qWait(settle);
    m_watchdog.forget();
    tabs->setCurrentIndex(tab);
    QTest::qWait(5 * settle); // its first answer is on the way
    state().setCursor(m_fixture.eventCount() / 3);
    QTest::qWait(settle);
    state().setRange(
        static_cast<double>(m_fixture.eventCount()) / 4, static_cast<double>(m_fixture.eventCount()) / 2);
    check(QTest::currentDataTag());
    state().fitRange();
}

void TestWindowAnswersAtOnce::zoomAndPan()
{
    m_fixture.window->views()->lower()->showMap();
    QTest::qWait(settle);
    m_watchdog.forget();
    const auto whole = static_cast<double>(m_fixture.eventCount());
    for (double width = whole; width > 10; width /= 1.5) {
        state().setRange(whole / 2 - width / 2, whole / 2 + width / 2);
        QTest::qWait(10);
    }
    for (double begin = 0; begin < whole * 0.9; begin += whole / 50) {
        state().setRange(begin, begin + whole / 10);
        QTest::qWait(10);
    }
    check("zoom and pan");
    state().fitRange();
}

void TestWindowAnswersAtOnce::theCursorJumps()
{
    m_watchdog.forget();
    const std::size_t count = m_fixture.eventCount();
    for (std::size_t i = 0; i < 40; ++i) { // to and fro, as far as it goes
        state().setCursor(i % 2 == 0 ? count * i / 80 : count - count * i / 80);
        QTest::qWait(10);
    }
    check("the cursor jumps");
}

void TestWindowAnswersAtOnce::playing()
{
    m_watchdog.forget();
    Player& player = m_fixture.window->navigator()->player();
    for (const double speed : {100.0, 10'000.0, 1'000'000.0}) {
        player.setSpeed(speed);
        player.play(Player::Direction::Forward);
        QTest::qWait(settle);
        player.play(Player::Direction::Back);
        QTest::qWait(settle);
    }
    player.stop();
    check("playing");
}

void TestWindowAnswersAtOnce::aFilterComesAndGoes()
{
    m_watchdog.forget();
    state().setFilter(MemoryFilter::ofStream(StreamSlot(0)));
    QTest::qWait(settle);
    state().setFilter({});
    check("a filter");
}

void TestWindowAnswersAtOnce::theAxisChanges()
{
    m_watchdog.forget();
    state().setAxis(TimeAxis::Time);
    QTest::qWait(settle);
    state().setAxis(TimeAxis::Events);
    check("the axis");
}

void TestWindowAnswersAtOnce::placesAreVisited()
{
    m_watchdog.forget();
    const WindowActions& actions = m_fixture.window->actions();
    for (QAction* action : {actions.nextPeak, actions.previousPeak, actions.nextPin, actions.back,
             actions.undoLook, actions.forward, actions.freeCurves, actions.freeCurves}) {
        action->trigger();
        QTest::qWait(settle / 4);
    }
    check("places");
}

void TestWindowAnswersAtOnce::searchAndSort_data()
{
    QTest::addColumn<int>("table");
    QTest::newRow("events") << static_cast<int>(TablesPage::Events);
    QTest::newRow("allocations") << static_cast<int>(TablesPage::Allocations);
}

void TestWindowAnswersAtOnce::searchAndSort()
{
    QFETCH(const int, table);
    m_fixture.window->views()->lower()->showTables();
    TablesPage& page = *m_fixture.window->views()->lower()->tables();
    page.showTable(static_cast<TablesPage::Tab>(table));
    TablePane& pane = *(table == TablesPage::Events ? page.events() : page.allocations());
    QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy() && pane.rows().rowCount() > longEvents / 4, patience);
    m_watchdog.forget();
    for (int column = 0; column < pane.rows().columnCount(); ++column) {
        pane.table()->sortByColumn(column, column % 2 == 0 ? Qt::DescendingOrder : Qt::AscendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), patience);
    }
    const int all = pane.rows().rowCount();
    QTest::keyClicks(pane.search(), QStringLiteral("512"));
    QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy() && pane.rows().rowCount() < all, patience);
    pane.search()->clear();
    QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy() && pane.rows().rowCount() == all, patience);
    check(QTest::currentDataTag());
}

void TestWindowAnswersAtOnce::recording()
{
    m_fixture.window->views()->lower()->showMap();
    QTest::qWait(settle);
    m_watchdog.forget();
    m_fixture.window->startRecording(m_fixture.runOptions(QStringLiteral("train")));
    LiveController& live = *m_fixture.window->live();
    QTRY_VERIFY_WITH_TIMEOUT(live.recorder() && live.recorder()->newest().status.step >= 20, patience);
    live.stop();
    QTRY_COMPARE_WITH_TIMEOUT(live.recorder()->state(), RecorderProcess::State::Finished, patience);
    check("recording");
}

QTEST_MAIN(TestWindowAnswersAtOnce)
#include "tst_window_answers_at_once.moc"
