// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// The timeline as it looks, for eyes.
class TimelinePicturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void picturesOfLongAndShort();
    void pictures_data();
    void pictures();

private:
    std::shared_ptr<const AnalyzedRecording> m_training;
};

void TimelinePicturesTest::initTestCase()
{
    m_training = analyzed(trainingRecording(8));
    QVERIFY(m_training->histories[0].eventCount() > 5000);
    QCOMPARE(m_training->histories[0].contradictions(), std::uint64_t(0));
}

// A training of many steps, and one that has just begun.
void TimelinePicturesTest::picturesOfLongAndShort()
{
    TimelineDriver driver({700, 300});
    driver.open(analyzed(trainingRecording(700)));
    QVERIFY(driver.picture().save(pictureFile(QStringLiteral("timeline-long.png"))));
    QVERIFY(driver.scene().bands.size() < 10); // crowds, not dust
    driver.view.setPalette(darkPalette());
    driver.state.fitRange();
    for (const std::size_t events : {30, 90, 250}) {
        driver.state.setRecording(analyzed(firstEvents(m_training->recording, events)), events > 30);
        driver.settle();
    }
    driver.hover(driver.place(0.9, 0.5));
    QVERIFY(driver.picture().save(pictureFile(QStringLiteral("timeline-live.png"))));
}

void TimelinePicturesTest::pictures_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<bool>("isTime");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    const QSize large(1400, 500);
    const QSize small(700, 300);
    QTest::newRow("light") << QString() << false << false << large << 0.0 << 1.0;
    QTest::newRow("dark") << QString() << true << false << large << 0.0 << 1.0;
    QTest::newRow("light-small") << QString() << false << true << small << 0.0 << 1.0;
    QTest::newRow("dark-small") << QString() << true << true << small << 0.0 << 1.0;
    QTest::newRow("light-zoomed") << QString() << false << true << large << 0.52 << 0.56;
    QTest::newRow("dark-zoomed") << QString() << true << false << large << 0.535 << 0.538;
    const auto file = [](const char* name) { return QString::fromLatin1(name) + QStringLiteral(".pickle"); };
    for (const char* name :
        {"vary", "vgg", "record_stream", "annotations", "oom", "split_gc", "rand_streams"})
        QTest::addRow("%s", name) << file(name) << false << false << large << 0.0 << 1.0;
    QTest::newRow("annotations-dark-small") << file("annotations") << true << true << small << 0.0 << 1.0;
}

void TimelinePicturesTest::pictures()
{
    QFETCH(QString, file);
    QFETCH(bool, isDark);
    QFETCH(bool, isTime);
    QFETCH(QSize, size);
    QFETCH(double, begin);
    QFETCH(double, end);
    TimelineDriver driver(size, isDark ? darkPalette() : lightPalette());
    driver.open(file.isEmpty() ? m_training : analyzed(fileRecording(file)));
    if (isTime)
        driver.state.setAxis(TimeAxis::Time);
    const double width = driver.state.rangeEnd();
    driver.state.setCursor(driver.state.history().eventCount() * 27 / 50);
    driver.state.setRange(width * begin, width * end);
    driver.settle();
    driver.hover(driver.place(0.35, 0.4));
    const QString name = QStringLiteral("timeline-%1.png").arg(QLatin1String(QTest::currentDataTag()));
    QVERIFY(driver.picture().save(pictureFile(name)));
}

QTEST_MAIN(TimelinePicturesTest)
#include "tst_timeline_pictures.moc"
