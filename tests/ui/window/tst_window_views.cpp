// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/map/fragmentation_map.h"
#include "ui/memory/memory_page.h"
#include "ui/tables/table_pane.h"
#include "ui/tables/tables_page.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_pages.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"
#include "ui/window/settled_view.h"
#include "ui/window/view_dock.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTabBar>
#include <QTableView>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

// Whatever is where this letter would be underlined.
QString mnemonicOf(QString text)
{
    text.remove(QStringLiteral("&&"));
    const auto place = text.indexOf(QLatin1Char('&'));
    return place < 0 ? QString() : text.mid(place + 1, 1).toLower();
}

void checkMnemonics(const QString& path, const QList<QAction*>& actions)
{
    QSet<QString> seen;
    for (const QAction* action : actions) {
        if (action->isSeparator())
            continue;
        const QString letter = mnemonicOf(action->text());
        QVERIFY2(!letter.isEmpty(), qPrintable(path + action->text()));
        QVERIFY2(!seen.contains(letter), qPrintable(path + action->text()));
        seen.insert(letter);
        if (action->menu())
            checkMnemonics(path + action->text() + QLatin1String(" > "), action->menu()->actions());
    }
}

struct OpenFixture : WindowFixture {
    explicit OpenFixture(const char* file = "vgg.pickle")
    {
        window->resize(1400, 900);
        open(testDataFile(QLatin1String(file)));
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get(), patience));
    }

    LowerViews& lower() const { return *window->views()->lower(); }
    QAction& show(DockedView view) const { return *window->actions().view(view); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) const
    {
        QTest::keyClick(
            QApplication::focusWidget() ? QApplication::focusWidget() : window.get(), key, modifiers);
    }
};

} // namespace

class TestWindowViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void everyViewHasAnEntry();
    void keysShowViews_data();
    void keysShowViews();
    void noShortcutIsTakenTwice();
    void everyLetterIsUnderlinedOnce();
    void viewsAreReachedInTurn();
    void viewsAreArrangedByKeys();
    void findWorksWhereverTheKeyboardIs();
    void findSearchesTheCurrentView();
    void theArrangementIsRemembered();
    void theStartPageHasNoViews();
    void windowsOfViewsTakeTheKeys();
    void smallWindowsStaySmall();
    void anotherRecordingFreesTheFirst();
};

void TestWindowViews::everyViewHasAnEntry()
{
    const OpenFixture fixture;
    const QString keys = keysPage(fixture.window->actions());
    for (const DockedViewInfo& info : dockedViewInfos()) {
        const QAction& action = fixture.show(info.view);
        QVERIFY2(!action.shortcut().isEmpty(), info.name);
        QVERIFY2(!action.statusTip().isEmpty(), info.name);
        QVERIFY2(keys.contains(action.statusTip().toHtmlEscaped()), info.name);
        QVERIFY2(keys.contains(action.shortcut().toString(QKeySequence::NativeText)), info.name);
    }
    fixture.window->actions().palette->trigger();
    const auto* palette = fixture.window->findChild<CommandPalette*>();
    QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("view views active"));
    QCOMPARE(palette->findChild<QListWidget*>()->count(), 1);
    QVERIFY(palette->findChild<QListWidget*>()->item(0)->text().contains(QStringLiteral("Alt+8")));
}

void TestWindowViews::keysShowViews_data()
{
    QTest::addColumn<int>("view");
    for (const DockedViewInfo& info : dockedViewInfos())
        if (info.view != DockedView::Devices && info.view != DockedView::Compared)
            QTest::newRow(info.name) << static_cast<int>(info.view);
}

