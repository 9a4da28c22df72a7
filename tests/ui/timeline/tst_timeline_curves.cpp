// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "ui/timeline/curve_raster.h"
#include "ui/timeline/value_scale.h"

#include <QTest>
#include <random>

using namespace tidemark;
using namespace tidemark::ui;

// The vertical scale and the pictures of curves.
class TimelineCurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scaleStandsStill();
    void scaleIsRoundInItsUnits();
    void scaleNeverCutsOff();
    void spikeOfOneEventIsDrawn();
    void activeShowsOnlyWhereItLeavesAllocated();
    void nothingIsDrawnBehindTheEnd();
    void areasAreAsHighAsTheirValues();
    void wideLinesAreWide();
};

void TimelineCurvesTest::scaleStandsStill()
{
    ValueScale scale;
    int moves = 0;
    double before = 0;
    // A live reserved that climbs by one segment at a time, from 20 MiB to 4 GiB.
    for (double value = 20.0 * mebibyte; value < 4.0 * gibibyte; value += 20.0 * mebibyte) {
        scale.fit(value, 0.05, ByteUnits::Binary);
        moves += scale.top() != before;
        before = scale.top();
    }
    QVERIFY2(moves < 50, qPrintable(QString::number(moves)));
    scale.fit(3.0 * gibibyte, 0.05, ByteUnits::Binary); // a small fall moves nothing
    QCOMPARE(scale.top(), before);
    scale.fit(0.5 * gibibyte, 0.05, ByteUnits::Binary); // a large one does
    QVERIFY(scale.top() < 0.7 * gibibyte);
}

void TimelineCurvesTest::scaleIsRoundInItsUnits()
{
    ValueScale scale;
    const auto topFor = [&](double value, ByteUnits units) {
        scale.reset();
        scale.fit(value, 0.05, units);
        return scale.top();
    };
    QCOMPARE(topFor(900.0 * mebibyte, ByteUnits::Binary), 960.0 * mebibyte);
    QCOMPARE(topFor(1.0e9, ByteUnits::Decimal), 1.1e9);
    QCOMPARE(topFor(3.1e9, ByteUnits::Decimal), 3.4e9);
    QCOMPARE(topFor(80.0e9, ByteUnits::Decimal), 85.0e9);
}

void TimelineCurvesTest::scaleNeverCutsOff()
{
    std::mt19937_64 random(5);
    ValueScale scale;
    for (int i = 0; i < 10000; ++i) {
        const double value = static_cast<double>(random() >> (random() % 60));
        scale.fit(value, 0.1, i % 2 == 0 ? ByteUnits::Binary : ByteUnits::Decimal);
        QVERIFY(scale.top() * 0.9 >= value * (1 - 1e-12));
        QVERIFY(value < 4096 || scale.top() * 0.4 <= value);
    }
}

namespace {

Theme testTheme()
{
    QPalette palette(Qt::white);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    return Theme::fromPalette(palette);
}

CurveColumnSet flatColumns(
    std::size_t count, std::int64_t allocated, std::int64_t active, std::int64_t reserved)
{
    const auto flat = [count](std::int64_t value) {
        return std::vector<CurveColumn>(count, {value, value, value, value});
    };
    return {flat(allocated), flat(active), flat(reserved)};
}

int countPixels(const QImage& image, int x, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        count += image.pixel(x, y) == colour.rgb();
    return count;
}

} // namespace

void TimelineCurvesTest::spikeOfOneEventIsDrawn()
{
    CurveColumnSet columns = flatColumns(50, 100, 100, 900);
    columns[0][20] = {100, 100, 800, 100};
    columns[1][20] = columns[0][20];
    const QImage image = rasterCurves(columns, testTheme(), {1000, 1000.0, 1, 50});
    QCOMPARE(countPixels(image, 10, testTheme().allocated), 1);
    QCOMPARE(countPixels(image, 20, testTheme().allocated), 701); // from 800 down to 100
    QCOMPARE(image.pixel(20, 200), testTheme().allocated.rgb());
    QVERIFY(image.pixel(20, 199) != testTheme().allocated.rgb());
}

void TimelineCurvesTest::activeShowsOnlyWhereItLeavesAllocated()
{
    CurveColumnSet columns = flatColumns(50, 100, 100, 900);
    for (std::size_t x = 30; x < 40; ++x)
        columns[1][x] = {300, 300, 300, 300};
    const QImage image = rasterCurves(columns, testTheme(), {1000, 1000.0, 1, 50});
    for (int x = 0; x < 50; ++x)
        QCOMPARE(countPixels(image, x, testTheme().active) > 0, x >= 30 && x < 40);
    QCOMPARE(image.pixel(35, 700), testTheme().active.rgb());
}

void TimelineCurvesTest::nothingIsDrawnBehindTheEnd()
{
    const CurveColumnSet columns = flatColumns(50, 100, 100, 900);
    const QImage image = rasterCurves(columns, testTheme(), {100, 1000.0, 1, 30});
    QCOMPARE(image.width(), 50);
    for (int y = 0; y < 100; ++y) {
        QCOMPARE(image.pixel(30, y), testTheme().panel.rgb());
        QCOMPARE(image.pixel(29, y) != testTheme().panel.rgb(), y >= 10);
    }
}

void TimelineCurvesTest::areasAreAsHighAsTheirValues()
{
    const QImage image = rasterCurves(flatColumns(3, 250, 500, 750), testTheme(), {1000, 1000.0, 1, 3});
    QCOMPARE(image.pixel(1, 249), testTheme().panel.rgb());
    QCOMPARE(image.pixel(1, 250), testTheme().reserved.rgb());
    QCOMPARE(image.pixel(1, 251), image.pixel(1, 499)); // reserved, free
    QVERIFY(image.pixel(1, 501) != image.pixel(1, 499)); // waiting
    QCOMPARE(image.pixel(1, 501), image.pixel(1, 749));
    QVERIFY(image.pixel(1, 751) != image.pixel(1, 749)); // allocated
    QCOMPARE(image.pixel(1, 751), image.pixel(1, 999));
}

void TimelineCurvesTest::wideLinesAreWide()
{
    CurveColumnSet columns = flatColumns(50, 100, 100, 100);
    for (std::size_t x = 20; x < 50; ++x)
        columns[2][x] = {900, 900, 900, 900};
    columns[2][20].first = 100;
    const QImage image = rasterCurves(columns, testTheme(), {1000, 1000.0, 3, 50});
    QCOMPARE(countPixels(image, 40, testTheme().reserved), 3);
    for (const int x : {20, 21, 22})
        QCOMPARE(image.pixel(x, 500), testTheme().reserved.rgb()); // the step itself
    QVERIFY(image.pixel(23, 500) != testTheme().reserved.rgb());
}

QTEST_GUILESS_MAIN(TimelineCurvesTest)
#include "tst_timeline_curves.moc"
