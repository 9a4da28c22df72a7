// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/navigation/place_link.h"
#include "ui/navigation/trail.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;

class TestPlaceLink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void links_data();
    void links();
    void plainNamesAreNoLinks_data();
    void plainNamesAreNoLinks();
    void nonsenseIsNamed_data();
    void nonsenseIsNamed();
    void aTrailGoesBackAndForward();
    void aTrailForgetsTheOldest();
};

void TestPlaceLink::whatIsWrittenIsRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<ViewPlace>("place");
    ViewPlace place;
    QTest::newRow("the end") << QStringLiteral("/a/run.tide") << place;
    place.followsEnd = false;
    QTest::newRow("the start") << QStringLiteral("run.tide") << place;
    place.cursor = 1234;
    place.selectedAddress = 0x7f31c2000000;
    QTest::newRow("a block") << QStringLiteral("/a b/rün #1.pickle") << place;
    place.ordinal = 3;
    place.source = "rank 1&2#=%.pickle";
    place.look.showsAll = false;
    place.look.rangeBegin = 0.1;
    place.look.rangeEnd = 12345.678901234567;
    place.look.axis = TimeAxis::Time;
    place.look.filter.stream = StreamSlot(2);
    place.look.filter.pool = PoolSlot(1);
    place.look.filter.isLarge = true;
    place.look.filter.allocations.size = AllocationFilter::Range{0, 511};
    place.look.filter.allocations.lifeEvents = AllocationFilter::Life{{}, true};
    QTest::newRow("everything") << QStringLiteral("C:\\runs\\a=b#c.tide") << place;
}

void TestPlaceLink::whatIsWrittenIsRead()
{
    QFETCH(const QString, file);
    QFETCH(const ViewPlace, place);
    const auto link = parsePlaceLink(linkTo(file, place));
    QVERIFY(link && *link);
    QCOMPARE((*link)->file, file);
    QVERIFY((*link)->namesDevice);
    QVERIFY((*link)->place == place);
}

void TestPlaceLink::links_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qulonglong>("cursor");
    QTest::addColumn<qulonglong>("address");
    QTest::newRow("event") << QStringLiteral("f.tide#event=0") << 1ull << 0ull;
    QTest::newRow("start") << QStringLiteral("f.tide#event=start") << 0ull << 0ull;
    QTest::newRow("hexadecimal") << QStringLiteral("f.tide#event=7&block=0xFF00") << 8ull << 0xff00ull;
    QTest::newRow("decimal") << QStringLiteral("f.tide#block=512&event=7") << 8ull << 512ull;
}

void TestPlaceLink::links()
{
    QFETCH(const QString, text);
    QFETCH(const qulonglong, cursor);
    QFETCH(const qulonglong, address);
    const auto link = parsePlaceLink(text);
    QVERIFY(link && *link);
    QCOMPARE((*link)->file, QStringLiteral("f.tide"));
    QCOMPARE((*link)->place.cursor, cursor);
    QCOMPARE((*link)->place.selectedAddress.value_or(0), address);
    QVERIFY(!(*link)->namesDevice);
    QVERIFY((*link)->place.look.showsAll);
}

void TestPlaceLink::plainNamesAreNoLinks_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
        {"", "run.tide", "#1", "run#1.tide", "a#b/c=d", "/runs#2/x=1.tide", "run#", "#event=1"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestPlaceLink::plainNamesAreNoLinks()
{
    QFETCH(const QString, text);
    const auto link = parsePlaceLink(text);
    QVERIFY(link);
    QVERIFY(!*link);
}

void TestPlaceLink::nonsenseIsNamed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("named");
    QTest::newRow("key") << QStringLiteral("f#evnt=1") << QStringLiteral("\"evnt=1\"");
    QTest::newRow("event") << QStringLiteral("f#event=-1") << QStringLiteral("\"event=-1\"");
    QTest::newRow("event too large") << QStringLiteral("f#event=18446744073709551615")
                                     << QStringLiteral("\"event=1844");
    QTest::newRow("no value") << QStringLiteral("f#event=1&block") << QStringLiteral("\"block\"");
    QTest::newRow("block") << QStringLiteral("f#block=here") << QStringLiteral("\"block=here\"");
    QTest::newRow("device") << QStringLiteral("f#device=-2") << QStringLiteral("\"device=-2\"");
    QTest::newRow("range") << QStringLiteral("f#from=nan&to=3") << QStringLiteral("\"from=nan\"");
    QTest::newRow("stream") << QStringLiteral("f#stream=70000") << QStringLiteral("\"stream=70000\"");
    QTest::newRow("segments") << QStringLiteral("f#segments=huge") << QStringLiteral("\"segments=huge\"");
    QTest::newRow("text as a filter") << QStringLiteral("f#only=conv") << QStringLiteral("\"only=conv\"");
    QTest::newRow("axis") << QStringLiteral("f#axis=y") << QStringLiteral("\"axis=y\"");
}

void TestPlaceLink::nonsenseIsNamed()
{
    QFETCH(const QString, text);
    QFETCH(const QString, named);
    const auto link = parsePlaceLink(text);
    QVERIFY(!link);
    QVERIFY2(QString::fromStdString(link.error().message).contains(named), link.error().message.c_str());
}

void TestPlaceLink::aTrailGoesBackAndForward()
{
    Trail<int> trail;
    QVERIFY(!trail.canGoBack() && !trail.canGoForward());
    QVERIFY(trail.visit(1));
    QVERIFY(!trail.visit(1));
    QVERIFY(trail.visit(2));
    QVERIFY(trail.visit(3));
    QCOMPARE(trail.back(), 2);
    QCOMPARE(trail.back(), 1);
    QVERIFY(!trail.canGoBack());
    QCOMPARE(trail.forward(), 2);
    QVERIFY(trail.visit(4)); // 3 is forgotten
    QVERIFY(!trail.canGoForward());
    QCOMPARE(trail.back(), 2);
    trail.amend(5);
    QCOMPARE(trail.forward(), 4);
    QCOMPARE(trail.back(), 5);
    trail.clear();
    QVERIFY(!trail.canGoBack() && !trail.canGoForward());
}

void TestPlaceLink::aTrailForgetsTheOldest()
{
    Trail<int> trail(3);
    for (int place = 0; place < 10; ++place)
        trail.visit(place);
    QCOMPARE(trail.back(), 8);
    QCOMPARE(trail.back(), 7);
    QVERIFY(!trail.canGoBack());
}

QTEST_GUILESS_MAIN(TestPlaceLink)
#include "tst_place_link.moc"
