// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "map_scenes.h"
#include "random_segments.h"
#include "ui/map/map_raster.h"

#include <QPalette>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

// Colours that no mixture of others gives, so that a pixel tells what it stands for; texture is off.
MapPaints plainPaints()
{
    MapPaints paints;
    paints.ground = qRgb(255, 255, 255);
    const std::array<QRgb, memoryClassCount> colours = {
        qRgb(0, 0, 200), qRgb(200, 0, 0), qRgb(200, 100, 0), qRgb(200, 200, 0), qRgb(100, 100, 100)};
    for (std::size_t i = 0; i < memoryClassCount; ++i) {
        paints.textures[i] = {1, {colours[i]}, colours[i]};
        paints.edges[i] = colours[i];
    }
    return paints;
}

// By look (see MapPaints): bytes that lie in [begin, end) of a segment, counted block by block.
std::vector<double> bytesIn(const SegmentList& list, const MapRow& row, double begin, double end,
    const MapPaints& paints, const std::vector<std::uint8_t>& classOf)
{
    std::vector<double> bytes(paints.lookCount());
    const SegmentInfo& segment = list.segments[row.segment];
    for (std::uint32_t i = segment.firstBlock; i < segment.firstBlock + segment.blockCount; ++i) {
        for (const ClassRun& run : runsOf(segment, list.blocks[i], row.isFree)) {
            const bool isByClass = !classOf.empty() && run.memoryClass == MemoryClass::Allocated;
            const std::size_t look =
                isByClass ? paints.lookOfClass(classOf[i]) : static_cast<std::size_t>(run.memoryClass);
            const double left = std::max(static_cast<double>(run.begin), begin);
            const double right = std::min(static_cast<double>(run.end), end);
            bytes[look] += std::max(right - left, 0.0);
        }
    }
    return bytes;
}

double liveBytes(const std::vector<double>& bytes)
{
    double live = 0;
    for (std::size_t look = 0; look < bytes.size(); ++look) {
        const bool isFree = look == static_cast<std::size_t>(MemoryClass::FreeBesideLive)
            || look == static_cast<std::size_t>(MemoryClass::WholeFree);
        live += isFree ? 0 : bytes[look];
    }
    return live;
}

// Four classes and what has none, in colours as pure as those of the states.
void addPlainClasses(MapPaints& paints)
{
    for (const QRgb colour :
        {qRgb(0, 200, 0), qRgb(0, 200, 200), qRgb(200, 0, 200), qRgb(40, 40, 0), qRgb(0, 60, 40)}) {
        paints.classes.push_back({1, {colour}, colour});
        paints.classEdges.push_back(colour);
    }
}

} // namespace

class TestMapRaster : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void columnsMixByBytes_data();
    void columnsMixByBytes();
    void classesColourAllocatedMemoryOnly();
    void lonelyBlocksAreSeen();
    void texturesTellTheClasses();
    void roundingIsTheTail();
    void manySegments();

private:
    std::mt19937_64 m_random;
};

void TestMapRaster::initTestCase()
{
    qInfo("seed %llu; set TIDEMARK_SEED for another", static_cast<unsigned long long>(chosenSeed()));
    m_random.seed(chosenSeed());
}

void TestMapRaster::columnsMixByBytes_data()
{
    QTest::addColumn<bool>("isByClass");
    QTest::newRow("by state") << false;
    QTest::newRow("by class") << true;
}

