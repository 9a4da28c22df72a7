// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/timeline/axis_geometry.h"
#include "ui/timeline/readout.h"
#include "ui/timeline/tick_labels.h"

#include <QTest>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// Labels of the axes, and what zooming and panning do to them.
class TimelineTicksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byteTicks_data();
    void byteTicks();
    void decimalByteTicks_data();
    void decimalByteTicks();
    void timeTicks_data();
    void timeTicks();
    void eventTicks_data();
    void eventTicks();
    void neverMoreTicksThanAsked();
    void durations_data();
    void durations();
    void mebibytes_data();
    void mebibytes();
    void megabytes_data();
    void megabytes();
    void zoomKeepsTheAnchor();
    void rangeMovesNoFartherThanNeeded();
    void pixelsAndValuesAgree();
};

void TimelineTicksTest::byteTicks_data()
{
    QTest::addColumn<double>("highest");
    QTest::addColumn<int>("most");
    QTest::addColumn<QStringList>("labels");
    const double gib = gibibyte;
    const double mib = mebibyte;
    QTest::newRow("GiB") << 5.5 * gib << 6 << QStringList{"0", "1 GiB", "2 GiB", "3 GiB", "4 GiB", "5 GiB"};
    QTest::newRow("one unit") << 1.75 * gib << 4 << QStringList{"0", "0.5 GiB", "1.0 GiB", "1.5 GiB"};
    QTest::newRow("eighths") << 1.1 * gib << 9
                             << QStringList{"0", "0.125 GiB", "0.250 GiB", "0.375 GiB", "0.500 GiB",
                                    "0.625 GiB", "0.750 GiB", "0.875 GiB", "1.000 GiB"};
    QTest::newRow("MiB") << 20.0 * mib << 3 << QStringList{"0", "8 MiB", "16 MiB"};
    QTest::newRow("KiB") << 4096.0 << 4 << QStringList{"0", "1 KiB", "2 KiB", "3 KiB", "4 KiB"};
    QTest::newRow("bytes") << 900.0 << 4 << QStringList{"0", "256 B", "512 B", "768 B"};
    QTest::newRow("big card") << 140 * gib << 5 << QStringList{"0", "32 GiB", "64 GiB", "96 GiB", "128 GiB"};
}

void TimelineTicksTest::byteTicks()
{
    QFETCH(double, highest);
    QFETCH(int, most);
    QFETCH(QStringList, labels);
    const double step = byteTickStep(highest, most, ByteUnits::Binary);
    QStringList found;
    for (double tick = 0; tick <= highest; tick += step)
        found << byteTickLabel(tick, step, highest, ByteUnits::Binary);
    QCOMPARE(found, labels);
}

void TimelineTicksTest::decimalByteTicks_data()
{
    QTest::addColumn<double>("highest");
    QTest::addColumn<int>("most");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("GB") << 5.5e9 << 6 << QStringList{"0", "1 GB", "2 GB", "3 GB", "4 GB", "5 GB"};
    QTest::newRow("halves") << 1.9e9 << 4 << QStringList{"0", "0.5 GB", "1.0 GB", "1.5 GB"};
    QTest::newRow("tenths") << 1.05e9 << 11
                            << QStringList{"0", "0.1 GB", "0.2 GB", "0.3 GB", "0.4 GB", "0.5 GB", "0.6 GB",
                                   "0.7 GB", "0.8 GB", "0.9 GB", "1.0 GB"};
    QTest::newRow("finer than tenths") << 1.1e9 << 25 << QStringList{"0", "50 MB", "100 MB", "150 MB"};
    QTest::newRow("a segment") << 20971520.0 << 5 << QStringList{"0", "5 MB", "10 MB", "15 MB", "20 MB"};
    QTest::newRow("kB") << 4096.0 << 5 << QStringList{"0", "1 kB", "2 kB", "3 kB", "4 kB"};
    QTest::newRow("bytes") << 900.0 << 5 << QStringList{"0", "200 B", "400 B", "600 B", "800 B"};
    QTest::newRow("big card") << 150109880320.0 << 4 << QStringList{"0", "50 GB", "100 GB", "150 GB"};
}

