// SPDX-License-Identifier: GPL-3.0-or-later
// From the search box into what it found, without the mouse.
#include "tests/ui/tables/long_rows.h"
#include "ui/tables/table_pane.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

constexpr int keysPatience = 60'000; // milliseconds

} // namespace

class TestTableKeys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keysLeadToTheHits_data();
    void keysLeadToTheHits();
    void withoutHitsTheBoxKeepsTheKeys();
    void typingOnTakesTheWishBack();
};

void TestTableKeys::keysLeadToTheHits_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<bool>("waits"); // till the search is done
    for (const bool waits : {true, false}) {
        QTest::addRow("Return%s", waits ? "" : " at once") << int(Qt::Key_Return) << waits;
        QTest::addRow("Down%s", waits ? "" : " at once") << int(Qt::Key_Down) << waits;
    }
}

void TestTableKeys::keysLeadToTheHits()
{
    QFETCH(int, key);
    QFETCH(bool, waits);
    TablePane pane(QStringLiteral("rows"));
    pane.resize(900, 400);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.setSource(std::make_shared<const LongRows>(5000));
    QSignalSpy chosen(&pane, &TablePane::rowChosen);
    pane.startSearch();
    QTest::keyClicks(pane.search(), QStringLiteral("layer 7"));
    if (waits)
        QTRY_VERIFY_WITH_TIMEOUT(!pane.isBusy(), keysPatience);
    QTest::keyClick(pane.search(), static_cast<Qt::Key>(key));
    QTRY_VERIFY_WITH_TIMEOUT(pane.table()->hasFocus(), keysPatience);
    QVERIFY(!pane.isBusy());
    QVERIFY(pane.rows().rowCount() < 5000);
    QCOMPARE(pane.table()->currentIndex().row(), 0);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].value<RowPlace>().position, pane.rows().source()->placeOf(7).position);
    QTest::keyClick(pane.table(), Qt::Key_Down);
    QCOMPARE(pane.table()->currentIndex().row(), 1);
    QCOMPARE(chosen.count(), 2);
}

void TestTableKeys::withoutHitsTheBoxKeepsTheKeys()
{
    TablePane pane(QStringLiteral("rows"));
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.setSource(std::make_shared<const LongRows>(500));
    pane.startSearch();
    QTest::keyClicks(pane.search(), QStringLiteral("no such layer"));
    QTest::keyClick(pane.search(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!pane.isBusy(), keysPatience);
    QCOMPARE(pane.rows().rowCount(), 0);
    QVERIFY(pane.search()->hasFocus());
}

void TestTableKeys::typingOnTakesTheWishBack()
{
    TablePane pane(QStringLiteral("rows"));
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.setSource(std::make_shared<const LongRows>(300'000));
    pane.startSearch();
    QTest::keyClicks(pane.search(), QStringLiteral("layer"));
    QTest::keyClick(pane.search(), Qt::Key_Return);
    QVERIFY(!pane.table()->hasFocus()); // what was found is used by the event loop, which has not run
    QTest::keyClicks(pane.search(), QStringLiteral(" 7"));
    QTRY_VERIFY_WITH_TIMEOUT(!pane.isBusy(), keysPatience);
    QVERIFY(pane.search()->hasFocus());
    QCOMPARE(pane.search()->text(), QStringLiteral("layer 7"));
}

QTEST_MAIN(TestTableKeys)
#include "tst_table_keys.moc"
