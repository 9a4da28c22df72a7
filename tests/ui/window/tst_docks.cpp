// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/dock_fixture.h"

#include <QToolButton>

using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

// Keys that come to a window, from wherever they were pressed.
class KeyCounter : public QObject {
public:
    explicit KeyCounter(QWidget& window) { window.installEventFilter(this); }

    int pressed = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        pressed += event->type() == QEvent::KeyPress ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

class TestDocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theyBeginAsTabs();
    void whatIsBehindRests();
    void theFrontIsKnownBeforeTheWindow();
    void sideBySide();
    void aWindowOfItsOwn();
    void aTabIsDraggedOut();
    void severalShareAWindow();
    void closedAndHadBack();
    void meaninglessOnesAreAway();
    void theKeyboardGoesRound();
    void tabsSayWhatTheyShow();
    void titlesOnlyWhereNoTabSaysIt();
};

void TestDocks::theyBeginAsTabs()
{
    Area docks;
    docks.show();
    QCOMPARE(docks.tabs().size(), std::size_t(1));
    const QTabBar* bar = docks.tabs().front();
    QCOMPARE(bar->count(), 3);
    QCOMPARE(bar->tabText(0), QStringLiteral("Map"));
    QCOMPARE(bar->tabText(2), QStringLiteral("Tables"));
    QCOMPARE(bar->currentIndex(), 0);
    QCOMPARE(bar->shape(), QTabBar::RoundedNorth);
    QVERIFY(docks.isSeen(DockedView::Map));
    QVERIFY(docks.isSeen(DockedView::Details));
    QVERIFY(docks.placeOf(DockedView::Map).top() > docks.stays->geometry().bottom());
    QVERIFY(docks.placeOf(DockedView::Details).left() > docks.stays->geometry().right());
    // Beside both rows.
    QVERIFY(docks.placeOf(DockedView::Details).bottom() > docks.placeOf(DockedView::Map).top());
}

void TestDocks::whatIsBehindRests()
{
    Area docks;
    docks.show();
    QTRY_VERIFY(!docks.isSeen(DockedView::Memory));
    QCOMPARE(docks.page(DockedView::Memory).shown, 0);
    QCOMPARE(docks.page(DockedView::Tables).shown, 0);
    docks.area.showView(DockedView::Memory);
    QVERIFY(docks.isSeen(DockedView::Memory)); // at once
    QVERIFY(!docks.isSeen(DockedView::Map));
    QCOMPARE(docks.page(DockedView::Map).hidden, 1);
    docks.tabs().front()->setCurrentIndex(2);
    QVERIFY(docks.isSeen(DockedView::Tables));
    QVERIFY(!docks.isSeen(DockedView::Memory));
    QCOMPARE(docks.page(DockedView::Memory).shown, 1);
    // Without a cause nothing comes and goes.
    QTest::qWait(50);
    QCOMPARE(docks.page(DockedView::Tables).shown, 1);
    QCOMPARE(docks.page(DockedView::Memory).shown, 1);
    docks.window.resize(900, 600);
    QTest::qWait(50);
    QCOMPARE(docks.page(DockedView::Tables).shown, 1);
    QCOMPARE(docks.page(DockedView::Memory).shown, 1);
}

void TestDocks::theFrontIsKnownBeforeTheWindow()
{
    Area docks;
    docks.area.showView(DockedView::Tables);
    docks.show();
    QVERIFY(docks.isSeen(DockedView::Tables));
    QVERIFY(!docks.isSeen(DockedView::Map));
}

