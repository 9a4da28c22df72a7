// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/time_left.h"

#include <QTest>

using namespace tidemark::ui;

class TestTimeLeft : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void words_data();
    void words();
    void otherWorkBeginsAnew();
};

void TestTimeLeft::words_data()
{
    QTest::addColumn<int>("begin"); // percent at 1000 ms
    QTest::addColumn<int>("percent");
    QTest::addColumn<qint64>("now");
    QTest::addColumn<QString>("words");
    QTest::newRow("half in ten seconds") << 0 << 50 << qint64(11'000) << QStringLiteral("about 10 s left");
    QTest::newRow("a tenth in three") << 0 << 10 << qint64(4'000) << QStringLiteral("about 27 s left");
    QTest::newRow("from a later begin") << 40 << 60 << qint64(5'000) << QStringLiteral("about 8 s left");
    QTest::newRow("rounded up") << 0 << 99 << qint64(11'000) << QStringLiteral("about 1 s left");
    QTest::newRow("two minutes") << 0 << 25 << qint64(41'000) << QStringLiteral("about 120 s left");
    QTest::newRow("minutes") << 0 << 10 << qint64(41'000) << QStringLiteral("about 6 min left");
    QTest::newRow("too soon") << 0 << 50 << qint64(2'900) << QString();
    QTest::newRow("too little") << 0 << 2 << qint64(60'000) << QString();
    QTest::newRow("at the end") << 0 << 100 << qint64(60'000) << QString();
    QTest::newRow("unknown") << 0 << -1 << qint64(60'000) << QString();
}

void TestTimeLeft::words()
{
    QFETCH(const int, begin);
    QFETCH(const int, percent);
    QFETCH(const qint64, now);
    QFETCH(const QString, words);
    TimeLeft left;
    QCOMPARE(left.words(begin, 1000), QString());
    QCOMPARE(left.words(percent, now), words);
}

void TestTimeLeft::otherWorkBeginsAnew()
{
    TimeLeft left;
    QVERIFY(left.words(0, 0).isEmpty());
    QVERIFY(!left.words(90, 90'000).isEmpty());
    QVERIFY(left.words(10, 91'000).isEmpty()); // it fell
    QCOMPARE(left.words(20, 96'000), QStringLiteral("about 40 s left"));
    QVERIFY(left.words(-1, 97'000).isEmpty());
    QVERIFY(left.words(21, 98'000).isEmpty());
}

QTEST_GUILESS_MAIN(TestTimeLeft)
#include "tst_time_left.moc"
