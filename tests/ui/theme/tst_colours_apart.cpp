// SPDX-License-Identifier: GPL-3.0-or-later
#include "colour_vision.h"
#include "ui/map/map_paints.h"
#include "ui/tiles/allocation_classes.h"

#include <QTest>
#include <algorithm>
#include <set>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

enum class Kind { Plain, Level, Rising, Falling, Other };

// What a texture looks like without its colours.
Kind kindOf(const Texture& texture)
{
    if (texture.period == 1)
        return Kind::Plain;
    const auto repeats = [&texture](int dx, int dy) {
        for (int y = 0; y < texture.period; ++y)
            for (int x = 0; x < texture.period; ++x)
                if (texture.at(x, y) != texture.at(x + texture.period + dx, y + dy))
                    return false;
        return true;
    };
    return repeats(1, 0) ? Kind::Level
        : repeats(-1, 1) ? Kind::Rising
        : repeats(1, 1)  ? Kind::Falling
                         : Kind::Other;
}

// The darkest and the lightest pixel of a texture, to somebody.
double contrastWithin(Vision vision, const Texture& texture)
{
    double darkest = 100;
    double lightest = 0;
    for (const QRgb pixel : texture.tile) {
        darkest = std::min(darkest, lightnessFor(vision, QColor(pixel)));
        lightest = std::max(lightest, lightnessFor(vision, QColor(pixel)));
    }
    return lightest - darkest;
}

// A grouping of ten kinds, and bands of them all.
std::pair<Grouping, GroupBands> tenOf(GroupBy by)
{
    Grouping grouping;
    grouping.by = by;
    GroupBands bands;
    for (std::uint32_t i = 0; i < 10; ++i) {
        MemoryGroup group;
        group.name = "group";
        group.order = i;
        group.category = static_cast<MemoryCategory>(i);
        grouping.groups.push_back(group);
        bands.bands.push_back({group.name, i, 1, false});
        bands.bandOf.push_back(i);
    }
    bands.bands.push_back({"others", 0, 1, true});
    return {grouping, bands};
}

} // namespace

class TestColoursApart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statesHavePatternsOfTheirOwn();
    void patternsAreSeenByEverybody();
    void bandsAreToldApart_data();
    void bandsAreToldApart();
    void ordersAreOrdersOfLightness();
};

void TestColoursApart::statesHavePatternsOfTheirOwn()
{
    for (const auto& [name, theme] : allThemes()) {
        for (const double ratio : {1.0, 1.5, 2.0, 3.0}) {
            const MapPaints paints = MapPaints::fromTheme(theme, ratio);
            std::set<Kind> kinds;
            for (const MemoryClass memoryClass : memoryClasses)
                QVERIFY2(kinds.insert(kindOf(paints.of(memoryClass))).second, qPrintable(name));
        }
    }
}

void TestColoursApart::patternsAreSeenByEverybody()
{
    for (const auto& [name, theme] : allThemes()) {
        const MapPaints paints = MapPaints::fromTheme(theme, 1);
        for (const MemoryClass memoryClass : memoryClasses) {
            const Texture& texture = paints.of(memoryClass);
            for (const Vision vision : allVisions) {
                const double within = contrastWithin(vision, texture);
                QVERIFY2(texture.period == 1 || within >= (theme.isHighContrast ? 35 : 12),
                    qPrintable(QStringLiteral("%1, state %2, vision %3: %4")
                                   .arg(name)
                                   .arg(static_cast<int>(memoryClass))
                                   .arg(static_cast<int>(vision))
                                   .arg(within)));
            }
        }
    }
}

void TestColoursApart::bandsAreToldApart_data()
{
    QTest::addColumn<int>("by");
    QTest::newRow("category") << static_cast<int>(GroupBy::Category);
    QTest::newRow("operator") << static_cast<int>(GroupBy::Operator);
    QTest::newRow("step") << static_cast<int>(GroupBy::Step);
}

// Any two bands differ by their pattern or for everybody by their colour; with patterns wanted by the pattern
// or by their lightness alone.
void TestColoursApart::bandsAreToldApart()
{
    QFETCH(const int, by);
    const auto [grouping, bands] = tenOf(static_cast<GroupBy>(by));
    for (const auto& [name, theme] : allThemes()) {
        const std::vector<BandLook> looks = bandLooks(grouping, bands, theme);
        for (std::size_t a = 0; a < looks.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const auto hasDarkLines = [&](const BandLook& look) {
                    return lightnessFor(Vision::Common, look.line)
                        < lightnessFor(Vision::Common, look.colour);
                };
                const bool isSamePattern = looks[a].pattern == looks[b].pattern
                    && (looks[a].pattern == BandPattern::Plain
                        || hasDarkLines(looks[a]) == hasDarkLines(looks[b]));
                // Steps stand side by side in their order: without patterns their colours come again.
                const bool comesAgain =
                    by == static_cast<int>(GroupBy::Step) && !theme.hasPatterns && (a - b) % 7 == 0;
                if (!isSamePattern || comesAgain)
                    continue;
                for (const Vision vision : allVisions) {
                    const double apart = theme.hasPatterns
                        ? std::abs(
                            lightnessFor(vision, looks[a].colour) - lightnessFor(vision, looks[b].colour))
                        : differenceFor(vision, looks[a].colour, looks[b].colour);
                    QVERIFY2(apart >= 6,
                        qPrintable(QStringLiteral("%1, bands %2 and %3, vision %4: %5")
                                       .arg(name)
                                       .arg(a)
                                       .arg(b)
                                       .arg(static_cast<int>(vision))
                                       .arg(apart)));
                }
            }
        }
    }
}

// Of sizes and ages each class is lighter, or each darker, than the one before; to everybody.
void TestColoursApart::ordersAreOrdersOfLightness()
{
    for (const ColourClass by : {ColourClass::Size, ColourClass::Age}) {
        const auto classes = allocationClasses(GroupedDevice(), by);
        for (const auto& [name, theme] : allThemes()) {
            const std::vector<BandLook> looks = looksOf(*classes, theme);
            for (const Vision vision : allVisions) {
                const double direction =
                    lightnessFor(vision, looks[1].colour) - lightnessFor(vision, looks[0].colour);
                for (std::size_t i = 1; i < 6; ++i) {
                    const double step =
                        lightnessFor(vision, looks[i].colour) - lightnessFor(vision, looks[i - 1].colour);
                    QVERIFY2(step * direction > 0 && std::abs(step) >= 4, qPrintable(name));
                }
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestColoursApart)
#include "tst_colours_apart.moc"
