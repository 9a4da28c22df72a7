// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/run_table.h"
#include "ui/whatif/what_if_form.h"
#include "ui/whatif/what_if_words.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

RunRow rowOf(const QString& conf, std::uint64_t peakReserved)
{
    RunRow row;
    row.choice.conf = conf;
    row.name = nameOf(row.choice, ByteUnits::Binary);
    row.figures.peak.reserved = peakReserved;
    row.figures.deviceMallocs = 7;
    row.figures.deviceFrees = 2;
    return row;
}

QString shownAt(const RunTable& table, int row, RunTable::Column column, int role = Qt::DisplayRole)
{
    return table.data(table.index(row, column), role).toString();
}

template <class Widget>
Widget* part(const WhatIfForm& form, const char* name)
{
    return form.findChild<Widget*>(QString::fromLatin1(name));
}

} // namespace

// The form, the table and the words of the What-if page, each alone.
class WhatIfPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTellRunsApart_data();
    void namesTellRunsApart();
    void tableComparesWithTheRecordedRun();
    void tableKeepsARowForEachChoice();
    void formUnderstands_data();
    void formUnderstands();
    void formSaysWhatIsWrong_data();
    void formSaysWhatIsWrong();
    void keysReplaceThemselves();
    void stepsAreOfferedWhereThereAreSome();
    void formIsStillWhileBusy();
    void wordsCompare();
    void wordsOfAnEmptiedCache();
};

void WhatIfPartsTest::namesTellRunsApart_data()
{
    QTest::addColumn<WhatIfChoice>("choice");
    QTest::addColumn<QString>("name");
    QTest::newRow("defaults") << WhatIfChoice{} << QStringLiteral("PyTorch's defaults");
    QTest::newRow("conf") << WhatIfChoice{QStringLiteral("expandable_segments:True"), 0,
        EmptyCacheChoice::AsRecorded, 0}
                          << QStringLiteral("expandable_segments:True");
    QTest::newRow("all") << WhatIfChoice{QStringLiteral("max_split_size_mb:64"), std::uint64_t(3) << 30,
        EmptyCacheChoice::AtCursor,
        1234} << QStringLiteral("max_split_size_mb:64, limit 3.00 GiB, empty_cache() after event 1,234");
    QTest::newRow("steps") << WhatIfChoice{{}, 0, EmptyCacheChoice::EveryStep, 0}
                           << QStringLiteral("PyTorch's defaults, empty_cache() after each step");
}

void WhatIfPartsTest::namesTellRunsApart()
{
    QFETCH(WhatIfChoice, choice);
    QFETCH(QString, name);
    QCOMPARE(nameOf(choice, ByteUnits::Binary), name);
}

