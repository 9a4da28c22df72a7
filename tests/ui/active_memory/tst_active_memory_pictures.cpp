// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "tests/ui/active_memory/page_driver.h"
#include "ui/active_memory/active_memory_page.h"
#include "ui/tiles/class_legend.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"

#include <set>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

using Driver = PageDriver<ActiveMemoryPage>;

namespace {

Recording manySteps()
{
    LabelledTraining options;
    options.steps = 6;
    options.layers = 10;
    return labelledTraining(options);
}

} // namespace

class TestActiveMemoryPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void everyChoiceColours_data();
    void everyChoiceColours();
    void coloursAreThoseOfTheLegend();
    void theWindowHasIt();
    void pictures_data();
    void pictures();
};

void TestActiveMemoryPictures::everyChoiceColours_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("leastColours");
    for (const ColourClass by : allColourClasses) {
        const bool isOne = by == ColourClass::Stream || by == ColourClass::Pool;
        QTest::newRow(qPrintable(colourClassTitle(by))) << static_cast<int>(by) << (isOne ? 1 : 2);
    }
}

void TestActiveMemoryPictures::everyChoiceColours()
{
    QFETCH(const int, by);
    QFETCH(const int, leastColours);
    Driver driver;
    driver.page.setColourBy(static_cast<ColourClass>(by));
    driver.open(sharedRecording(manySteps()));
    const auto& classes = driver.canvas->layer().source()->classes();
    QCOMPARE(static_cast<int>(classes->by), by);
    std::set<std::uint8_t> seen;
    const Attribution& attribution = driver.canvas->layer().source()->attribution();
    for (std::uint32_t i = 0; i < attribution.allocations.size(); ++i) {
        const std::uint8_t place = classes->at(attribution, i, driver.state.history().eventCount());
        QVERIFY(place < classes->bands.bands.size());
        seen.insert(place);
    }
    QVERIFY(static_cast<int>(seen.size()) >= leastColours);
    QCOMPARE(looksOf(*classes, applicationTheme()).size(), classes->bands.bands.size());
    QVERIFY(driver.page.legend()->accessibleDescription().contains(
        QString::fromStdString(classes->bands.bands[0].name)));
}

// Inside a band, away from its borders, a pixel has the colour that the legend names.
void TestActiveMemoryPictures::coloursAreThoseOfTheLegend()
{
    Driver driver;
    driver.page.setColourBy(ColourClass::Size);
    driver.open(sharedRecording(manySteps()));
    const TileLayer& layer = driver.canvas->layer();
    const Attribution& attribution = layer.source()->attribution();
    const auto looks = looksOf(*layer.source()->classes(), Theme::fromPalette(driver.canvas->palette()));
    int probed = 0;
    for (const TileLayer::Placed& placed : layer.visible()) {
        const IdPlane& plane = placed.tile->plane;
        for (std::size_t row = 1; row + 1 < plane.rows; row += 3) {
            for (std::size_t column = 1; column + 1 < plane.columns; column += 3) {
                const std::uint32_t id = plane.at(column, row);
                if (!IdPlane::isAllocation(id) || plane.at(column, row - 1) != id
                    || plane.at(column - 1, row) != id)
                    continue;
                const std::uint8_t place = layer.source()->classes()->at(attribution, id, 0);
                QCOMPARE(placed.tile->picture.pixelColor(static_cast<int>(column), static_cast<int>(row)),
                    looks[place].colour);
                ++probed;
            }
        }
    }
    QVERIFY(probed > 1000);
}

void TestActiveMemoryPictures::theWindowHasIt()
{
    ViewState state;
    RecordingViews views(&state);
    views.resize(1300, 800);
    views.show();
    state.setRecording(sharedRecording(labelledTraining()), false);
    ActiveMemoryPage* page = views.lower()->activeMemory();
    QVERIFY(!page->isVisible());
    views.lower()->showMemory();
    views.lower()->showActiveMemory();
    QVERIFY(page->isVisible());
    QVERIFY(state.areAllocationsWanted());
    QTRY_VERIFY_WITH_TIMEOUT(page->isSettled(), 60'000);
    views.lower()->showMemory();
    QVERIFY(state.areAllocationsWanted());
    views.lower()->showMap();
    QVERIFY(!state.areAllocationsWanted());
}

void TestActiveMemoryPictures::pictures_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<double>("width");
    QTest::newRow("category") << static_cast<int>(ColourClass::Category) << false << 1.0;
    QTest::newRow("category-dark") << static_cast<int>(ColourClass::Category) << true << 1.0;
    QTest::newRow("size-near") << static_cast<int>(ColourClass::Size) << false << 0.15;
    QTest::newRow("stack-near-dark") << static_cast<int>(ColourClass::Stack) << true << 0.1;
    QTest::newRow("age") << static_cast<int>(ColourClass::Age) << false << 1.0;
}

void TestActiveMemoryPictures::pictures()
{
    QFETCH(const int, by);
    QFETCH(const bool, isDark);
    QFETCH(const double, width);
    applyColourScheme(isDark ? ColourScheme::Dark : ColourScheme::Light);
    ViewState state;
    RecordingViews views(&state);
    views.resize(1500, 900);
    views.show();
    views.lower()->showActiveMemory();
    ActiveMemoryPage* page = views.lower()->activeMemory();
    page->setColourBy(static_cast<ColourClass>(by));
    state.setRecording(sharedRecording(manySteps()), false);
    const auto end = static_cast<double>(state.history().eventCount());
    if (width < 1)
        state.setRange(end * 0.5, end * (0.5 + width));
    state.setCursor(static_cast<std::size_t>(end * 0.5 + end * 0.3 * width));
    QTRY_VERIFY_WITH_TIMEOUT(page->isSettled(), 60'000);
    QTest::keyClick(page->canvas(), Qt::Key_Up, Qt::ShiftModifier);
    QTest::qWait(200);
    QVERIFY(views.grab().toImage().save(pictureFile(
        QStringLiteral("active-memory-%1.png").arg(QString::fromLatin1(QTest::currentDataTag())))));
}

QTEST_MAIN(TestActiveMemoryPictures)
#include "tst_active_memory_pictures.moc"
