// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "ui/groups/colour_by_box.h"
#include "ui/groups/group_follower.h"
#include "ui/groups/group_legend.h"
#include "ui/timeline/curve_raster.h"
#include "ui/timeline/hover_texts.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/filter_follower.h"
#include "ui/window/recording_views.h"

#include <QSignalSpy>
#include <QTest>
#include <random>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

std::shared_ptr<const AnalyzedRecording> shared(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

// As it was when so many events had happened.
Recording begun(const Recording& whole, std::size_t events)
{
    Recording recording = whole;
    EventColumns first;
    for (std::size_t i = 0; i < events; ++i)
        first.append(whole.devices[0].events[i]);
    recording.devices[0].events = first;
    std::erase_if(recording.annotations, [&](const Annotation& each) { return each.startEvent >= events; });
    return recording;
}

// A state whose timeline is coloured, and who colours it.
struct Coloured {
    explicit Coloured(Recording recording, GroupBy by)
        : follower(state)
    {
        state.setRecording(shared(std::move(recording)), false);
        state.setColourBy(by);
        if (!QTest::qWaitFor([this] { return state.colouring() != nullptr; }, 60'000))
            qFatal("No colours come");
    }

    ViewState state;
    GroupFollower follower;
};

std::vector<std::size_t> bordersOf(const ViewState& state, int columns, double begin, double end)
{
    AxisWindow window;
    window.columns = columns;
    window.begin = begin;
    window.end = end;
    return columnBorders(state.device(), state.history().eventCount(), window);
}

} // namespace

class TestGroupColours : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void bandsSumToTheHighestValueOfEachColumn_data();
    void bandsSumToTheHighestValueOfEachColumn();
    void pixelsAreTheBands();
    void theOutlineStays();
    void theLegendSumsToAllocated();
    void theHoverNamesTheBand();
    void coloursFollowALiveRun();
    void anotherChoiceOrRecordingBringsOthers();
    void aPartIsColouredUnderAFilter();
    void theBoxChooses();
    void looksAreDistinct();
    void pictures_data();
    void pictures();
};

void TestGroupColours::bandsSumToTheHighestValueOfEachColumn_data()
{
    QTest::addColumn<int>("by");
    for (const GroupBy by : allGroupBys)
        QTest::newRow(std::string(groupByName(by)).c_str()) << static_cast<int>(by);
}

void TestGroupColours::bandsSumToTheHighestValueOfEachColumn()
{
    QFETCH(const int, by);
    LabelledTraining options;
    options.steps = 30;
    const Coloured coloured(labelledTraining(options), static_cast<GroupBy>(by));
    const auto count = static_cast<double>(coloured.state.history().eventCount());
    std::mt19937 random(5);
    for (int round = 0; round < 25; ++round) {
        const double width = std::pow(count, (round + 1) / 25.0);
        const double begin = std::generate_canonical<double, 32>(random) * (count - width);
        const auto borders = quickBorders(bordersOf(coloured.state, 300, begin, begin + width));
        const auto columns = curveColumns(coloured.state.history(), Curve::Allocated, borders);
        const BandColumns bands = bandColumns(*coloured.state.colouring(), borders, Theme());
        QCOMPARE(bands.known, columns.size());
        for (std::size_t x = 0; x < columns.size(); ++x) {
            std::int64_t sum = 0;
            for (const auto& band : bands.bytes) {
                QVERIFY(band[x] >= 0);
                sum += band[x];
            }
            QCOMPARE(sum, std::max(columns[x].first, columns[x].max));
        }
    }
}

void TestGroupColours::pixelsAreTheBands()
{
    const Coloured coloured(labelledTraining(), GroupBy::Category);
    const Theme theme = Theme::fromPalette(QGuiApplication::palette());
    const auto borders = bordersOf(coloured.state, 400, 0, double(coloured.state.history().eventCount()));
    const CurveColumnSet columns = columnSet(coloured.state.curves(), borders);
    const BandColumns bands = bandColumns(*coloured.state.colouring(), borders, theme);
    CurveRasterOptions options;
    options.height = 300;
    options.columns = 400;
    options.top = static_cast<double>(highestValue(columns)) * 1.1;
    const QImage image = rasterCurves(columns, theme, options, bands);
    const double perRow = options.top / options.height;
    std::size_t looked = 0;
    for (std::size_t x = 0; x < 400; ++x) {
        double below = 0;
        for (std::size_t band = 0; band < bands.bytes.size(); ++band) {
            const auto bytes = static_cast<double>(bands.bytes[band][x]);
            // The middle of what is high enough to have a row for itself, away from outlines.
            if (bytes > 8 * perRow) {
                const int y = options.height - 1 - static_cast<int>((below + bytes / 2) / perRow);
                const QRgb pixel = image.pixel(static_cast<int>(x), y);
                const BandLook& look = bands.looks[band];
                const bool isBand = pixel == look.colour.rgb() || pixel == look.line.rgb();
                const bool isOutline = pixel == theme.allocated.rgb() || pixel == theme.active.rgb();
                QVERIFY2(isBand || isOutline, qPrintable(QStringLiteral("%1 %2 %3").arg(x).arg(y).arg(band)));
                looked += isBand ? 1 : 0;
            }
            below += bytes;
        }
    }
    QVERIFY(looked > 800);
}

void TestGroupColours::theOutlineStays()
{
    const Coloured coloured(labelledTraining(), GroupBy::Module);
    const Theme theme = Theme::fromPalette(QGuiApplication::palette());
    // Wide enough that no column swings up and down.
    const auto borders = bordersOf(coloured.state, 900, 20, 120);
    const CurveColumnSet columns = columnSet(coloured.state.curves(), borders);
    CurveRasterOptions options;
    options.height = 240;
    options.columns = 900;
    options.top = static_cast<double>(highestValue(columns)) * 1.1;
    const QImage plain = rasterCurves(columns, theme, options);
    const QImage filled =
        rasterCurves(columns, theme, options, bandColumns(*coloured.state.colouring(), borders, theme));
    int line = 0;
    int area = 0;
    for (int y = 0; y < plain.height(); ++y)
        for (int x = 0; x < plain.width(); ++x) {
            const QRgb was = plain.pixel(x, y);
            if (was == theme.allocatedFill.rgb()) {
                area += filled.pixel(x, y) != was ? 1 : 0;
            } else {
                QCOMPARE(filled.pixel(x, y), was);
                line += was == theme.allocated.rgb() ? 1 : 0;
            }
        }
    QVERIFY(line > 900);
    QVERIFY(area > 900 * 20);
}

void TestGroupColours::theLegendSumsToAllocated()
{
    Coloured coloured(labelledTraining(), GroupBy::Category);
    GroupLegend legend(coloured.state);
    const DeviceHistory& history = coloured.state.history();
    for (std::size_t position = 0; position <= history.eventCount(); position += 7) {
        coloured.state.setCursor(position);
        std::int64_t atCursor = 0;
        std::int64_t atPeak = 0;
        for (const GroupLegendEntry& entry : legend.entries()) {
            atCursor += entry.atCursor;
            atPeak += entry.atPeak;
        }
        QCOMPARE(atCursor, history.valueAt(Curve::Allocated, position));
        QCOMPARE(atPeak, history.peak(Curve::Allocated).bytes);
    }
    QVERIFY(legend.accessibleDescription().contains(QStringLiteral("optimizer state: ")));
    QVERIFY(legend.note().isEmpty());
    const int wide = legend.heightForWidth(2000);
    QVERIFY(legend.heightForWidth(300) > wide);
}

void TestGroupColours::theHoverNamesTheBand()
{
    const Coloured coloured(labelledTraining(), GroupBy::Category);
    const GroupColouring& colouring = *coloured.state.colouring();
    std::int64_t below = 0;
    for (std::size_t band = 0; band < colouring.bands.bands.size(); ++band) {
        const std::int64_t bytes = colouring.curves.valueAt(band, colouring.peak);
        if (bytes == 0)
            continue;
        const double middle = static_cast<double>(below) + static_cast<double>(bytes) / 2;
        QCOMPARE(bandAt(colouring, colouring.peak, middle), std::optional(band));
        QCOMPARE(bandAt(colouring, colouring.peak, static_cast<double>(below)), std::optional(band));
        Readout readout;
        addGroupRows(readout, colouring, colouring.peak, middle, Theme(), ByteUnits::Binary);
        const QString name = QString::fromStdString(colouring.bands.bands[band].name);
        QCOMPARE(readout.lines, QStringList(QStringLiteral("over ") + name));
        QCOMPARE(std::count_if(readout.rows.begin(), readout.rows.end(),
                     [&](Readout::Row each) {
                         return each.label == QStringLiteral("\u25b8 ") + name
                             && each.exact.remove(u',') == QStringLiteral("%1 B").arg(bytes);
                     }),
            1);
        below += bytes;
    }
    QVERIFY(!bandAt(colouring, colouring.peak, static_cast<double>(below)));
    QVERIFY(!bandAt(colouring, colouring.peak, -1));
}

void TestGroupColours::coloursFollowALiveRun()
{
    LabelledTraining options;
    options.steps = 8;
    const Recording whole = labelledTraining(options);
    const std::size_t events = whole.devices[0].events.size();
    Coloured coloured(begun(whole, events / 4), GroupBy::Phase);
    for (const std::size_t so : {events / 2, events * 3 / 4, events}) {
        coloured.state.setRecording(shared(begun(whole, so)), true);
        QVERIFY(coloured.state.colouring()); // the old colours stay till the new ones come
        QTRY_COMPARE_WITH_TIMEOUT(coloured.state.colouring()->curves.eventCount(), so, 60'000);
        std::int64_t sum = 0;
        for (std::size_t band = 0; band < coloured.state.colouring()->curves.bandCount(); ++band)
            sum += coloured.state.colouring()->curves.valueAt(band, so);
        QCOMPARE(sum, coloured.state.history().valueAt(Curve::Allocated, so));
    }
}

void TestGroupColours::anotherChoiceOrRecordingBringsOthers()
{
    Coloured coloured(labelledTraining(), GroupBy::Category);
    coloured.state.setColourBy(GroupBy::Step);
    QVERIFY(!coloured.state.colouring());
    QTRY_VERIFY_WITH_TIMEOUT(coloured.state.colouring() != nullptr, 60'000);
    QVERIFY(coloured.state.colouring()->grouping.by == GroupBy::Step);
    LabelledTraining options;
    options.hasLabels = false;
    coloured.state.setRecording(shared(labelledTraining(options)), false);
    QVERIFY(!coloured.state.colouring());
    QTRY_VERIFY_WITH_TIMEOUT(coloured.state.colouring() != nullptr, 60'000);
    QCOMPARE(coloured.state.colouring()->device->recording, coloured.state.recording());
    coloured.state.setColourBy(GroupBy::DataType);
    QTRY_VERIFY_WITH_TIMEOUT(coloured.state.colouring() != nullptr, 60'000);
    const GroupLegend legend(coloured.state);
    QVERIFY2(legend.note().contains(QStringLiteral("no element types")), qPrintable(legend.note()));
    coloured.state.setColourBy(std::nullopt);
    QVERIFY(!coloured.state.colouring());
    coloured.state.setRecording(nullptr, false);
    coloured.state.setColourBy(GroupBy::Category);
    QVERIFY(!coloured.state.colouring());
}

// The same training on two streams, every third allocation on the second.
Recording onTwoStreams()
{
    Recording recording = labelledTraining();
    Device& device = recording.devices[0];
    EventColumns moved;
    std::set<std::uint64_t> segments;
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        Event event = device.events[i];
        const bool isSegment = event.action == Action::SegmentAlloc || event.action == Action::SegmentFree;
        if (isSegment && (event.address >> 21) % 2 == 1)
            segments.insert(event.address);
        if (isSegment)
            event.stream = segments.contains(event.address) ? StreamSlot(1) : StreamSlot(0);
        moved.append(event);
    }
    device.events = moved;
    device.streams = {0, 7};
    return recording;
}

void TestGroupColours::aPartIsColouredUnderAFilter()
{
    ViewState state;
    GroupFollower follower(state);
    FilterFollower filterFollower(state);
    GroupLegend legend(state);
    state.setRecording(shared(onTwoStreams()), false);
    state.setColourBy(GroupBy::Category);
    QTRY_VERIFY_WITH_TIMEOUT(state.colouring(), 60'000);
    std::int64_t sums = 0;
    for (const StreamSlot stream : {StreamSlot(0), StreamSlot(1)}) {
        state.setFilter(MemoryFilter::ofStream(stream));
        QVERIFY(!state.colouring()); // never that of another part
        QVERIFY(legend.entries().empty());
        QTRY_VERIFY_WITH_TIMEOUT(state.colouring(), 60'000);
        const auto borders = quickBorders(bordersOf(state, 300, 0, double(state.history().eventCount())));
        const BandColumns bands = bandColumns(*state.colouring(), borders, Theme());
        const CurveView part = state.curves();
        const auto columns =
            curveColumns(part.curve(Curve::Allocated), part.valueAt(Curve::Allocated, 0), borders);
        QCOMPARE(bands.known, columns.size());
        for (std::size_t x = 0; x < columns.size(); ++x) {
            std::int64_t sum = 0;
            for (const auto& band : bands.bytes)
                sum += band[x];
            QCOMPARE(sum, std::max(columns[x].first, columns[x].max));
        }
        QVERIFY(!legend.entries().empty());
        sums += state.curves().peak(Curve::Allocated).bytes;
    }
    QVERIFY(sums > 0);
    state.setFilter({});
    QTRY_VERIFY_WITH_TIMEOUT(state.colouring(), 60'000);
    QVERIFY(!state.colouring()->part);
}

void TestGroupColours::theBoxChooses()
{
    ViewState state;
    ColourByBox box(state);
    const QSignalSpy changes(&state, &ViewState::colourByChanged);
    QCOMPARE(box.count(), 6);
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Down);
    QVERIFY(state.colourBy() == GroupBy::Category);
    QTest::keyClick(&box, Qt::Key_End);
    QVERIFY(state.colourBy() == GroupBy::Step);
    state.setColourBy(GroupBy::Module);
    QCOMPARE(box.currentText(), QStringLiteral("Colour by module"));
    QTest::keyClick(&box, Qt::Key_Home);
    QVERIFY(!state.colourBy());
    QCOMPARE(changes.count(), 4);
}

// No two bands of a picture have one look, and neighbours differ in lightness or pattern.
void TestGroupColours::looksAreDistinct()
{
    for (const GroupBy by : {GroupBy::Category, GroupBy::DataType, GroupBy::Module, GroupBy::Phase}) {
        const Coloured coloured(labelledTraining(), by);
        for (const ColourScheme scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            applyColourScheme(scheme);
            const auto looks = bandLooks(coloured.state.colouring()->grouping,
                coloured.state.colouring()->bands, Theme::fromPalette(QGuiApplication::palette()));
            for (std::size_t i = 0; i < looks.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(looks[i].colour != looks[j].colour || looks[i].pattern != looks[j].pattern);
        }
    }
}

void TestGroupColours::pictures_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<bool>("isDark");
    for (const GroupBy by :
        {GroupBy::Category, GroupBy::DataType, GroupBy::Module, GroupBy::Phase, GroupBy::Step})
        for (const bool isDark : {false, true})
            QTest::newRow(qPrintable(QString::fromStdString(std::string(groupByName(by)))
                + (isDark ? QStringLiteral("-dark") : QString())))
                << static_cast<int>(by) << isDark;
}

void TestGroupColours::pictures()
{
    QFETCH(const int, by);
    QFETCH(const bool, isDark);
    applyColourScheme(isDark ? ColourScheme::Dark : ColourScheme::Light);
    LabelledTraining options;
    options.layers = 6;
    ViewState state;
    RecordingViews views(&state);
    views.resize(1400, 820);
    views.show();
    state.setRecording(shared(labelledTraining(options)), false);
    state.setColourBy(static_cast<GroupBy>(by));
    QTRY_VERIFY_WITH_TIMEOUT(state.colouring() != nullptr, 60'000);
    state.setCursor(state.colouring()->peak);
    QTest::qWait(50);
    const QImage picture = views.grab().toImage();
    QVERIFY(picture.save(
        pictureFile(QStringLiteral("coloured-%1.png").arg(QString::fromLatin1(QTest::currentDataTag())))));
}

QTEST_MAIN(TestGroupColours)
#include "tst_group_colours.moc"