// Every pixel of a row is the mean of the looks under it, weighted by their bytes.
void TestMapRaster::columnsMixByBytes()
{
    QFETCH(const bool, isByClass);
    MapPaints paints = plainPaints();
    if (isByClass)
        addPlainClasses(paints);
    for (int round = 0; round < 40; ++round) {
        const SegmentList list = randomSegments(m_random, {12, 300, true});
        const auto rows = mapRows(list, MapOrder::FreeBytes);
        const MapView view = randomView(m_random, list);
        std::vector<std::uint8_t> classOf(isByClass ? list.blocks.size() : 0);
        for (std::uint8_t& place : classOf)
            place = m_random() % 5 == 0 ? std::uint8_t(255) : static_cast<std::uint8_t>(m_random() % 4);
        const QImage image = rasterizeMap(list, rows, view, paints, classOf);
        QCOMPARE(image.size(), QSize(view.width, view.height));
        int boosted = 0;
        for (int y = 0; y < view.height; ++y) {
            const std::int64_t fromTop = y + view.scroll;
            const auto index = static_cast<std::size_t>(fromTop / view.rowPitch);
            if (index >= rows.size() || fromTop % view.rowPitch >= view.rowHeight) {
                QCOMPARE(image.pixel(0, y), paints.ground);
                QCOMPARE(image.pixel(view.width - 1, y), paints.ground);
                continue;
            }
            const RowAxis axis = view.axisOf(list.segments[rows[index].segment].totalSize);
            for (int probe = 0; probe < 20; ++probe) {
                const int x = static_cast<int>(m_random() % static_cast<std::uint64_t>(view.width));
                const auto bytes =
                    bytesIn(list, rows[index], axis.byteAt(x), axis.byteAt(x + 1), paints, classOf);
                std::array<double, 3> colour = {};
                double rest = 1;
                const auto add = [&](QRgb part, double share) {
                    colour[0] += share * qRed(part);
                    colour[1] += share * qGreen(part);
                    colour[2] += share * qBlue(part);
                };
                for (std::size_t i = 0; i < bytes.size(); ++i) {
                    add(paints.look(i).mean, bytes[i] / axis.bytesPerPixel);
                    rest -= bytes[i] / axis.bytesPerPixel;
                }
                add(paints.ground, rest);
                const QRgb drawn = image.pixel(x, y);
                const double off = std::abs(colour[0] - qRed(drawn)) + std::abs(colour[1] - qGreen(drawn))
                    + std::abs(colour[2] - qBlue(drawn));
                const double live = liveBytes(bytes) / axis.bytesPerPixel;
                const bool mayBeBoosted = !rows[index].isFree && live > 0 && live < 0.7;
                // Outlines replace the mixture where two blocks meet.
                bool isOutline = false;
                for (std::size_t i = 0; i < bytes.size(); ++i) {
                    const double part = bytes[i] / axis.bytesPerPixel;
                    isOutline = isOutline || (part > 0 && part < 1 && drawn == paints.edgeOfLook(i));
                }
                if (off > 6 && (mayBeBoosted || isOutline)) {
                    ++boosted;
                    continue;
                }
                QVERIFY2(off <= 6,
                    qPrintable(
                        QStringLiteral("round %1, x %2, y %3: off by %4").arg(round).arg(x).arg(y).arg(off)));
            }
        }
        QVERIFY(boosted < view.height * 20 / 4);
    }
}

// Whatever the classes, what is no allocated memory looks as it does without them, and a wide block has the
// pixels of its class, with the pattern that goes through the whole picture.
void TestMapRaster::classesColourAllocatedMemoryOnly()
{
    const SegmentList list = oneSegment({{BlockState::ActiveAllocated, mebibyte, 768 * kibibyte},
        {BlockState::ActivePendingFree, mebibyte, mebibyte}, {BlockState::Inactive, mebibyte, 0},
        {BlockState::ActiveAllocated, mebibyte, mebibyte}});
    const auto rows = mapRows(list, MapOrder::Size);
    const MapView view = viewOf(list, 800, 20);
    MapPaints paints = plainPaints();
    const QImage before = rasterizeMap(list, rows, view, paints);
    const std::vector<BandLook> looks = {
        {Qt::green, Qt::black, BandPattern::Plain}, {Qt::cyan, Qt::black, BandPattern::Hatched}};
    paints.setClasses(looks, Theme(), 1);
    const QImage after = rasterizeMap(list, rows, view, paints, std::vector<std::uint8_t>{1, 0, 0, 255});
    for (int y = 2; y < 10; ++y) {
        for (int x = 3; x < 148; ++x)
            QCOMPARE(after.pixelColor(x, y), QColor(looks[1].isLine(x, y, 1) ? Qt::black : Qt::cyan));
        for (int x = 152; x < 598; ++x)
            QCOMPARE(after.pixel(x, y), before.pixel(x, y));
        for (int x = 602; x < 798; ++x)
            QCOMPARE(after.pixel(x, y), paints.classes.back().mean); // of no class that is known
    }
    // Without classes of blocks the paints of classes change nothing.
    QCOMPARE(rasterizeMap(list, rows, view, paints), before);
}

void TestMapRaster::lonelyBlocksAreSeen()
{
    // 512 bytes in the middle of 300 MiB, on a picture where a pixel holds 300 KiB.
    const SegmentList list = oneSegment({{BlockState::Inactive, 150 * mebibyte, 0},
        {BlockState::ActiveAllocated, 512, 512}, {BlockState::Inactive, 150 * mebibyte - 512, 0}});
    const auto rows = mapRows(list, MapOrder::Size);
    const MapView view = viewOf(list, 1001, 20);
    const MapPaints paints = plainPaints();
    const QImage image = rasterizeMap(list, rows, view, paints);
    QCOMPARE(
        image.pixel(300, 6), paints.textures[static_cast<std::size_t>(MemoryClass::FreeBesideLive)].mean);
    const QRgb seen = image.pixel(500, 6);
    QVERIFY2(qBlue(seen) > 120 && qRed(seen) < 80, "the block that keeps the segment can be seen");

    // Many small blocks side by side are mixed truly: a tenth of the bytes gives a tenth of the colour.
    std::vector<MadeBlock> many;
    for (int i = 0; i < 20000; ++i) {
        many.push_back({BlockState::ActiveAllocated, 512, 512});
        many.push_back({BlockState::Inactive, 9 * 512, 0});
    }
    const SegmentList dense = oneSegment(many);
    const QImage mixed = rasterizeMap(dense, mapRows(dense, MapOrder::Size), viewOf(dense, 500, 20), paints);
    for (int x = 0; x < mixed.width(); ++x)
        QVERIFY(std::abs(qBlue(mixed.pixel(x, 6)) - 20) <= 4);
}

