// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/dock_fixture.h"

#include <QLayout>
#include <QStackedWidget>
#include <algorithm>

using namespace tidemark::tests;
using namespace tidemark::ui;

class TestDockLayouts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theirWindowsGoWithTheArea();
    void windowsOfAKeptLayoutAreDrawn();
    void layoutsAreKept_data();
    void layoutsAreKept();
    void brokenLayoutsGiveTheFirst_data();
    void brokenLayoutsGiveTheFirst();
    void rowsShareAnotherHeight();
};

void TestDockLayouts::theirWindowsGoWithTheArea()
{
    Area docks;
    docks.show();
    docks.area.setFloating(DockedView::Memory, true);
    docks.area.hide(); // another page is shown in its place
    QVERIFY(!docks.isSeen(DockedView::Memory));
    const QByteArray layout = docks.area.saveLayout();
    docks.area.show();
    QTRY_VERIFY(docks.isSeen(DockedView::Memory));
    QVERIFY(docks.area.isFloating(DockedView::Memory));
    docks.window.close();
    QVERIFY(!docks.isSeen(DockedView::Memory));
    Area again;
    again.area.restoreLayout(layout);
    QVERIFY(!again.isSeen(DockedView::Memory)); // not before its window
    again.show();
    QTRY_VERIFY(again.isSeen(DockedView::Memory));
    QVERIFY(again.area.isFloating(DockedView::Memory));
}

// A stack of pages has its updates off while it shows another one.
void TestDockLayouts::windowsOfAKeptLayoutAreDrawn()
{
    Area before;
    before.show();
    before.area.setFloating(DockedView::Memory, true);
    QStackedWidget stack;
    Area after;
    stack.addWidget(new QWidget);
    stack.addWidget(&after.area);
    after.area.restoreLayout(before.area.saveLayout());
    stack.resize(1000, 700);
    stack.show();
    QVERIFY(QTest::qWaitForWindowExposed(&stack));
    stack.setCurrentIndex(1);
    QTRY_VERIFY(after.isSeen(DockedView::Memory));
    QVERIFY(after.area.isFloating(DockedView::Memory));
    QVERIFY(after.page(DockedView::Memory).updatesEnabled());
    QVERIFY(after.page(DockedView::Memory).window()->updatesEnabled());
    QVERIFY(after.page(DockedView::Map).updatesEnabled());
}

void TestDockLayouts::layoutsAreKept_data()
{
    using Arrange = void (*)(DockArea&);
    QTest::addColumn<Arrange>("arrange");
    const auto row = [](const char* name, Arrange arrange) { QTest::newRow(name) << arrange; };
    row("as at first", [](DockArea&) {});
    row("another tab", [](DockArea& area) { area.showView(DockedView::Tables); });
    row("beside", [](DockArea& area) { area.setBeside(DockedView::Memory, true); });
    row("floating", [](DockArea& area) { area.setFloating(DockedView::Tables, true); });
    row("closed", [](DockArea& area) { area.closeView(DockedView::Map); });
    row("all closed", [](DockArea& area) {
        for (const DockedView view : dockedBelow)
            area.closeView(view);
        area.closeView(DockedView::Details);
    });
    row("at the left",
        [](DockArea& area) { area.addDockWidget(Qt::LeftDockWidgetArea, area.dock(DockedView::Memory)); });
    row("higher", [](DockArea& area) {
        area.resizeDocks({area.dock(DockedView::Map)}, {450}, Qt::Vertical);
        area.layout()->activate();
        QTest::mouseRelease(&area, Qt::LeftButton); // as at the end of a drag
    });
    row("nested", [](DockArea& area) {
        area.setBeside(DockedView::Memory, true);
        area.splitDockWidget(area.dock(DockedView::Memory), area.dock(DockedView::Tables), Qt::Vertical);
    });
}

void TestDockLayouts::layoutsAreKept()
{
    using Arrange = void (*)(DockArea&);
    QFETCH(const Arrange, arrange);
    Area before;
    before.show();
    arrange(before.area);
    QTest::qWait(20);
    const QByteArray kept = before.area.saveLayout();
    Area after;
    after.area.restoreLayout(kept);
    QCOMPARE(after.area.saveLayout(), kept); // a window that never showed it loses nothing
    after.show();
    for (const DockedView view :
        {DockedView::Map, DockedView::Memory, DockedView::Tables, DockedView::Details}) {
        QTRY_COMPARE(after.isSeen(view), before.isSeen(view));
        QCOMPARE(after.area.isOpen(view), before.area.isOpen(view));
        QCOMPARE(after.area.isFloating(view), before.area.isFloating(view));
        if (before.isSeen(view) && !before.area.isFloating(view)) {
            const auto moved = [&] {
                const QRect was = before.placeOf(view);
                const QRect now = after.placeOf(view);
                return std::max({qAbs(now.left() - was.left()), qAbs(now.top() - was.top()),
                    qAbs(now.right() - was.right()), qAbs(now.bottom() - was.bottom())});
            };
            QTRY_VERIFY2(moved() <= 3, qPrintable(QString::number(moved())));
        }
    }
    after.area.resetLayout();
    QVERIFY(after.isSeen(DockedView::Map));
    QCOMPARE(after.tabs().front()->count(), 3);
}

void TestDockLayouts::brokenLayoutsGiveTheFirst_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("nothing") << 0;
    QTest::newRow("rubbish") << 1;
    QTest::newRow("cut") << 2;
    QTest::newRow("one byte changed") << 3;
    QTest::newRow("another version") << 4;
    QTest::newRow("the division of older windows") << 5;
}

void TestDockLayouts::brokenLayoutsGiveTheFirst()
{
    QFETCH(const int, kind);
    Area source;
    source.show();
    source.area.setFloating(DockedView::Tables, true);
    source.area.closeView(DockedView::Map);
    QByteArray layout = source.area.saveLayout();
    if (kind == 0)
        layout.clear();
    else if (kind == 1)
        layout = QByteArray(300, '\xff');
    else if (kind == 2)
        layout.chop(20);
    else if (kind == 3)
        layout[layout.size() / 2] = static_cast<char>(layout[layout.size() / 2] ^ 1);
    else if (kind == 4)
        layout[7] = 99;
    else
        layout = source.area.saveState();
    for (const bool isShownBefore : {false, true}) {
        Area docks;
        if (isShownBefore)
            docks.show();
        docks.area.restoreLayout(layout);
        docks.show();
        QCOMPARE(docks.tabs().size(), std::size_t(1));
        QCOMPARE(docks.tabs().front()->count(), 3);
        QVERIFY(docks.isSeen(DockedView::Map));
        QVERIFY(docks.isSeen(DockedView::Details));
    }
}

void TestDockLayouts::rowsShareAnotherHeight()
{
    Area docks;
    docks.show();
    const auto share = [&] {
        return 1.0 - static_cast<double>(docks.stays->geometry().bottom()) / docks.area.height();
    };
    const double first = share();
    QVERIFY2(first > 0.35 && first < 0.5, qPrintable(QString::number(first)));
    for (const int height : {1200, 500, 430, 900}) {
        docks.window.resize(1000, height);
        QTRY_COMPARE(docks.area.height(), height);
        QVERIFY2(qAbs(share() - first) < 0.03, qPrintable(QString::number(share())));
    }
}

QTEST_MAIN(TestDockLayouts)
#include "tst_dock_layouts.moc"
