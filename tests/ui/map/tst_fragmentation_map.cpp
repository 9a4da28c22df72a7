// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_map.h"
#include "tests/support/test_data.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QToolTip>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestFragmentationMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptyMaps();
    void clickSelects();
    void selectionStays();
    void keysMove();
    void wheelZooms();
    void doubleClickZoomsToTheBlock();
    void dragPans();
    void hoverTells();
    void ordersAndScales();
    void headingAndLegend();
    void scrollsThroughManyRows();
    void drawnWhereItIsHit();
    void clickMovesNothing();
};

void TestFragmentationMap::emptyMaps()
{
    ViewState state;
    QVERIFY(emptyMapText(state).startsWith(QStringLiteral("Nothing is open")));
    FragmentationMap map(state);
    map.setPalette(lightPalette());
    map.resize(700, 260);
    map.show();
    map.grab().save(pictureFile(QStringLiteral("map_empty.png")));
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_End, Qt::Key_Return, Qt::Key_Plus,
             Qt::Key_0, Qt::Key_PageDown, Qt::Key_Escape})
        QTest::keyClick(&map.canvas(), key);
    QTest::mouseClick(map.canvas().viewport(), Qt::LeftButton, {}, {200, 50});
    QVERIFY(!state.selectedAddress());

    state.setRecording(opened(QStringLiteral("seed_example.pickle")), false);
    state.setCursor(0);
    QVERIFY(emptyMapText(state).startsWith(QStringLiteral("Before the first event")));
    state.setCursor(state.history().eventCount());
    QVERIFY(emptyMapText(state).startsWith(QStringLiteral("Nothing is reserved at event")));
}

void TestFragmentationMap::clickSelects()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    int clicked = 0;
    for (std::size_t row = 0; row < std::min<std::size_t>(rows.size(), 12); ++row) {
        const SegmentInfo& segment = list.segments[rows[row].segment];
        for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blockCount; ++b) {
            const QRectF rect = shown.canvas().rectOf({row, b});
            if (rect.width() < 6)
                continue;
            QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, middleOf(rect));
            QCOMPARE(shown.state.selectedAddress(), std::optional(list.blocks[b].address));
            ++clicked;
        }
    }
    QVERIFY(clicked > 12);
    // Beside every row: nothing is selected.
    QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, {shown.viewport()->width() - 2, 1});
    QVERIFY(!shown.state.selectedAddress());
}

void TestFragmentationMap::selectionStays()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const SegmentList before = *shown.state.segments();
    const auto rows = mapRows(before, shown.canvas().order());
    const std::uint64_t address = before.segments[rows[1].segment].address;
    shown.state.setSelectedAddress(address);
    shown.state.setCursor(shown.state.cursor() + 40);
    (void)shown.map.grab();
    QCOMPARE(shown.state.selectedAddress(), std::optional(address));
    QTest::keyClick(&shown.canvas(), Qt::Key_Escape);
    QVERIFY(!shown.state.selectedAddress());
}

void TestFragmentationMap::keysMove()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    const auto current = [&] { return *placeOf(list, rows, *shown.canvas().currentAddress()); };
    QTest::keyClick(&shown.canvas(), Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(current().row, std::size_t(0));
    QTest::keyClick(&shown.canvas(), Qt::Key_Down);
    QCOMPARE(current().row, std::size_t(1));
    QTest::keyClick(&shown.canvas(), Qt::Key_Up);
    QTest::keyClick(&shown.canvas(), Qt::Key_End);
    const std::uint32_t last = current().block;
    QTest::keyClick(&shown.canvas(), Qt::Key_Right);
    QCOMPARE(current().row, std::size_t(1));
    QTest::keyClick(&shown.canvas(), Qt::Key_Left);
    QCOMPARE(current().block, last);
    QVERIFY(!shown.state.selectedAddress());
    QTest::keyClick(&shown.canvas(), Qt::Key_Return);
    QCOMPARE(shown.state.selectedAddress(), shown.canvas().currentAddress());
    QVERIFY(shown.canvas().accessibleDescription().contains(QStringLiteral("address 0x")));
    QTest::keyClick(&shown.canvas(), Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(current().row, rows.size() - 1);
    // It was scrolled to.
    (void)shown.map.grab();
    QVERIFY(shown.viewport()->rect().intersects(shown.canvas().rectOf(current()).toAlignedRect()));
    QTest::keyClick(&shown.canvas(), Qt::Key_PageUp);
    QVERIFY(current().row < rows.size() - 1);
}

void TestFragmentationMap::wheelZooms()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const QPointF at(500, 10);
    const auto before = shown.canvas().addressAt(at);
    QVERIFY(before);
    for (int i = 0; i < 4; ++i)
        shown.wheel(at, 120, Qt::ControlModifier);
    QVERIFY(shown.canvas().zoom() > 2);
    QCOMPARE(shown.canvas().addressAt(at), before); // what is under the mouse stays there
    QVERIFY(shown.canvas().horizontalScrollBar()->maximum() > 0);
    const int scrolled = shown.canvas().horizontalScrollBar()->value();
    shown.wheel(at, -120, Qt::ShiftModifier);
    QVERIFY(shown.canvas().horizontalScrollBar()->value() > scrolled);
    QTest::keyClick(&shown.canvas(), Qt::Key_0);
    QCOMPARE(shown.canvas().zoom(), 1.0);
    // Up to one block of 512 bytes.
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(&shown.canvas(), Qt::Key_Plus);
    const SegmentList& list = *shown.state.segments();
    QCOMPARE(shown.canvas().zoom(), static_cast<double>(longestSegment(list)) / 512);
    (void)shown.map.grab();
}