void TestDocks::sideBySide()
{
    Area docks;
    docks.show();
    docks.area.setBeside(DockedView::Memory, true);
    QVERIFY(docks.isSeen(DockedView::Map));
    QVERIFY(docks.isSeen(DockedView::Memory));
    QVERIFY(docks.area.isBeside(DockedView::Memory));
    QVERIFY(docks.placeOf(DockedView::Memory).left() > docks.placeOf(DockedView::Map).right());
    QVERIFY(docks.placeOf(DockedView::Memory).width() > 150);
    QCOMPARE(docks.tabs().front()->count(), 2);
    docks.area.setBeside(DockedView::Memory, false);
    QVERIFY(!docks.area.isBeside(DockedView::Memory));
    QVERIFY(docks.isSeen(DockedView::Memory));
    QVERIFY(!docks.isSeen(DockedView::Map));
    QCOMPARE(docks.tabs().front()->count(), 3);
    // As a person drags it, to any edge.
    docks.area.addDockWidget(Qt::LeftDockWidgetArea, docks.area.dock(DockedView::Memory));
    QTRY_VERIFY(docks.isSeen(DockedView::Map) != docks.isSeen(DockedView::Tables));
    QVERIFY(docks.isSeen(DockedView::Memory));
    QTRY_VERIFY(docks.placeOf(DockedView::Memory).right() < docks.stays->geometry().left());
    docks.area.tabifyDockWidget(docks.area.dock(DockedView::Details), docks.area.dock(DockedView::Tables));
    QTRY_COMPARE(docks.tabs().size(), std::size_t(1)); // of the two at the right; the map is alone
    QTRY_VERIFY(docks.isSeen(DockedView::Tables) != docks.isSeen(DockedView::Details));
}

void TestDocks::aWindowOfItsOwn()
{
    Area docks;
    docks.show();
    docks.area.setFloating(DockedView::Memory, true);
    QVERIFY(docks.isSeen(DockedView::Memory));
    QVERIFY(docks.isSeen(DockedView::Map));
    QVERIFY(docks.page(DockedView::Memory).window() != &docks.window);
    QVERIFY(docks.area.isFloating(DockedView::Memory));
    QTRY_COMPARE(docks.tabs().front()->count(), 2);
    docks.area.setFloating(DockedView::Memory, false);
    QVERIFY(docks.isSeen(DockedView::Memory));
    QCOMPARE(docks.page(DockedView::Memory).window(), &docks.window);
    QCOMPARE(docks.tabs().front()->count(), 3);
}

// By the mouse, as a person does it.
void TestDocks::aTabIsDraggedOut()
{
    Area docks;
    docks.show();
    QTabBar* bar = docks.tabs().front();
    const QPoint start = bar->tabRect(1).center();
    QTest::mousePress(bar, Qt::LeftButton, {}, start);
    for (const QPoint& by : {QPoint(15, 0), QPoint(30, 5), QPoint(60, 900), QPoint(60, 1000)})
        QTest::mouseMove(bar, start + by);
    QTest::mouseRelease(bar, Qt::LeftButton, {}, start + QPoint(60, 1000));
    QTRY_VERIFY(docks.area.isFloating(DockedView::Memory));
    QTRY_VERIFY(docks.isSeen(DockedView::Memory));
    QTRY_VERIFY(docks.isSeen(DockedView::Map) != docks.isSeen(DockedView::Tables));
}