void TestWindowViews::keysShowViews()
{
    QFETCH(const int, view);
    const auto which = static_cast<DockedView>(view);
    const OpenFixture fixture;
    const auto keys = fixture.show(which).shortcuts();
    for (const QKeySequence& each : keys) {
        fixture.lower().showView(which == DockedView::Map ? DockedView::Tables : DockedView::Map);
        fixture.window->views()->timeline()->setFocus();
        QTest::keySequence(QApplication::focusWidget(), each);
        QVERIFY(fixture.lower().isSeen(which));
        QVERIFY(fixture.lower().dock(which)->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(fixture.lower().currentView(), std::optional(which));
    }
    fixture.lower().closeView(which);
    QVERIFY(!fixture.lower().isSeen(which));
    QTest::keySequence(QApplication::focusWidget(), keys.front());
    QVERIFY(fixture.lower().isSeen(which));
}

// Of the whole window: a shortcut of a page that the window also has would do nothing at all.
void TestWindowViews::noShortcutIsTakenTwice()
{
    const OpenFixture fixture;
    QMap<QString, QString> owners;
    for (const QAction* action : fixture.window->findChildren<QAction*>()) {
        if (action->shortcutContext() == Qt::WidgetShortcut)
            continue; // copies, say, what has the keyboard
        for (const QKeySequence& keys : action->shortcuts()) {
            const QString text = keys.toString();
            QVERIFY2(!owners.contains(text),
                qPrintable(text + QLatin1Char(' ') + owners[text] + QLatin1Char(' ') + action->text()));
            owners[text] = action->text();
        }
    }
    QVERIFY(owners.size() > 60);
}

void TestWindowViews::everyLetterIsUnderlinedOnce()
{
    const OpenFixture fixture;
    fixture.window->actions().recent->clear(); // names of files
    checkMnemonics({}, fixture.window->menuBar()->actions());
}

void TestWindowViews::viewsAreReachedInTurn()
{
    const OpenFixture fixture;
    fixture.window->views()->timeline()->setFocus();
    QSet<DockedView> reached;
    std::size_t open = 0;
    for (const DockedViewInfo& info : dockedViewInfos())
        open += fixture.lower().isOpen(info.view) ? 1 : 0;
    QCOMPARE(open, dockedViewCount - 2);
    for (std::size_t i = 0; i < open; ++i) {
        fixture.press(Qt::Key_Tab, Qt::ControlModifier);
        const auto now = fixture.lower().currentView();
        QVERIFY(now && fixture.lower().dock(*now)->isAncestorOf(QApplication::focusWidget()));
        reached.insert(*now);
    }
    QCOMPARE(static_cast<std::size_t>(reached.size()), open);
    fixture.press(Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(fixture.window->views()->timeline()->isAncestorOf(QApplication::focusWidget()));
    fixture.press(Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(fixture.lower().currentView(), std::optional(DockedView::Details));
    QTest::keySequence(QApplication::focusWidget(), fixture.window->actions().timeline->shortcut());
    QVERIFY(fixture.window->views()->timeline()->isAncestorOf(QApplication::focusWidget()));
}

void TestWindowViews::viewsAreArrangedByKeys()
{
    const OpenFixture fixture;
    const WindowActions& actions = fixture.window->actions();
    fixture.show(DockedView::ActiveMemory).trigger();
    QTest::keySequence(QApplication::focusWidget(), actions.besideView->shortcut());
    QVERIFY(fixture.lower().isSeen(DockedView::ActiveMemory));
    fixture.show(DockedView::Map).trigger();
    QVERIFY(fixture.lower().isSeen(DockedView::Map));
    QVERIFY(fixture.lower().isSeen(DockedView::ActiveMemory)); // side by side
    fixture.show(DockedView::ActiveMemory).trigger();
    QTest::keySequence(QApplication::focusWidget(), actions.closeView->shortcut());
    QVERIFY(!fixture.lower().isOpen(DockedView::ActiveMemory));
    QVERIFY(fixture.window->isAncestorOf(QApplication::focusWidget()));
    fixture.show(DockedView::Tables).trigger();
    QTest::keySequence(QApplication::focusWidget(), actions.floatView->shortcut());
    QVERIFY(fixture.lower().isFloating(DockedView::Tables));
    fixture.lower().focusView(DockedView::Tables);
    QTest::keySequence(fixture.window.get(), actions.floatView->shortcut());
    QVERIFY(!fixture.lower().isFloating(DockedView::Tables));
    QTest::keySequence(QApplication::focusWidget(), actions.resetLayout->shortcut());
    QVERIFY(fixture.lower().isOpen(DockedView::ActiveMemory));
    QVERIFY(fixture.lower().isSeen(DockedView::Map));
    QVERIFY(!fixture.lower().isSeen(DockedView::ActiveMemory));
}

void TestWindowViews::findWorksWhereverTheKeyboardIs()
{
    const OpenFixture fixture;
    const auto* search = fixture.lower().tables()->events()->search();
    QList<QWidget*> places = {fixture.window->views()->timeline(),
        fixture.window->findChild<QWidget*>(QStringLiteral("details")),
        fixture.lower().findChild<QTabBar*>(QStringLiteral("lowerTabs")),
        fixture.lower().tables()->events()->table()};
    for (QComboBox* box : fixture.window->findChildren<QComboBox*>())
        if (box->isVisible())
            places << box; // those of the header
    QVERIFY(places.size() > 5);
    for (QWidget* place : places) {
        if (!fixture.lower().tables()->isAncestorOf(place))
            fixture.lower().showMap();
        place->setFocus();
        QVERIFY(QApplication::focusWidget() != search);
        QTest::keySequence(QApplication::focusWidget(), QKeySequence::Find);
        QVERIFY2(search->hasFocus(), qPrintable(place->objectName()));
    }
}

void TestWindowViews::findSearchesTheCurrentView()
{
    const OpenFixture fixture;
    const auto find = [&] { QTest::keySequence(fixture.window->views()->timeline(), QKeySequence::Find); };
    const auto focusName = [] { return QApplication::focusWidget()->objectName(); };
    fixture.lower().showMemory();
    QTRY_VERIFY_WITH_TIMEOUT(fixture.lower().memory()->facts() != nullptr, patience);
    find();
    QCOMPARE(focusName(), QStringLiteral("flameSearch"));
    fixture.lower().memory()->showTensors(true);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.lower().memory()->findChild<QLineEdit*>(QStringLiteral("tensorSearch"))->isVisible(),
        patience);
    find();
    QCOMPARE(focusName(), QStringLiteral("tensorSearch"));
    fixture.lower().showTables();
    find();
    QVERIFY(fixture.lower().tables()->events()->search()->hasFocus());
    fixture.lower().showSteps();
    find(); // has none
    QVERIFY(fixture.lower().isSeen(DockedView::Tables));
    fixture.lower().closeView(DockedView::Tables);
    find();
    QVERIFY(fixture.lower().tables()->events()->search()->hasFocus());
}

void TestWindowViews::theArrangementIsRemembered()
{
    OpenFixture fixture;
    fixture.lower().setBeside(DockedView::ActiveMemory, true);
    fixture.lower().closeView(DockedView::Steps);
    fixture.lower().showScopes();
    const int width = fixture.lower().dock(DockedView::ActiveMemory)->width();
    fixture.window->close();
    fixture.reopen();
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QVERIFY(fixture.lower().isSeen(DockedView::ActiveMemory));
    QVERIFY(fixture.lower().isBeside(DockedView::ActiveMemory));
    QVERIFY(fixture.lower().isSeen(DockedView::Scopes));
    QVERIFY(!fixture.lower().isOpen(DockedView::Steps));
    QTRY_VERIFY(qAbs(fixture.lower().dock(DockedView::ActiveMemory)->width() - width) <= 3);
    // A window in which no recording was opened forgets nothing.
    fixture.window->close();
    fixture.reopen();
    fixture.window->close();
    fixture.reopen();
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QVERIFY(fixture.lower().isSeen(DockedView::ActiveMemory));
    // Nor does one that was left on its start page.
    fixture.lower().setFloating(DockedView::Tables, true);
    fixture.window->showStartPage();
    QVERIFY(!fixture.lower().tables()->isVisible());
    fixture.window->close();
    fixture.reopen();
    QVERIFY(!fixture.lower().tables()->isVisible());
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QTRY_VERIFY(fixture.lower().tables()->isVisible());
    QVERIFY(fixture.lower().isFloating(DockedView::Tables));
    fixture.window->actions().resetLayout->trigger();
    QVERIFY(!fixture.lower().isFloating(DockedView::Tables));
    QVERIFY(fixture.lower().isOpen(DockedView::Steps));
}

void TestWindowViews::theStartPageHasNoViews()
{
    const OpenFixture fixture;
    const WindowActions& actions = fixture.window->actions();
    QVERIFY(fixture.show(DockedView::Tables).isEnabled());
    QVERIFY(!fixture.show(DockedView::Devices).isEnabled()); // one device
    QVERIFY(!fixture.show(DockedView::Compared).isEnabled());
    fixture.window->showStartPage();
    for (const DockedViewInfo& info : dockedViewInfos()) {
        QVERIFY(!fixture.show(info.view).isEnabled());
        QVERIFY(!actions.exportViews[indexOf(info.view)]->isEnabled());
    }
    for (const QAction* action : {actions.find, actions.nextView, actions.closeView, actions.resetLayout})
        QVERIFY(!action->isEnabled());
}

void TestWindowViews::windowsOfViewsTakeTheKeys()
{
    const OpenFixture fixture;
    fixture.lower().setFloating(DockedView::Tables, true);
    fixture.lower().focusView(DockedView::Tables);
    QWidget* table = fixture.lower().tables()->events()->table();
    table->setFocus();
    QTRY_COMPARE(QApplication::activeWindow(), table->window());
    ViewState& state = *fixture.window->viewState();
    state.setRange(100, 200);
    QTest::keyClick(table, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(state.rangeBegin(), 0.0);
    QTest::keySequence(table, fixture.show(DockedView::Map).shortcut());
    QTRY_VERIFY(fixture.lower().dock(DockedView::Map)->isAncestorOf(QApplication::focusWidget()));
}

void TestWindowViews::smallWindowsStaySmall()
{
    const OpenFixture fixture;
    fixture.window->resize(900, 600);
    for (const DockedViewInfo& info : dockedViewInfos()) {
        if (!fixture.lower().isMeaningful(info.view))
            continue;
        fixture.lower().showView(info.view);
        QTest::qWait(20);
        const QSize least = fixture.window->minimumSizeHint();
        const QString found =
            QStringLiteral("%1 needs %2 x %3")
                .arg(info.title, QString::number(least.width()), QString::number(least.height()));
        QVERIFY2(least.width() <= 900 && least.height() <= 600, qPrintable(found));
        QCOMPARE(fixture.window->size(), QSize(900, 600));
    }
    QVERIFY(fixture.window->views()->timeline()->height() >= 140);
}

// Whatever views had asked about it, or found.
void TestWindowViews::anotherRecordingFreesTheFirst()
{
    OpenFixture fixture;
    ViewState& state = *fixture.window->viewState();
    const auto isSettled = [&] { return isSettledView(state, *fixture.window->views()); };
    fixture.window->views()->map()->setColourBy(ColourClass::Size);
    state.setColourBy(GroupBy::Category);
    MemoryFilter filter;
    filter.isLarge = true;
    state.setFilter(filter);
    for (const DockedViewInfo& info : dockedViewInfos()) {
        fixture.lower().showView(info.view);
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), patience);
    }
    const std::weak_ptr<const AnalyzedRecording> first = state.recording();
    const std::weak_ptr<const GroupedDevice> allocations = state.allocations();
    QVERIFY(!first.expired() && !allocations.expired());
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    QTRY_VERIFY_WITH_TIMEOUT(isSettled() && allocations.expired(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(first.expired(), patience);
}

QTEST_MAIN(TestWindowViews)
#include "tst_window_views.moc"