void TimelineTicksTest::decimalByteTicks()
{
    QFETCH(double, highest);
    QFETCH(int, most);
    QFETCH(QStringList, labels);
    const double step = byteTickStep(highest, most, ByteUnits::Decimal);
    QStringList found;
    for (double tick = 0; tick <= highest && found.size() < labels.size(); tick += step)
        found << byteTickLabel(tick, step, highest, ByteUnits::Decimal);
    QCOMPARE(found, labels);
}

void TimelineTicksTest::timeTicks_data()
{
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    QTest::addColumn<int>("most");
    QTest::addColumn<QStringList>("labels");
    const double s = 1e6;
    QTest::newRow("microseconds") << 0.0 << 250.0 << 3 << QStringList{"0", "100 \u00b5s", "200 \u00b5s"};
    QTest::newRow("milliseconds") << 0.0 << 2500.0 << 5
                                  << QStringList{"0", "0.5 ms", "1.0 ms", "1.5 ms", "2.0 ms", "2.5 ms"};
    QTest::newRow("seconds") << 0.0 << 32.0 * s << 4 << QStringList{"0", "10 s", "20 s", "30 s"};
    QTest::newRow("deep inside seconds")
        << 27.31 * s << 27.3142 * s << 5
        << QStringList{"27.310 s", "27.311 s", "27.312 s", "27.313 s", "27.314 s"};
    QTest::newRow("minutes") << 0.0 << 150.0 * s << 6
                             << QStringList{"0", "30 s", "1 min", "1 min 30 s", "2 min", "2 min 30 s"};
    QTest::newRow("hours") << 0.0 << 2.6 * 3600 * s << 6
                           << QStringList{"0", "30 min", "1 h", "1 h 30 min", "2 h", "2 h 30 min"};
    QTest::newRow("deep inside an hour")
        << 3600 * s << 3600.4 * s << 4
        << QStringList{"3,600.0 s", "3,600.1 s", "3,600.2 s", "3,600.3 s", "3,600.4 s"};
    QTest::newRow("days") << 0.0 << 60 * 3600 * s << 3 << QStringList{"0", "24 h", "48 h"};
}

void TimelineTicksTest::timeTicks()
{
    QFETCH(double, begin);
    QFETCH(double, end);
    QFETCH(int, most);
    QFETCH(QStringList, labels);
    const double step = timeTickStep(end - begin, most);
    QStringList found;
    for (double tick = std::ceil(begin / step - 1e-6) * step; tick <= end + step * 1e-6; tick += step)
        found << timeTickLabel(tick, step, end);
    QCOMPARE(found, labels);
}

void TimelineTicksTest::eventTicks_data()
{
    QTest::addColumn<double>("range");
    QTest::addColumn<int>("most");
    QTest::addColumn<double>("step");
    QTest::newRow("one event") << 1.0 << 10 << 1.0;
    QTest::newRow("few") << 12.0 << 6 << 2.0;
    QTest::newRow("exactly") << 5000.0 << 10 << 500.0;
    QTest::newRow("a little more") << 5001.0 << 10 << 1000.0;
    QTest::newRow("ten million") << 1e7 << 8 << 2e6;
}

void TimelineTicksTest::eventTicks()
{
    QFETCH(double, range);
    QFETCH(int, most);
    QFETCH(double, step);
    QCOMPARE(eventTickStep(range, most), step);
    QCOMPARE(eventTickLabel(12345678), QStringLiteral("12,345,678"));
}