// One is dropped on the window of another.
void TestDocks::severalShareAWindow()
{
    Area docks;
    docks.show();
    docks.area.setFloating(DockedView::Memory, true);
    docks.area.setFloating(DockedView::Tables, true);
    QWidget* target = docks.page(DockedView::Memory).window();
    QWidget* moved = docks.page(DockedView::Tables).window();
    target->setGeometry(40, 60, 400, 300);
    moved->setGeometry(460, 420, 300, 200);
    QWidget* title = docks.area.dock(DockedView::Tables)->titleBarWidget();
    const QPoint start(60, title->height() / 2);
    const QPoint there = title->mapFromGlobal(target->geometry().center());
    QTest::mousePress(title, Qt::LeftButton, {}, start);
    for (const int part : {1, 2, 3, 4, 5, 6, 7, 8})
        QTest::mouseMove(title, title->mapFromGlobal(moved->mapToGlobal(start)) + (there - start) / part);
    QTest::mouseMove(title, title->mapFromGlobal(target->geometry().center()));
    QTest::mouseRelease(title, Qt::LeftButton, {}, title->mapFromGlobal(target->geometry().center()));
    QTRY_COMPARE(docks.page(DockedView::Tables).window(), docks.page(DockedView::Memory).window());
    QTRY_VERIFY(docks.isSeen(DockedView::Tables) != docks.isSeen(DockedView::Memory));
    QVERIFY(docks.area.isFloating(DockedView::Tables));
    // Keys that nobody there has a use for go where they go from any other view.
    KeyCounter keys(docks.window);
    CountingPage& front =
        docks.page(docks.isSeen(DockedView::Tables) ? DockedView::Tables : DockedView::Memory);
    QTest::keyClick(front.field, Qt::Key_Escape);
    QCOMPARE(keys.pressed, 1);
    QTest::keyClick(docks.page(DockedView::Details).field, Qt::Key_Escape);
    QCOMPARE(keys.pressed, 2); // no one comes twice
    const QByteArray layout = docks.area.saveLayout();
    docks.area.resetLayout();
    QCOMPARE(docks.tabs().front()->count(), 3);
    const auto windows = [&] {
        int shown = 0;
        for (const QWidget* each : docks.area.findChildren<QWidget*>())
            shown += each->isWindow() && each->isVisible() ? 1 : 0;
        return shown;
    };
    QTRY_COMPARE(windows(), 0); // no empty one is left
    docks.area.restoreLayout(layout);
    QTRY_COMPARE(windows(), 1);
    QCOMPARE(docks.page(DockedView::Tables).window(), docks.page(DockedView::Memory).window());
    docks.area.setFloating(DockedView::Tables, false);
    QCOMPARE(docks.page(DockedView::Tables).window(), &docks.window);
    QVERIFY(docks.isSeen(DockedView::Tables));
}

void TestDocks::closedAndHadBack()
{
    Area docks;
    docks.show();
    docks.area.closeView(DockedView::Map);
    QVERIFY(!docks.area.isOpen(DockedView::Map));
    QVERIFY(!docks.isSeen(DockedView::Map));
    QVERIFY(docks.isSeen(DockedView::Memory) || docks.isSeen(DockedView::Tables));
    QCOMPARE(docks.tabs().front()->count(), 2);
    docks.area.closeView(DockedView::Memory);
    docks.area.closeView(DockedView::Tables);
    docks.area.closeView(DockedView::Details);
    QVERIFY(!docks.area.currentView());
    QTRY_COMPARE(docks.stays->size(), docks.area.size()); // all the room
    docks.area.showView(DockedView::Memory);
    QVERIFY(docks.isSeen(DockedView::Memory));
    QVERIFY(!docks.isSeen(DockedView::Map));
    QCOMPARE(docks.area.currentView(), std::optional(DockedView::Memory));
    docks.area.showView(DockedView::Map);
    QCOMPARE(docks.tabs().front()->count(), 2);
    QVERIFY(docks.isSeen(DockedView::Map));
    docks.area.resetLayout();
    QCOMPARE(docks.tabs().front()->count(), 3);
    QVERIFY(docks.isSeen(DockedView::Details));
}

void TestDocks::meaninglessOnesAreAway()
{
    Area docks;
    docks.area.setMeaningful(DockedView::Memory, false);
    docks.show();
    QCOMPARE(docks.tabs().front()->count(), 2);
    docks.area.showView(DockedView::Memory);
    QVERIFY(!docks.isSeen(DockedView::Memory));
    QVERIFY(docks.isSeen(DockedView::Map));
    docks.area.setMeaningful(DockedView::Memory, true);
    QCOMPARE(docks.tabs().front()->count(), 3);
    QVERIFY(docks.isSeen(DockedView::Map)); // it does not press forward
    docks.area.showView(DockedView::Memory);
    docks.area.setMeaningful(DockedView::Memory, false);
    QVERIFY(docks.isSeen(DockedView::Map));
    QCOMPARE(docks.page(DockedView::Memory).shown, 1);
    QCOMPARE(docks.page(DockedView::Tables).shown, 0); // it was not on the way
    docks.area.resetLayout();
    QVERIFY(!docks.isSeen(DockedView::Memory));
    // What a person closed stays closed when it means something again.
    docks.area.setMeaningful(DockedView::Memory, true);
    docks.area.closeView(DockedView::Memory);
    docks.area.setMeaningful(DockedView::Memory, false);
    docks.area.setMeaningful(DockedView::Memory, true);
    QCOMPARE(docks.tabs().front()->count(), 2);
}