void TestFragmentationMap::doubleClickZoomsToTheBlock()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const MapPlace place{row, list.segments[rows[row].segment].firstBlock};
        const QRectF rect = shown.canvas().rectOf(place);
        if (rect.width() < 6 || rect.width() > 400 || rect.bottom() > shown.viewport()->height())
            continue;
        QTest::mouseDClick(shown.viewport(), Qt::LeftButton, {}, middleOf(rect));
        (void)shown.map.grab();
        QVERIFY(shown.canvas().rectOf(place).width() > 500);
        return;
    }
    QFAIL("no block of the right width");
}

void TestFragmentationMap::dragPans()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    for (int i = 0; i < 6; ++i)
        shown.wheel({500, 10}, 120, Qt::ControlModifier);
    const auto address = shown.canvas().addressAt({500, 10});
    QVERIFY(address);
    const auto send = [&](QEvent::Type type, const QPointF& at, Qt::MouseButton button,
                          Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, shown.viewport()->mapToGlobal(at), button, buttons, {});
        QApplication::sendEvent(shown.viewport(), &event);
    };
    send(QEvent::MouseButtonPress, {500, 10}, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, {460, 10}, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseMove, {430, 10}, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, {430, 10}, Qt::LeftButton, Qt::NoButton);
    (void)shown.map.grab();
    QCOMPARE(shown.canvas().addressAt({430, 10}), address);
    QVERIFY(!shown.state.selectedAddress()); // a drag selects nothing
}

void TestFragmentationMap::hoverTells()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    const MapPlace place{0, list.segments[rows[0].segment].firstBlock};
    shown.hover(shown.canvas().rectOf(place).center());
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY(QToolTip::text().contains(QStringLiteral("0x")));
    QVERIFY(QToolTip::text().contains(QStringLiteral("stream")));
}

void TestFragmentationMap::ordersAndScales()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const SegmentList& list = *shown.state.segments();
    for (const MapOrder order : {MapOrder::FreeBytes, MapOrder::Address, MapOrder::Stream, MapOrder::Size}) {
        shown.canvas().setOrder(order);
        (void)shown.map.grab();
        const auto rows = mapRows(list, order);
        const QRectF first = shown.canvas().rectOf({0, list.segments[rows[0].segment].firstBlock});
        QCOMPARE(shown.canvas().addressAt({first.left() + 1, first.center().y()}),
            std::optional(list.segments[rows[0].segment].address));
    }
    const auto rows = mapRows(list, MapOrder::Size);
    const auto widthOf = [&](std::size_t row) {
        const SegmentInfo& segment = list.segments[rows[row].segment];
        return shown.canvas().rectOf({row, segment.firstBlock + segment.blockCount - 1}).right()
            - shown.canvas().rectOf({row, segment.firstBlock}).left();
    };
    const double share = static_cast<double>(list.segments[rows.back().segment].totalSize)
        / static_cast<double>(list.segments[rows.front().segment].totalSize);
    QVERIFY(std::abs(widthOf(rows.size() - 1) / widthOf(0) - share) < 1e-6);
    shown.canvas().setScale(MapScale::EachRow);
    (void)shown.map.grab();
    QVERIFY(std::abs(widthOf(rows.size() - 1) - widthOf(0)) < 1e-6);
}

