// SPDX-License-Identifier: GPL-3.0-or-later
// Every view by a real mouse and a real keyboard, on a recording that PyTorch made.
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "tests/window/real_input.h"
#include "ui/active_memory/active_memory_page.h"
#include "ui/compare/comparison_page.h"
#include "ui/devices/devices_page.h"
#include "ui/map/fragmentation_map.h"
#include "ui/memory/memory_page.h"
#include "ui/scopes/scopes_page.h"
#include "ui/segment_history/segment_history_page.h"
#include "ui/steps/steps_page.h"
#include "ui/tables/table_pane.h"
#include "ui/tables/tables_page.h"
#include "ui/tiles/tile_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/whatif/what_if_page.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"

#include <QDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QScreen>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

void screenshot(const QString& name)
{
    QTest::qWait(300); // the X server draws
    QGuiApplication::primaryScreen()->grabWindow(0).save(pictureFile(name));
}

} // namespace

class TestRealViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void everyViewComesByName_data();
    void everyViewComesByName();
    void aBandIsClicked();
    void theWheelZoomsAndIsUndone();
    void tablesAreSearched();
    void eventsAreSteppedThrough();
    void playingMovesTheCursor();

private:
    void command(const QString& words);
    LowerViews& lower() { return *m_fixture->window->views()->lower(); }
    ViewState& state() { return *m_fixture->window->viewState(); }

    std::unique_ptr<WindowManager> m_windowManager;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestRealViews::initTestCase()
{
    QVERIFY2(QGuiApplication::platformName() == QLatin1String("xcb"), "this test needs an X server");
    m_windowManager = std::make_unique<WindowManager>();
    QVERIFY2(m_windowManager->isStarted(), "openbox could not be started");
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->window->resize(1500, 920);
    m_fixture->open(testDataFile(QStringLiteral("vgg.pickle")));
    QVERIFY(m_fixture->eventCount() > 100);
}

void TestRealViews::init()
{
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get(), patience));
    state().fitRange();
}

// By the palette: as somebody does who knows no menus.
void TestRealViews::command(const QString& words)
{
    pressKeys(QStringLiteral("ctrl+shift+p"));
    QDialog* palette = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(
        (palette = m_fixture->window->findChild<QDialog*>(QStringLiteral("commandPalette"))), patience);
    QVERIFY(QTest::qWaitForWindowActive(palette, patience));
    typeText(words);
    QTRY_COMPARE_WITH_TIMEOUT(palette->findChild<QLineEdit*>()->text(), words, patience);
    pressKeys(QStringLiteral("Return"));
    QTRY_VERIFY_WITH_TIMEOUT(
        !m_fixture->window->findChild<QDialog*>(QStringLiteral("commandPalette")), patience);
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get(), patience));
}

void TestRealViews::everyViewComesByName_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QWidget*>("page");
    QTest::newRow("map") << "map" << static_cast<QWidget*>(lower().map());
    QTest::newRow("what-if") << "what if" << static_cast<QWidget*>(lower().whatIf());
    QTest::newRow("memory") << "view memory" << static_cast<QWidget*>(lower().memory());
    QTest::newRow("scopes") << "scopes" << static_cast<QWidget*>(lower().scopes());
    QTest::newRow("steps") << "view steps" << static_cast<QWidget*>(lower().steps());
    QTest::newRow("active-memory") << "active memory" << static_cast<QWidget*>(lower().activeMemory());
    QTest::newRow("segments") << "view segments" << static_cast<QWidget*>(lower().segmentHistory());
    QTest::newRow("tables") << "tables" << static_cast<QWidget*>(lower().tables());
}

void TestRealViews::everyViewComesByName()
{
    QFETCH(const QString, command);
    QFETCH(QWidget* const, page);
    this->command(command);
    QTRY_VERIFY_WITH_TIMEOUT(page->isVisible() && !page->visibleRegion().isEmpty(), patience);
    screenshot(QStringLiteral("real-view-%1.png").arg(QLatin1String(QTest::currentDataTag())));
}

void TestRealViews::aBandIsClicked()
{
    command(QStringLiteral("active memory"));
    ActiveMemoryPage& page = *lower().activeMemory();
    QTRY_VERIFY_WITH_TIMEOUT(page.isVisible() && page.isSettled(), patience);
    moveMouseTo(page.canvas());
    QTRY_VERIFY_WITH_TIMEOUT(page.canvas()->hovered(), patience);
    clickOn(page.canvas());
    QTRY_VERIFY_WITH_TIMEOUT(page.canvas()->selected() && state().selectedAddress(), patience);
    // The same block, on the map and in the details.
    QVERIFY(state().segments());
    screenshot(QStringLiteral("real-band.png"));
    pressKeys(QStringLiteral("Escape"));
    QTRY_VERIFY_WITH_TIMEOUT(!state().selectedAddress(), patience);
}

void TestRealViews::theWheelZoomsAndIsUndone()
{
    const double whole = state().rangeEnd() - state().rangeBegin();
    const auto width = [this] { return state().rangeEnd() - state().rangeBegin(); };
    moveMouseTo(m_fixture->window->views()->timeline());
    xdotool({QStringLiteral("click"), QStringLiteral("4")}); // the wheel, away from oneself
    QTRY_VERIFY_WITH_TIMEOUT(width() < whole * 0.95, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().undoLook->isEnabled(), patience);
    pressKeys(QStringLiteral("ctrl+z"));
    QTRY_COMPARE_WITH_TIMEOUT(width(), whole, patience);
}

void TestRealViews::tablesAreSearched()
{
    command(QStringLiteral("tables"));
    TablesPage& page = *lower().tables();
    QTRY_VERIFY_WITH_TIMEOUT(page.isVisible(), patience);
    page.showTable(TablesPage::Allocations);
    QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy() && page.allocations()->rows().rowCount() > 100, patience);
    const int all = page.allocations()->rows().rowCount();
    pressKeys(QStringLiteral("ctrl+f"));
    QTRY_VERIFY_WITH_TIMEOUT(page.allocations()->search()->hasFocus(), patience);
    typeText(QStringLiteral("size>1MiB"));
    QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy() && page.allocations()->rows().rowCount() < all, patience);
    QVERIFY(page.allocations()->rows().rowCount() > 0);
    screenshot(QStringLiteral("real-search.png"));
    page.allocations()->search()->clear();
}

void TestRealViews::eventsAreSteppedThrough()
{
    command(QStringLiteral("map"));
    clickOn(m_fixture->window->views()->timeline());
    QTRY_VERIFY_WITH_TIMEOUT(!state().followsEnd(), patience);
    const std::size_t cursor = state().cursor();
    pressKeys(QStringLiteral("period"));
    QTRY_COMPARE_WITH_TIMEOUT(state().cursor(), cursor + 1, patience);
    pressKeys(QStringLiteral("comma"));
    QTRY_COMPARE_WITH_TIMEOUT(state().cursor(), cursor, patience);
}

void TestRealViews::playingMovesTheCursor()
{
    clickOn(m_fixture->window->views()->timeline());
    QTRY_VERIFY_WITH_TIMEOUT(!state().followsEnd(), patience);
    const std::size_t cursor = state().cursor();
    pressKeys(QStringLiteral("ctrl+space"));
    QTRY_VERIFY_WITH_TIMEOUT(state().cursor() > cursor, patience);
    pressKeys(QStringLiteral("ctrl+space"));
}

QTEST_MAIN(TestRealViews)
#include "tst_real_views.moc"
