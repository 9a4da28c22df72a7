// SPDX-License-Identifier: GPL-3.0-or-later
#include "map_scenes.h"
#include "random_segments.h"
#include "ui/map/map_raster.h"

#include <QPalette>
#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

// A map of many blocks is drawn by several threads.
class MapThreadsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pictureIsThatOfItsStrips_data();
    void pictureIsThatOfItsStrips();
};

void MapThreadsTest::pictureIsThatOfItsStrips_data()
{
    QTest::addColumn<int>("rowPitch");
    QTest::addColumn<int>("scroll");
    QTest::newRow("low rows") << 4 << 0;
    QTest::newRow("higher rows, further down") << 7 << 100;
}

// Strips of few rows have too few blocks for a second thread.
void MapThreadsTest::pictureIsThatOfItsStrips()
{
    QFETCH(const int, rowPitch);
    QFETCH(const int, scroll);
    qInfo("seed %llu; set TIDEMARK_SEED for another", static_cast<unsigned long long>(chosenSeed()));
    std::mt19937_64 random(chosenSeed());
    const SegmentList list = randomSegments(random, {200, 1200, true});
    QVERIFY(list.blocks.size() > 60'000);
    const auto rows = mapRows(list, MapOrder::Size);
    const MapPaints paints = MapPaints::fromTheme(Theme::fromPalette(QPalette()), 1);
    MapView view = viewOf(list, 640, 800);
    view.rowPitch = rowPitch;
    view.rowHeight = rowPitch - 1;
    view.scroll = scroll;
    const QImage whole = rasterizeMap(list, rows, view, paints);
    constexpr int strip = 40;
    for (int y = 0; y < view.height; y += strip) {
        MapView part = view;
        part.scroll = scroll + y;
        part.height = strip;
        QCOMPARE(whole.copy(0, y, view.width, strip), rasterizeMap(list, rows, part, paints));
    }
}

QTEST_GUILESS_MAIN(MapThreadsTest)
#include "tst_map_threads.moc"