void TestDocks::theKeyboardGoesRound()
{
    Area docks;
    docks.show();
    docks.stays->setFocus();
    docks.area.focusNext(1);
    QVERIFY(docks.page(DockedView::Map).field->hasFocus());
    docks.area.focusNext(1);
    QVERIFY(docks.isSeen(DockedView::Memory));
    QVERIFY(docks.page(DockedView::Memory).field->hasFocus());
    QCOMPARE(docks.area.currentView(), std::optional(DockedView::Memory));
    docks.area.closeView(DockedView::Tables);
    docks.area.focusNext(1);
    QVERIFY(docks.page(DockedView::Details).field->hasFocus());
    QCOMPARE(docks.area.currentView(), std::optional(DockedView::Details));
    docks.area.focusNext(1);
    QVERIFY(docks.stays->hasFocus());
    docks.area.focusNext(-1);
    QVERIFY(docks.page(DockedView::Details).field->hasFocus());
    docks.area.closeView(DockedView::Details);
    QVERIFY(docks.stays->hasFocus());
    docks.area.focusView(DockedView::Tables);
    QVERIFY(docks.page(DockedView::Tables).field->hasFocus());
}

void TestDocks::tabsSayWhatTheyShow()
{
    Area docks;
    docks.show();
    QTabBar* bar = docks.tabs().front();
    QVERIFY(!bar->accessibleName().isEmpty());
    QVERIFY(bar->focusPolicy() & Qt::TabFocus);
    QCOMPARE(docks.area.dock(DockedView::Memory)->accessibleDescription(),
        dockedViewInfos()[indexOf(DockedView::Memory)].tip);
    // A middle click closes.
    QTest::mouseClick(bar, Qt::MiddleButton, {}, bar->tabRect(1).center());
    QVERIFY(!docks.area.isOpen(DockedView::Memory));
    QCOMPARE(bar->count(), 2);
}

void TestDocks::titlesOnlyWhereNoTabSaysIt()
{
    Area docks;
    docks.show();
    const auto titleHeight = [&](DockedView view) {
        return docks.area.dock(view)->titleBarWidget()->height();
    };
    QCOMPARE(titleHeight(DockedView::Map), 0);
    QVERIFY(titleHeight(DockedView::Details) > 10);
    docks.area.setBeside(DockedView::Memory, true);
    QTRY_VERIFY(titleHeight(DockedView::Memory) > 10);
    QCOMPARE(titleHeight(DockedView::Map), 0);
    docks.area.closeView(DockedView::Tables);
    QTRY_VERIFY(titleHeight(DockedView::Map) > 10);
    const auto press = [&](DockedView view, const char* name) {
        auto* button = docks.area.dock(view)->findChild<QToolButton*>(QLatin1String(name));
        QVERIFY(!button->accessibleName().isEmpty());
        QTest::mouseClick(button, Qt::LeftButton);
    };
    press(DockedView::Memory, "dockFloat");
    QVERIFY(docks.area.isFloating(DockedView::Memory));
    QTRY_VERIFY(titleHeight(DockedView::Memory) > 10);
    press(DockedView::Memory, "dockFloat");
    QVERIFY(!docks.area.isFloating(DockedView::Memory));
    press(DockedView::Memory, "dockClose");
    QVERIFY(!docks.area.isOpen(DockedView::Memory));
}

QTEST_MAIN(TestDocks)
#include "tst_docks.moc"
