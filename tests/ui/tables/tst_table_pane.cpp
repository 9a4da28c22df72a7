// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/tables/long_rows.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_pane.h"
#include "ui/window/colour_scheme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using namespace Qt::Literals::StringLiterals;

namespace {

struct Shown {
    explicit Shown(std::size_t rows)
        : pane(u"rows"_s)
    {
        pane.resize(1000, 400);
        pane.show();
        pane.setSource(std::make_shared<const LongRows>(rows));
        settle();
    }

    void settle()
    {
        if (!QTest::qWaitFor([this] { return !pane.isBusy(); }, 60'000))
            qFatal("The table does not come");
        QTest::qWait(1);
    }

    void type(const QString& query)
    {
        pane.search()->clear();
        QTest::keyClicks(pane.search(), query);
        settle();
    }

    QString cell(int row, int column) const { return pane.rows().index(row, column).data().toString(); }
    QString count() const { return pane.findChild<QLabel*>(u"rowsCount"_s)->text(); }
    QString empty() const { return pane.findChild<QLabel*>(u"rowsEmpty"_s)->text(); }

    void clickHeader(int column)
    {
        QHeaderView* header = pane.table()->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
            {header->sectionViewportPosition(column) + 12, header->height() / 2});
        settle();
    }

    TablePane pane;
};

} // namespace

class TestTablePane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void cellsAreMadeWhereTheyAreSeen();
    void longTablesComeInPieces();
    void headersSort();
    void searchesNarrow();
    void mistakesAreSaidAndLeaveTheRows();
    void emptyTablesSayWhy();
    void rowsAreChosenAndFollowed();
    void theChosenRowStaysThroughASort();
    void growthLeavesTheRowsWhereTheyAre();
    void searchesLeaveTheWindowFree();
    void growthDuringASearchIsSearchedAfterIt();
    void rowsAreCopied();
    void theFirstOfTooManyAreCopied();
    void rowsAreExported();
    void oneExportAtATime();
    void aNameGetsTheSuffixOfItsFormat();
    void whatCannotBeWrittenIsSaid();
    void findGoesToTheBox();
};

void TestTablePane::cellsAreMadeWhereTheyAreSeen()
{
    Shown shown(3000);
    QCOMPARE(shown.pane.rows().rowCount(), 3000);
    QCOMPARE(shown.cell(0, 0), u"1"_s);
    QCOMPARE(shown.cell(2999, 0), u"3,000"_s);
    QCOMPARE(shown.cell(2, 2), u"0x7f0000000400"_s);
    QCOMPARE(shown.cell(100, 3), u"layer 3"_s);
    const QModelIndex size = shown.pane.rows().index(7, 1);
    QCOMPARE(size.data(Qt::ToolTipRole).toString(),
        QLocale(QLocale::English).toString(qulonglong(LongRows::sizeOf(7))) + u" B"_s);
    QCOMPARE(shown.count(), u"3,000 rows"_s);
}