void TimelineTicksTest::neverMoreTicksThanAsked()
{
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> exponent(0, 12);
    for (int i = 0; i < 5000; ++i) {
        const double range = std::pow(10.0, exponent(random));
        const int most = 1 + static_cast<int>(random() % 15);
        const auto fits = [&](double step) { return range / step <= most + 1e-6; };
        for (const ByteUnits units : {ByteUnits::Binary, ByteUnits::Decimal})
            QVERIFY2(fits(byteTickStep(range, most, units)), qPrintable(QString::number(range)));
        QVERIFY2(fits(eventTickStep(range, most)), qPrintable(QString::number(range)));
        QVERIFY2(fits(timeTickStep(range, most)), qPrintable(QString::number(range)));
    }
}

void TimelineTicksTest::durations_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << QStringLiteral("0 \u00b5s");
    QTest::newRow("microseconds") << qint64(999) << QStringLiteral("999 \u00b5s");
    QTest::newRow("milliseconds") << qint64(1250) << QStringLiteral("1.250 ms");
    QTest::newRow("seconds") << qint64(27318412) << QStringLiteral("27.318 s");
    QTest::newRow("minutes") << qint64(65250000) << QStringLiteral("1 min 5.250 s");
    QTest::newRow("hours") << qint64(3600000000 + 61000000) << QStringLiteral("1 h 1 min 1.000 s");
}

void TimelineTicksTest::durations()
{
    QFETCH(qint64, microseconds);
    QFETCH(QString, text);
    QCOMPARE(timeText(microseconds), text);
}

void TimelineTicksTest::mebibytes_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << QStringLiteral("0.00 MiB");
    QTest::newRow("segment") << qint64(20971520) << QStringLiteral("20.00 MiB");
    QTest::newRow("tensor") << qint64(4000256) << QStringLiteral("3.81 MiB");
    QTest::newRow("carries") << qint64(2 * 1024 * 1024 - 1) << QStringLiteral("2.00 MiB");
    QTest::newRow("groups") << qint64(4380950528) << QStringLiteral("4,178.00 MiB");
}

void TimelineTicksTest::mebibytes()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(megabytesText(bytes, ByteUnits::Binary), text);
}

void TimelineTicksTest::megabytes_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << QStringLiteral("0.00 MB");
    QTest::newRow("segment") << qint64(20971520) << QStringLiteral("20.97 MB");
    QTest::newRow("carries") << qint64(1'999'999) << QStringLiteral("2.00 MB");
    QTest::newRow("groups") << qint64(4380950528) << QStringLiteral("4,380.95 MB");
    QTest::newRow("negative") << qint64(-1'500'000) << QStringLiteral("\u22121.50 MB");
}

void TimelineTicksTest::megabytes()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(megabytesText(bytes, ByteUnits::Decimal), text);
}

void TimelineTicksTest::zoomKeepsTheAnchor()
{
    const AxisRange range{100, 300};
    const AxisRange closer = zoomed(range, 150, 0.5);
    QCOMPARE(closer, (AxisRange{125, 225}));
    const AxisRange back = zoomed(closer, 150, 2);
    QCOMPARE(back, range);
}

void TimelineTicksTest::rangeMovesNoFartherThanNeeded()
{
    const AxisRange range{100, 200};
    QCOMPARE(movedToShow(range, 150), range);
    QCOMPARE(movedToShow(range, 100), range);
    QCOMPARE(movedToShow(range, 210), (AxisRange{115, 215}));
    QCOMPARE(movedToShow(range, 50), (AxisRange{45, 145}));
}

void TimelineTicksTest::pixelsAndValuesAgree()
{
    const AxisGeometry geometry{TimeAxis::Events, {1000, 3000}, 60, 400};
    QCOMPARE(geometry.toPixel(1000), 60.0);
    QCOMPARE(geometry.toPixel(3000), 460.0);
    QCOMPARE(geometry.toValue(geometry.toPixel(1234.5)), 1234.5);
    QCOMPARE(geometry.window(1.5).columns, 600);
}

QTEST_GUILESS_MAIN(TimelineTicksTest)
#include "tst_timeline_ticks.moc"
