// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_map.h"
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "ui/window/colour_scheme.h"

#include <QToolTip>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestMapPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pictures_data();
    void pictures();
    void zoomedPicture();
    void colouredPictures_data();
    void colouredPictures();
    void oneBlock();
};

void TestMapPictures::pictures_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("at");
    QTest::addColumn<QSize>("size");
    QTest::newRow("vary") << "vary" << 0.45 << QSize(1040, 420);
    QTest::newRow("vary_small") << "vary" << 0.8 << QSize(520, 260);
    QTest::newRow("vgg") << "vgg" << 0.5 << QSize(1040, 300);
    QTest::newRow("record_stream") << "record_stream" << 0.5 << QSize(1040, 300);
    QTest::newRow("graphs") << "graphs" << 0.9 << QSize(1040, 300);
    QTest::newRow("seed_example") << "seed_example" << 0.5 << QSize(800, 200);
    QTest::newRow("rand_streams") << "rand_streams" << 0.6 << QSize(1040, 500);
    QTest::newRow("rand_small") << "rand_small" << 0.6 << QSize(1040, 400);
    QTest::newRow("expandable_vary") << "expandable_vary" << 0.5 << QSize(1040, 300);
}

void TestMapPictures::pictures()
{
    QFETCH(QString, name);
    QFETCH(double, at);
    QFETCH(QSize, size);
    ShownMap shown(name + QStringLiteral(".pickle"), at, size);
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    if (rows.size() > 3)
        shown.state.setSelectedAddress(list.segments[rows[3].segment].address);
    for (const bool isDark : {false, true}) {
        shown.map.setPalette(isDark ? tests::darkPalette() : tests::lightPalette());
        QTest::qWait(1);
        const QString file = QStringLiteral("map_%1_%2.png")
                                 .arg(QString::fromLatin1(QTest::currentDataTag()),
                                     isDark ? QStringLiteral("dark") : QStringLiteral("light"));
        QVERIFY(shown.map.grab().save(pictureFile(file)));
    }
}

void TestMapPictures::zoomedPicture()
{
    ShownMap shown(QStringLiteral("rand_streams.pickle"), 0.6, {1040, 400});
    shown.map.setPalette(tests::lightPalette());
    for (int i = 0; i < 8; ++i)
        shown.wheel({500, 40}, 120, Qt::ControlModifier);
    QTest::keyClick(&shown.canvas(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&shown.canvas(), Qt::Key_Down);
    shown.hover({600, 100});
    QTest::qWait(1);
    QVERIFY(shown.map.grab().save(pictureFile(QStringLiteral("map_zoomed.png"))));
    shown.canvas().setScale(MapScale::EachRow);
    shown.canvas().showAll();
    shown.canvas().setOrder(MapOrder::Stream);
    QTest::qWait(1);
    QVERIFY(shown.map.grab().save(pictureFile(QStringLiteral("map_equal_lengths.png"))));
}

void TestMapPictures::colouredPictures_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("scheme");
    const std::pair<const char*, ColourScheme> schemes[] = {{"light", ColourScheme::Light},
        {"dark", ColourScheme::Dark}, {"contrast_light", ColourScheme::HighContrastLight},
        {"contrast_dark", ColourScheme::HighContrastDark}};
    for (const auto& [name, scheme] : schemes) {
        for (const ColourClass by : {ColourClass::Age, ColourClass::Category, ColourClass::Size})
            QTest::newRow(qPrintable(colourClassTitle(by) + QLatin1Char('_') + QLatin1String(name)))
                << static_cast<int>(by) << static_cast<int>(scheme);
        QTest::newRow(qPrintable(QStringLiteral("state_") + QLatin1String(name)))
            << -1 << static_cast<int>(scheme);
    }
}

// Of a training, which has labels of tensors; a block is selected, another one hovered.
void TestMapPictures::colouredPictures()
{
    QFETCH(const int, by);
    QFETCH(const int, scheme);
    applyColourScheme(static_cast<ColourScheme>(scheme));
    LabelledTraining options;
    options.layers = 6;
    ShownMap shown(
        std::make_shared<const AnalyzedRecording>(analyze(labelledTraining(options))), 0.62, {1040, 300});
    if (by >= 0)
        shown.colourBy(static_cast<ColourClass>(by));
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    shown.state.setSelectedAddress(list.segments[rows[1].segment].address);
    shown.hover(shown.canvas().rectOf({0, list.segments[rows[0].segment].firstBlock}).center());
    QTest::qWait(1);
    QVERIFY(shown.map.grab().save(
        pictureFile(QStringLiteral("map_by_%1.png").arg(QString::fromLatin1(QTest::currentDataTag())))));
}

// A block of 512 bytes and its neighbours.
void TestMapPictures::oneBlock()
{
    applyColourScheme(ColourScheme::Light);
    ShownMap shown(QStringLiteral("rand_small.pickle"), 0.6, {1040, 260});
    const SegmentList& list = *shown.state.segments();
    const auto rows = mapRows(list, shown.canvas().order());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const SegmentInfo& segment = list.segments[rows[row].segment];
        for (std::uint32_t b = segment.firstBlock + 1; b + 1 < segment.firstBlock + segment.blockCount; ++b) {
            if (list.blocks[b].size != 512 || list.blocks[b].state == BlockState::Inactive)
                continue;
            shown.state.setSelectedAddress(list.blocks[b].address);
            QTest::keyClick(&shown.canvas(), Qt::Key_Plus);
            for (int i = 0; i < 60 && shown.canvas().rectOf({row, b}).width() < 300; ++i)
                QTest::keyClick(&shown.canvas(), Qt::Key_Plus);
            QVERIFY(shown.canvas().rectOf({row, b}).width() >= 300);
            QTRY_VERIFY(shown.map.isSettled());
            QTest::qWait(20); // the heading makes room for what it says
            QVERIFY(shown.map.grab().save(pictureFile(QStringLiteral("map_one_block.png"))));
            return;
        }
    }
    QFAIL("no block of 512 bytes");
}

QTEST_MAIN(TestMapPictures)
#include "tst_map_pictures.moc"