void TestFragmentationMap::headingAndLegend()
{
    ShownMap shown(QStringLiteral("vary.pickle"));
    const auto boxes = shown.map.findChildren<QComboBox*>();
    QCOMPARE(boxes.size(), 3);
    const auto hasTitle = [&](const QString& text) {
        for (const QLabel* label : shown.map.findChildren<QLabel*>()) {
            if (label->text() == text)
                return true;
        }
        return false;
    };
    const std::size_t count = shown.state.segments()->segments.size();
    QVERIFY(hasTitle(mapTitle(count, MapOrder::Size)));
    boxes[0]->setFocus();
    QTest::keyClick(boxes[0], Qt::Key_Down);
    QTRY_VERIFY(hasTitle(mapTitle(count, MapOrder::FreeBytes)));
    QCOMPARE(shown.canvas().order(), MapOrder::FreeBytes);

    const Composition composition = compositionOf(*shown.state.segments());
    std::uint64_t sum = 0;
    for (const LegendEntry& entry : legendEntries(composition, false))
        sum += entry.memoryClass == MemoryClass::Rounding ? 0 : entry.bytes;
    QCOMPARE(sum, composition.reserved);
}

void TestFragmentationMap::scrollsThroughManyRows()
{
    ShownMap shown(QStringLiteral("vary.pickle"), 0.4, {800, 200});
    QScrollBar* bar = shown.canvas().verticalScrollBar();
    QVERIFY(bar->maximum() > 0);
    shown.wheel({400, 40}, -240, {});
    QVERIFY(bar->value() > 0);
    bar->setValue(bar->maximum());
    (void)shown.map.grab();
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, MapOrder::Size);
    const QRectF last =
        shown.canvas().rectOf({rows.size() - 1, list.segments[rows.back().segment].firstBlock});
    QVERIFY(last.bottom() <= shown.viewport()->height() && last.top() > 0);
    const int pitch = bar->singleStep();
    for (int i = 0; i < 6; ++i)
        shown.wheel({400, 40}, -120, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(bar->singleStep(), pitch - 6);
}

// The colour at the middle of a wide block is that of its state, wherever the map is zoomed to.
void TestFragmentationMap::drawnWhereItIsHit()
{
    ShownMap shown(QStringLiteral("record_stream.pickle"), 1.0);
    shown.map.setPalette(lightPalette());
    const Theme theme = Theme::fromPalette(lightPalette());
    std::size_t waiting = 0;
    for (std::size_t position = 1; position <= shown.state.history().eventCount() && waiting < 3;
         ++position) {
        const auto* history = &shown.state.history();
        if (history->valueAt(Curve::Active, position) == history->valueAt(Curve::Allocated, position))
            continue;
        shown.state.setCursor(position);
        const QImage image = shown.map.grab().toImage();
        const SegmentList& list = *shown.state.segments();
        const auto rows = mapRows(list, shown.canvas().order());
        const QPoint corner = shown.viewport()->mapTo(&shown.map, QPoint(0, 0));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const SegmentInfo& segment = list.segments[rows[row].segment];
            for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blockCount; ++b) {
                const QRectF rect = shown.canvas().rectOf({row, b});
                if (rect.width() < 16 || !shown.viewport()->rect().contains(rect.toAlignedRect()))
                    continue;
                const BlockState blockState = list.blocks[b].state;
                const QColor wanted =
                    blockState == BlockState::ActiveAllocated ? theme.allocated : theme.waiting;
                if (blockState == BlockState::Inactive)
                    continue;
                int matching = 0;
                for (int dx = 0; dx < 6; ++dx)
                    matching += image.pixelColor(corner + middleOf(rect) + QPoint(dx, 0)) == wanted ? 1 : 0;
                QVERIFY(matching >= 3);
                waiting += blockState == BlockState::ActivePendingFree ? 1 : 0;
            }
        }
    }
    QVERIFY(waiting > 0);
}

// A click on a block that is only partly in sight selects it and leaves the picture where it is; a block
// selected elsewhere is brought into sight.
void TestFragmentationMap::clickMovesNothing()
{
    ShownMap shown(QStringLiteral("rand_streams.pickle"), 0.6, {1040, 400});
    for (int i = 0; i < 10; ++i)
        shown.wheel({500, 40}, 120, Qt::ControlModifier);
    const int before = shown.canvas().horizontalScrollBar()->value();
    QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, {shown.viewport()->width() - 12, 10});
    QVERIFY(shown.state.selectedAddress());
    (void)shown.map.grab();
    QCOMPARE(shown.canvas().horizontalScrollBar()->value(), before);

    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    const MapPlace last{rows.size() - 1, list.segments[rows.back().segment].firstBlock};
    QVERIFY(!shown.viewport()->rect().intersects(shown.canvas().rectOf(last).toAlignedRect()));
    shown.state.setSelectedAddress(list.blocks[last.block].address);
    (void)shown.map.grab();
    QVERIFY(shown.viewport()->rect().intersects(shown.canvas().rectOf(last).toAlignedRect()));
}

QTEST_MAIN(TestFragmentationMap)
#include "tst_fragmentation_map.moc"