void WhatIfPartsTest::tableComparesWithTheRecordedRun()
{
    RunTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.setRecorded(rowOf({}, std::uint64_t(4) << 30));
    table.put(rowOf(QStringLiteral("expandable_segments:True"), std::uint64_t(3) << 30));
    table.put(rowOf(QStringLiteral("roundup_power2_divisions:4"), (std::uint64_t(4) << 30) + 512));
    table.put(rowOf(QStringLiteral("max_split_size_mb:64"), std::uint64_t(4) << 30));
    QCOMPARE(table.rowCount(), 4);
    QCOMPARE(shownAt(table, 0, RunTable::AgainstRecorded), QString());
    QCOMPARE(shownAt(table, 1, RunTable::AgainstRecorded), QStringLiteral("\u22121.00 GiB"));
    QCOMPARE(shownAt(table, 1, RunTable::AgainstRecorded, Qt::ToolTipRole),
        QStringLiteral("\u22121,073,741,824 B"));
    QCOMPARE(shownAt(table, 2, RunTable::AgainstRecorded), QStringLiteral("+512 B"));
    QCOMPARE(shownAt(table, 3, RunTable::AgainstRecorded), QStringLiteral("\u00b10"));
    QCOMPARE(shownAt(table, 1, RunTable::DeviceCalls), QStringLiteral("9"));
    for (int column = 0; column < table.columnCount(); ++column)
        QVERIFY(!table.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
}

void WhatIfPartsTest::tableKeepsARowForEachChoice()
{
    RunTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.setRecorded(rowOf({}, 100));
    RunRow run = rowOf(QStringLiteral("expandable_segments:True"), 90);
    run.run = std::make_shared<const WhatIfRun>();
    QCOMPARE(table.put(run), 1);
    QCOMPARE(table.put(rowOf({}, 80)), 2); // the defaults are not the recorded row, whatever was recorded
    QCOMPARE(table.put(rowOf(QStringLiteral("expandable_segments:True"), 90)), 1);
    QCOMPARE(table.rowCount(), 3);
    QVERIFY2(table.row(1).run, "a run is not forgotten for its figures");
    table.setRecorded(rowOf({}, 100));
    QCOMPARE(table.rowCount(), 1);
}

void WhatIfPartsTest::formUnderstands_data()
{
    QTest::addColumn<QString>("conf");
    QTest::addColumn<QString>("limit");
    QTest::addColumn<quint64>("bytes");
    QTest::newRow("nothing") << QString() << QString() << quint64(0);
    QTest::newRow("a limit") << QStringLiteral("expandable_segments:True") << QStringLiteral("24GiB")
                             << (quint64(24) << 30);
    QTest::newRow("bytes") << QStringLiteral("max_split_size_mb:21,garbage_collection_threshold:0.5")
                           << QStringLiteral("1000000") << quint64(1000000);
}

void WhatIfPartsTest::formUnderstands()
{
    QFETCH(QString, conf);
    QFETCH(QString, limit);
    QFETCH(quint64, bytes);
    WhatIfForm form;
    form.setCursor(77);
    part<QLineEdit>(form, "whatIfConf")->setText(conf);
    part<QLineEdit>(form, "whatIfLimit")->setText(limit);
    part<QComboBox>(form, "whatIfEmptyCache")->setCurrentIndex(2);
    const auto choice = form.choice();
    QVERIFY(choice);
    QCOMPARE(choice->conf, conf);
    QCOMPARE(choice->limit, std::uint64_t(bytes));
    QCOMPARE(choice->emptyCache, EmptyCacheChoice::AtCursor);
    QCOMPARE(choice->cursor, std::size_t(77));

    WhatIfForm other;
    other.setCursor(77);
    other.setChoice(*choice);
    QVERIFY(other.choice() == choice);
}

void WhatIfPartsTest::formSaysWhatIsWrong_data()
{
    QTest::addColumn<QString>("conf");
    QTest::addColumn<QString>("limit");
    QTest::addColumn<QString>("word");
    QTest::newRow("unknown key") << QStringLiteral("expandable:True") << QString()
                                 << QStringLiteral("expandable_segments");
    QTest::newRow("bad value") << QStringLiteral("max_split_size_mb:1") << QString()
                               << QStringLiteral("max_split_size_mb");
    QTest::newRow("bad limit") << QString() << QStringLiteral("many") << QStringLiteral("many");
}

void WhatIfPartsTest::formSaysWhatIsWrong()
{
    QFETCH(QString, conf);
    QFETCH(QString, limit);
    QFETCH(QString, word);
    WhatIfForm form;
    QSignalSpy asked(&form, &WhatIfForm::runRequested);
    part<QLineEdit>(form, "whatIfConf")->setText(conf);
    part<QLineEdit>(form, "whatIfLimit")->setText(limit);
    QVERIFY(!form.choice());
    const auto* fault = part<QLabel>(form, "whatIfFault");
    QVERIFY2(!fault->isHidden() && fault->text().contains(word), qPrintable(fault->text()));
    QVERIFY(!part<QPushButton>(form, "whatIfRun")->isEnabled());
    QTest::keyClick(part<QLineEdit>(form, "whatIfConf"), Qt::Key_Return);
    QCOMPARE(asked.size(), 0);
    part<QLineEdit>(form, "whatIfConf")->clear();
    part<QLineEdit>(form, "whatIfLimit")->clear();
    QVERIFY(fault->isHidden());
    QTest::keyClick(part<QLineEdit>(form, "whatIfConf"), Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
}

void WhatIfPartsTest::keysReplaceThemselves()
{
    WhatIfForm form;
    auto* conf = part<QLineEdit>(form, "whatIfConf");
    conf->setText(QStringLiteral("max_split_size_mb:32, expandable_segments:False"));
    const auto actions = part<QToolButton>(form, "whatIfKeys")->menu()->actions();
    for (QAction* action : actions) {
        action->trigger();
        QVERIFY2(form.choice(), qPrintable(action->text())); // every offered value is a valid one
    }
    for (QAction* action : actions)
        QCOMPARE(conf->text().count(action->text().section(u':', 0, 0)), 1);
    QVERIFY(conf->text().contains(QStringLiteral("expandable_segments:True")));
}

void WhatIfPartsTest::stepsAreOfferedWhereThereAreSome()
{
    WhatIfForm form;
    auto* emptyCache = part<QComboBox>(form, "whatIfEmptyCache");
    emptyCache->setCurrentIndex(1);
    form.setHasSteps(true);
    QCOMPARE(form.choice()->emptyCache, EmptyCacheChoice::EveryStep);
    form.setHasSteps(false);
    QCOMPARE(form.choice()->emptyCache, EmptyCacheChoice::AsRecorded);
    QVERIFY(!(emptyCache->model()->flags(emptyCache->model()->index(1, 0)) & Qt::ItemIsEnabled));
}

void WhatIfPartsTest::formIsStillWhileBusy()
{
    WhatIfForm form;
    form.setBusy(true);
    QVERIFY(!part<QPushButton>(form, "whatIfRun")->isEnabled());
    part<QLineEdit>(form, "whatIfConf")->setText(QStringLiteral("expandable_segments:True"));
    QVERIFY(!part<QPushButton>(form, "whatIfRun")->isEnabled());
    form.setBusy(false);
    QVERIFY(part<QPushButton>(form, "whatIfRun")->isEnabled());
}

void WhatIfPartsTest::wordsCompare()
{
    RunFigures recorded;
    recorded.peak.reserved = std::uint64_t(4) << 30;
    recorded.deviceMallocs = 1200;
    WhatIfRun run;
    run.simulation.figures.peak.reserved = std::uint64_t(3) << 30;
    run.simulation.figures.deviceMallocs = 30;
    run.simulation.figures.deviceFrees = 4;
    const QString less = comparisonSentence(recorded, run, ByteUnits::Binary);
    for (const char* words : {"3.00 GiB (3,221,225,472 B)", "4.00 GiB (4,294,967,296 B)", "1.00 GiB less",
             "34 times instead of 1,200"})
        QVERIFY2(less.contains(QString::fromLatin1(words)), qPrintable(less));
    run.simulation.figures.peak.reserved = recorded.peak.reserved;
    QVERIFY(comparisonSentence(recorded, run, ByteUnits::Binary).contains(QStringLiteral("just as high")));
    run.simulation.figures.peak.reserved = recorded.peak.reserved + 512;
    QVERIFY(comparisonSentence(recorded, run, ByteUnits::Binary).contains(QStringLiteral("512 B more")));
}

void WhatIfPartsTest::wordsOfAnEmptiedCache()
{
    EmptiedHere emptied;
    QVERIFY(emptiedSentence(emptied, 5, ByteUnits::Binary).contains(QStringLiteral("returned nothing")));
    emptied.returned = 2'097'152;
    QVERIFY(
        emptiedSentence(emptied, 5, ByteUnits::Binary).contains(QStringLiteral("2.00 MiB (2,097,152 B)")));
    QVERIFY(emptiedSentence(emptied, 5, ByteUnits::Binary).contains(QStringLiteral("stayed below")));
    emptied.regrown = 1005;
    QVERIFY(emptiedSentence(emptied, 5, ByteUnits::Binary)
                .contains(QStringLiteral("event 1,005, 1,000 events later")));
}

QTEST_MAIN(WhatIfPartsTest)
#include "tst_what_if_parts.moc"
