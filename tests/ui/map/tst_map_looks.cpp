// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_map.h"

#include <QLabel>
#include <QScrollBar>
#include <algorithm>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestMapLooks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doubleClickGoesBack();
    void thePartInSightIsTold();
    void coloursAreChosen_data();
    void coloursAreChosen();
    void coloursGoWithTheirRecording();
};

// Once more on a block that is zoomed to, and beside all blocks: whole rows again.
void TestMapLooks::doubleClickGoesBack()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    std::optional<MapPlace> narrow; // that zooming to changes something
    for (std::size_t row = 0; row < rows.size() && !narrow; ++row) {
        const MapPlace first{row, list.segments[rows[row].segment].firstBlock};
        const QRectF rect = shown.canvas().rectOf(first);
        if (rect.width() > 6 && rect.width() < 400 && rect.bottom() < shown.viewport()->height())
            narrow = first;
    }
    QVERIFY(narrow);
    const MapPlace place = *narrow;
    const auto doubleClick = [&](const QPoint& at) {
        QTest::mouseDClick(shown.viewport(), Qt::LeftButton, {}, at);
        (void)shown.map.grab();
    };
    const QPoint at = middleOf(shown.canvas().rectOf(place));
    doubleClick(at);
    QVERIFY(shown.canvas().zoom() > 1);
    doubleClick(middleOf(shown.canvas().rectOf(place)));
    QCOMPARE(shown.canvas().zoom(), 1.0);
    doubleClick(at);
    QVERIFY(shown.canvas().zoom() > 1);
    doubleClick({20, 2}); // among the labels
    QCOMPARE(shown.canvas().zoom(), 1.0);
}

void TestMapLooks::thePartInSightIsTold()
{
    MapView view;
    view.longest = 64 * 1024 * 1024;
    QCOMPARE(partText(view, ByteUnits::Binary), QString());
    view.zoom = 64;
    view.origin = 0.5;
    QCOMPARE(partText(view, ByteUnits::Binary), QStringLiteral("1.00 MiB from 32.0 MiB on"));
    view.zoom = view.largestZoom();
    QCOMPARE(partText(view, ByteUnits::Binary), QStringLiteral("512 B from 32.0 MiB on"));
    view.scale = MapScale::EachRow;
    view.zoom = 200;
    QCOMPARE(partText(view, ByteUnits::Binary), QStringLiteral("0.5 % from 50 % on"));

    ShownMap shown(QStringLiteral("vary.pickle"));
    const auto isTold = [&] {
        const auto labels = shown.map.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            const QString part = partText(shown.canvas().view(), ByteUnits::Binary);
            return !part.isEmpty() && label->text().startsWith(part) && label->text().endsWith(u'×');
        });
    };
    QVERIFY(!isTold());
    shown.wheel({500, 10}, 360, Qt::ControlModifier);
    QTRY_VERIFY(isTold());
    shown.canvas().horizontalScrollBar()->setValue(0); // what is told moves along
    QTRY_VERIFY(isTold());
}

void TestMapLooks::coloursAreChosen_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("at");
    QTest::newRow("one stream") << "vary.pickle" << 0.45;
    QTest::newRow("several streams") << "rand_streams.pickle" << 0.6;
    QTest::newRow("a training") << "vgg.pickle" << 0.5;
}

// Held memory changes its colour, all else keeps its looks; and back again.
void TestMapLooks::coloursAreChosen()
{
    QFETCH(const QString, name);
    QFETCH(const double, at);
    ShownMap shown(name, at, {1000, 600});
    QVERIFY(!shown.state.areAllocationsWanted());
    const QImage before = shown.viewport()->grab().toImage();
    shown.colourBy(ColourClass::Size);
    QVERIFY(shown.state.areAllocationsWanted());
    QTRY_VERIFY(shown.map.isSettled());
    const QImage after = shown.viewport()->grab().toImage();
    QCOMPARE(after.width(), before.width()); // the legend may have taken some of the height
    const QRect both = before.rect() & after.rect();
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    std::size_t changed = 0;
    std::size_t kept = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const SegmentInfo& segment = list.segments[rows[row].segment];
        for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blockCount; ++b) {
            const QRectF rect = shown.canvas().rectOf({row, b});
            if (rect.width() < 16 || !both.contains(rect.toAlignedRect()))
                continue;
            const BlockInfo& block = list.blocks[b];
            const bool isHeld = block.state == BlockState::ActiveAllocated;
            if (isHeld && block.requestedSize * 3 < block.size * 2)
                continue; // its middle is what rounding gave
            const QPoint middle = middleOf(rect);
            QCOMPARE(before.pixel(middle) != after.pixel(middle), isHeld);
            changed += isHeld ? 1 : 0;
            kept += isHeld ? 0 : 1;
            // It is hit where it is drawn, whatever the colours.
            QCOMPARE(shown.canvas().addressAt(rect.center()), std::optional(block.address));
        }
    }
    QVERIFY(changed > 0 && kept > 0);
    for (const ColourClass by : allColourClasses) {
        shown.colourBy(by);
        QVERIFY(!shown.canvas().classOf().empty());
    }
    shown.map.setColourBy(std::nullopt);
    QVERIFY(!shown.state.areAllocationsWanted());
    QTRY_VERIFY(shown.viewport()->grab().toImage() == before);
}

void TestMapLooks::coloursGoWithTheirRecording()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    shown.colourBy(ColourClass::Age);
    shown.state.setRecording(opened(QStringLiteral("vgg.pickle")), false);
    QVERIFY(!shown.canvas().colours());
    QTRY_VERIFY_WITH_TIMEOUT(shown.canvas().colours() && shown.map.isSettled(), 60'000);
    shown.state.setRecording(nullptr, false);
    QVERIFY(!shown.canvas().colours());
    (void)shown.map.grab();
    shown.state.setRecording(opened(QStringLiteral("vary.pickle")), false);
    QTRY_VERIFY_WITH_TIMEOUT(shown.canvas().colours() && shown.map.isSettled(), 60'000);
    shown.map.hide();
    QVERIFY(!shown.state.areAllocationsWanted());
    shown.map.show();
    QVERIFY(shown.state.areAllocationsWanted());
}

QTEST_MAIN(TestMapLooks)
#include "tst_map_looks.moc"