void TestTablePane::longTablesComeInPieces()
{
    Shown shown(3'200'000);
    QTRY_COMPARE_WITH_TIMEOUT(shown.pane.rows().rowCount(), 3'200'000, 60'000);
    QCOMPARE(shown.cell(3'199'999, 0), u"3,200,000"_s);
    // One that is shorter takes its place at once.
    shown.pane.setSource(std::make_shared<const LongRows>(12));
    QCOMPARE(shown.pane.rows().rowCount(), 12);
    QTest::qWait(30);
    QCOMPARE(shown.pane.rows().rowCount(), 12);
    // What is far down can be reached before it came.
    shown.pane.setSource(std::make_shared<const LongRows>(5'000'000));
    shown.pane.follow(4'600'000, {});
    QCOMPARE(shown.cell(shown.pane.table()->currentIndex().row(), 0), u"4,600,000"_s);
}

void TestTablePane::headersSort()
{
    Shown shown(2000);
    shown.clickHeader(1);
    for (int row = 1; row < 2000; ++row)
        QVERIFY(LongRows::sizeOf(shown.pane.rows().rowAt(row - 1))
            <= LongRows::sizeOf(shown.pane.rows().rowAt(row)));
    shown.clickHeader(1);
    for (int row = 1; row < 2000; ++row)
        QVERIFY(LongRows::sizeOf(shown.pane.rows().rowAt(row - 1))
            >= LongRows::sizeOf(shown.pane.rows().rowAt(row)));
    shown.clickHeader(1);
    QCOMPARE(shown.cell(4, 0), u"5"_s); // as they come
}

void TestTablePane::searchesNarrow()
{
    Shown shown(5000);
    shown.type(u"\"layer 12\""_s);
    const int found = 5000 / 97 + 1;
    QCOMPARE(shown.pane.rows().rowCount(), found);
    QCOMPARE(shown.count(), u"%1 of 5,000 rows"_s.arg(found));
    shown.type(u"0x7f0000000401"_s);
    QCOMPARE(shown.pane.rows().rowCount(), 1);
    QCOMPARE(shown.cell(0, 0), u"3"_s);
    shown.type(u"event:100..199 -/[02468]$/"_s);
    for (int row = 0; row < shown.pane.rows().rowCount(); ++row)
        QVERIFY(shown.pane.rows().rowAt(row) % 97 % 2 == 1);
    shown.pane.search()->clear();
    shown.settle();
    QCOMPARE(shown.pane.rows().rowCount(), 5000);
    MemoryFilter filter = MemoryFilter::ofStream(1);
    shown.pane.setFilter(filter);
    shown.settle();
    QCOMPARE(shown.pane.rows().rowCount(), 2500);
}

void TestTablePane::mistakesAreSaidAndLeaveTheRows()
{
    Shown shown(5000);
    shown.type(u"\"layer 12\""_s);
    const int found = shown.pane.rows().rowCount();
    shown.type(u"/layer ["_s);
    QVERIFY(shown.pane.rows().rowCount() == 0); // a text as long as it is not closed
    shown.type(u"\"layer 12\""_s);
    shown.pane.search()->setText(u"/layer [/"_s);
    shown.settle();
    QVERIFY2(shown.count().contains(u"is no regular expression"_s), qPrintable(shown.count()));
    QCOMPARE(shown.pane.rows().rowCount(), found);
    shown.pane.search()->setText(u"peak>1GiB"_s);
    shown.settle();
    QVERIFY2(shown.count().startsWith(u"The rows have no column \"peak\""_s), qPrintable(shown.count()));
    QCOMPARE(shown.pane.rows().rowCount(), found);
}

void TestTablePane::emptyTablesSayWhy()
{
    Shown shown(0);
    QCOMPARE(shown.empty(), u"This table was made without rows."_s);
    QVERIFY(shown.pane.findChild<QLabel*>(u"rowsEmpty"_s)->isVisible());
    shown.pane.setSource(std::make_shared<const LongRows>(10));
    shown.settle();
    QVERIFY(shown.pane.table()->isVisible());
    shown.type(u"nowhere"_s);
    QCOMPARE(shown.empty(), u"None of 10 rows is found by “nowhere”."_s);
    QVERIFY(!shown.pane.table()->isVisible());
    shown.type(u"wher:nowhere"_s); // a column with a mistake in its name
    QVERIFY2(shown.empty().contains(
                 u"\nwher is no column of the rows, and was looked for as a text; there are "_s),
        qPrintable(shown.empty()));
    shown.pane.setSource(nullptr, u"No recording is open."_s);
    QCOMPARE(shown.empty(), u"No recording is open."_s);
}

void TestTablePane::rowsAreChosenAndFollowed()
{
    Shown shown(400);
    std::vector<RowPlace> chosen;
    connect(&shown.pane, &TablePane::rowChosen, &shown.pane,
        [&](const RowPlace& place) { chosen.push_back(place); });
    shown.pane.follow(30, {});
    QCOMPARE(shown.pane.table()->currentIndex().row(), 29);
    QVERIFY(chosen.empty()); // another view did it
    QTest::mouseClick(shown.pane.table()->viewport(), Qt::LeftButton, {},
        shown.pane.table()->visualRect(shown.pane.rows().index(31, 1)).center());
    QVERIFY(!chosen.empty());
    QCOMPARE(chosen.back().position, std::optional<std::uint64_t>(32));
    QCOMPARE(chosen.back().address, std::optional<std::uint64_t>(0x7f0000000000 + 31 * 512));
    shown.pane.table()->setFocus();
    QTest::keyClick(shown.pane.table(), Qt::Key_Down);
    QCOMPARE(chosen.back().position, std::optional<std::uint64_t>(33));
}

void TestTablePane::theChosenRowStaysThroughASort()
{
    Shown shown(400);
    shown.pane.follow(77, {});
    shown.clickHeader(1);
    QCOMPARE(shown.cell(shown.pane.table()->currentIndex().row(), 0), u"77"_s);
    QVERIFY(shown.pane.table()->currentIndex().row() != 76);
}

void TestTablePane::growthLeavesTheRowsWhereTheyAre()
{
    Shown shown(400);
    shown.pane.follow(77, {});
    QSignalSpy resets(&shown.pane.rows(), &QAbstractItemModel::modelReset);
    shown.pane.setSource(std::make_shared<const LongRows>(900));
    QCOMPARE(shown.pane.rows().rowCount(), 900);
    QCOMPARE(resets.size(), 0);
    QCOMPARE(shown.pane.table()->currentIndex().row(), 76);
}

void TestTablePane::searchesLeaveTheWindowFree()
{
    Shown shown(5'000'000);
    QTRY_COMPARE_WITH_TIMEOUT(shown.pane.rows().rowCount(), 5'000'000, 60'000);
    int turns = 0; // of the window, while a worker is busy
    qint64 longest = 0; // between two of them, milliseconds
    QElapsedTimer since;
    QTimer clock;
    connect(&clock, &QTimer::timeout, &shown.pane, [&] {
        turns += shown.pane.isBusy() ? 1 : 0;
        longest = std::max(longest, since.restart());
    });
    since.start();
    clock.start(1);
    shown.pane.table()->sortByColumn(1, Qt::DescendingOrder);
    QVERIFY(shown.pane.isBusy()); // and not done here
    shown.settle();
    shown.pane.setSearch(u"where:/layer 1[0-9]$/ -0x7f0000000401"_s);
    QVERIFY(shown.pane.isBusy());
    shown.settle();
    QVERIFY(shown.pane.rows().rowCount() > 500'000);
    QVERIFY(turns > 0);
    qInfo("away for %lld ms at most", static_cast<long long>(longest));
}

void TestTablePane::growthDuringASearchIsSearchedAfterIt()
{
    Shown shown(1'000'000);
    shown.pane.setSearch(u"\"layer 96\""_s);
    QVERIFY(shown.pane.isBusy());
    for (std::size_t rows = 1'000'001; rows < 1'000'100; ++rows)
        shown.pane.setSource(std::make_shared<const LongRows>(rows));
    shown.settle();
    QTRY_COMPARE(shown.count(), u"10,310 of 1,000,099 rows"_s);
}

void TestTablePane::rowsAreCopied()
{
    Shown shown(50);
    QCOMPARE(shown.pane.selectedText().count(u'\n'), 51); // none is selected: all, below the titles
    QTest::mouseClick(shown.pane.table()->viewport(), Qt::LeftButton, {},
        shown.pane.table()->visualRect(shown.pane.rows().index(3, 1)).center());
    QTest::mouseClick(shown.pane.table()->viewport(), Qt::LeftButton, Qt::ShiftModifier,
        shown.pane.table()->visualRect(shown.pane.rows().index(4, 1)).center());
    shown.pane.table()->setFocus();
    QTest::keySequence(shown.pane.table(), QKeySequence::Copy);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0], u"event\tsize\taddress\twhere"_s);
    QVERIFY(lines[1].startsWith(u"4\t"_s) && lines[1].endsWith(u"\t0x7f0000000600\tlayer 3"_s));
    QCOMPARE(shown.pane.selectedCsv(),
        u"event,size,address,where\n3,%1,0x7f0000000600,layer 3\n4,%2,0x7f0000000800,layer 4\n"_s
            .arg(LongRows::sizeOf(3))
            .arg(LongRows::sizeOf(4)));
}

void TestTablePane::theFirstOfTooManyAreCopied()
{
    Shown shown(100'500);
    shown.pane.table()->setFocus();
    QTest::keySequence(shown.pane.table(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 100'001);
    QVERIFY2(
        shown.count().startsWith(u"Copied the first 100,000 of 100,500 rows"_s), qPrintable(shown.count()));
    shown.pane.table()->selectRow(3);
    QTest::keySequence(shown.pane.table(), QKeySequence::Copy);
    QCOMPARE(shown.count(), u"100,500 rows"_s);
}

void TestTablePane::oneExportAtATime()
{
    const QTemporaryDir folder;
    Shown shown(300'000);
    QSignalSpy done(&shown.pane, &TablePane::exported);
    auto* button = shown.pane.findChild<QPushButton*>(u"rowsExport"_s);
    QVERIFY(button->isEnabled());
    shown.pane.exportTo(folder.filePath(u"first.csv"_s));
    QVERIFY(!button->isEnabled());
    shown.pane.exportTo(folder.filePath(u"second.csv"_s));
    QVERIFY(done.wait(60'000));
    QVERIFY(button->isEnabled());
    QCOMPARE(shown.count(), u"Written to %1"_s.arg(folder.filePath(u"first.csv"_s)));
    QFile csv(folder.filePath(u"first.csv"_s));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll().count('\n'), 300'001);
    QTest::qWait(20);
    QCOMPARE(done.size(), 1);
    QVERIFY(!QFile::exists(folder.filePath(u"second.csv"_s)));
}

void TestTablePane::aNameGetsTheSuffixOfItsFormat()
{
    const QTemporaryDir folder;
    Shown shown(10);
    QSignalSpy done(&shown.pane, &TablePane::exported);
    QTimer::singleShot(0, &shown.pane, [&folder] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        auto* kinds = dialog->findChild<QComboBox*>(u"fileTypeCombo"_s);
        auto* name = dialog->findChild<QLineEdit*>(u"fileNameEdit"_s);
        QVERIFY(kinds && name);
        QTest::keyClick(kinds, Qt::Key_Down);
        name->setText(folder.filePath(u"foo"_s));
        QTest::keyClick(name, Qt::Key_Return);
        if (dialog->isVisible())
            dialog->reject();
    });
    shown.pane.findChild<QPushButton*>(u"rowsExport"_s)->click();
    QTRY_COMPARE(done.size(), 1);
    QFile json(folder.filePath(u"foo.json"_s));
    QVERIFY(json.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(json.readAll()).array().size(), 10);
}

void TestTablePane::rowsAreExported()
{
    const QTemporaryDir folder;
    Shown shown(30'000);
    shown.type(u"\"layer 12\""_s);
    const int found = shown.pane.rows().rowCount();
    QSignalSpy done(&shown.pane, &TablePane::exported);
    shown.pane.exportTo(folder.filePath(u"rows.json"_s));
    QVERIFY(done.wait(60'000));
    QCOMPARE(done.takeFirst().front().toString(), QString());
    QFile json(folder.filePath(u"rows.json"_s));
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonArray list = QJsonDocument::fromJson(json.readAll()).array();
    QCOMPARE(list.size(), found);
    QCOMPARE(list[1].toObject()[u"event"_s].toInt(), 12 + 97);
    shown.pane.exportTo(folder.filePath(u"rows.csv"_s));
    QVERIFY(done.wait(60'000));
    QFile csv(folder.filePath(u"rows.csv"_s));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll().count('\n'), found + 1);
}

void TestTablePane::whatCannotBeWrittenIsSaid()
{
    const LongRows rows(5);
    Progress progress;
    const QString failure =
        exportRows(rows, RowOrder::allOf(rows), u"/no/such/folder/rows.csv"_s, {}, progress);
    QVERIFY2(failure.contains(u"/no/such/folder"_s), qPrintable(failure));
}

void TestTablePane::findGoesToTheBox()
{
    Shown shown(5);
    shown.pane.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&shown.pane));
    shown.pane.table()->setFocus();
    QTest::keySequence(shown.pane.table(), QKeySequence::Find);
    QVERIFY(shown.pane.search()->hasFocus());
}

QTEST_MAIN(TestTablePane)
#include "tst_table_pane.moc"