void TestMapRaster::texturesTellTheClasses()
{
    for (const bool isDark : {false, true}) {
        QPalette palette;
        palette.setColor(QPalette::Base, isDark ? QColor(30, 30, 30) : QColor(Qt::white));
        palette.setColor(QPalette::Window, isDark ? QColor(40, 40, 40) : QColor(246, 247, 249));
        palette.setColor(QPalette::Text, isDark ? QColor(230, 230, 230) : QColor(20, 20, 20));
        palette.setColor(QPalette::WindowText, isDark ? QColor(230, 230, 230) : QColor(20, 20, 20));
        for (const double ratio : {1.0, 1.5, 2.0}) {
            const MapPaints paints = MapPaints::fromTheme(Theme::fromPalette(palette), ratio);
            const auto slope = [&](MemoryClass which, int dx) {
                // How often a pixel equals the one `dx` beside it in the line below: 1 along the hatching.
                const Texture& texture = paints.of(which);
                int equal = 0;
                for (int y = 0; y < texture.period; ++y) {
                    for (int x = 0; x < texture.period; ++x)
                        equal += texture.at(x, y) == texture.at(x + texture.period + dx, y + 1) ? 1 : 0;
                }
                return static_cast<double>(equal) / (texture.period * texture.period);
            };
            QCOMPARE(slope(MemoryClass::FreeBesideLive, -1), 1.0); // rises to the right: /
            QVERIFY(slope(MemoryClass::FreeBesideLive, 1) < 0.7);
            QCOMPARE(slope(MemoryClass::WholeFree, 1), 1.0); // falls to the right
            QVERIFY(slope(MemoryClass::WholeFree, -1) < 0.7);
            QCOMPARE(paints.of(MemoryClass::Allocated).period, 1);
            QVERIFY(paints.of(MemoryClass::Waiting).period > 1);
            for (const MemoryClass a : memoryClasses) {
                for (const MemoryClass b : memoryClasses) {
                    const auto gap = std::abs(qRed(paints.of(a).mean) - qRed(paints.of(b).mean))
                        + std::abs(qGreen(paints.of(a).mean) - qGreen(paints.of(b).mean))
                        + std::abs(qBlue(paints.of(a).mean) - qBlue(paints.of(b).mean));
                    QVERIFY(a == b || gap > 30);
                }
            }
        }
    }
}

void TestMapRaster::roundingIsTheTail()
{
    const SegmentList list = oneSegment({{BlockState::ActiveAllocated, 1 * mebibyte, 768 * kibibyte},
        {BlockState::ActivePendingFree, 1 * mebibyte, 768 * kibibyte}});
    const MapPaints paints = plainPaints();
    const QImage image = rasterizeMap(list, mapRows(list, MapOrder::Size), viewOf(list, 800, 20), paints);
    const auto is = [&](int x, MemoryClass which) { return image.pixel(x, 6) == paints.of(which).mean; };
    QVERIFY(is(10, MemoryClass::Allocated));
    QVERIFY(is(298, MemoryClass::Allocated));
    QVERIFY(is(302, MemoryClass::Rounding));
    QVERIFY(is(398, MemoryClass::Rounding));
    QVERIFY(is(402, MemoryClass::Waiting));
    QVERIFY(is(798, MemoryClass::Waiting)); // what waits is shown whole
}

void TestMapRaster::manySegments()
{
    const SegmentList list = randomSegments(m_random, {3000, 10, false});
    const auto rows = mapRows(list, MapOrder::Size);
    MapView view = viewOf(list, 600, 300);
    view.scroll = std::int64_t(3000) * view.rowPitch - 300;
    const MapPaints paints = plainPaints();
    const QImage image = rasterizeMap(list, rows, view, paints);
    QVERIFY(image.pixel(0, 300 - view.rowPitch + 6) != paints.ground);
    const auto [first, last] = view.visibleRows(rows.size());
    QCOMPARE(last, std::size_t(3000));
    QVERIFY(last - first <= 18);
}

QTEST_GUILESS_MAIN(TestMapRaster)
#include "tst_map_raster.moc"
