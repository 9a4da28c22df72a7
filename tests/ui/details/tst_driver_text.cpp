// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's figures as sentences.
#include "made_recording.h"
#include "opened.h"
#include "tests/support/test_data.h"
#include "ui/details/details_html.h"
#include "ui/details/details_pane.h"
#include "ui/details/driver_text.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

constexpr std::int64_t mebi = 1024 * 1024;

std::shared_ptr<const AnalyzedRecording> madeWith(const DriverSample& sample)
{
    Recording recording = madeRecording();
    recording.devices[0].capacity = 1000 * mebi;
    recording.devices[0].driver.push_back(sample);
    return std::make_shared<const AnalyzedRecording>(analyze(recording));
}

// After event 6, with 40 MiB reserved.
DriverSample sampleOf(std::int64_t used, std::int64_t process, ProcessMemorySource source)
{
    DriverSample sample;
    sample.event = 6;
    sample.timeUs = madeRecording().devices[0].events.timeUs()[5];
    sample.used = used;
    sample.processUsed = process;
    sample.processSource = source;
    return sample;
}

DriverText textAt(const DriverSample& sample, std::size_t position)
{
    ViewState state;
    state.setRecording(madeWith(sample), false);
    state.setCursor(position);
    const AnalyzedRecording& analyzed = *state.recording();
    return driverText(
        explain(explainedMoment(*momentOf(state)), settingsOf(analyzed.recording)), ByteUnits::Binary);
}

QStringList plainTexts(const std::vector<Text>& texts)
{
    QStringList plain;
    for (const Text& text : texts)
        plain << plainText(text);
    return plain;
}

} // namespace

class TestDriverText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sentences_data();
    void sentences();
    void titles();
    void inTheDetails();
    void pictures_data();
    void pictures();
};

void TestDriverText::sentences_data()
{
    QTest::addColumn<qint64>("used");
    QTest::addColumn<qint64>("process");
    QTest::addColumn<int>("source");
    QTest::addColumn<QStringList>("sentences");
    const auto unknown = qint64(DriverSample::unknown);
    const auto id = int(ProcessMemorySource::ProcessId);
    QTest::newRow("all is known") << qint64(700 * mebi) << qint64(552 * mebi) << id
                                  << QStringList{QStringLiteral("This process uses 552 MiB of the device."),
                                         QStringLiteral(
                                             "Outside the allocator: 512 MiB (CUDA context and libraries)."),
                                         QStringLiteral("Other processes: 148 MiB."),
                                         QStringLiteral("Free on the device: 300 MiB of 0.98 GiB.")};
    QTest::newRow("alone") << qint64(552 * mebi) << qint64(552 * mebi) << id
                           << QStringList{QStringLiteral("This process uses 552 MiB of the device."),
                                  QStringLiteral(
                                      "Outside the allocator: 512 MiB (CUDA context and libraries)."),
                                  QStringLiteral("Other processes: nothing."),
                                  QStringLiteral("Free on the device: 448 MiB of 0.98 GiB.")};
    QTest::newRow("device only")
        << qint64(700 * mebi) << unknown << int(ProcessMemorySource::Unknown)
        << QStringList{QStringLiteral("Outside the allocator: 660 MiB (CUDA context, libraries and other "
                                      "processes; the driver does not tell them apart here)."),
               QStringLiteral("Free on the device: 300 MiB of 0.98 GiB.")};
    QTest::newRow("while memory moved")
        << qint64(700 * mebi) << qint64(10 * mebi) << id
        << QStringList{QStringLiteral("This process uses 10.0 MiB of the device."),
               QStringLiteral("The allocator moved while the driver was asked, so what lies outside of it is "
                              "not told here.")};
    QTest::newRow("a guess") << unknown << qint64(552 * mebi) << int(ProcessMemorySource::DeviceGrowth)
                             << QStringList{
                                    QStringLiteral("This process uses 552 MiB of the device, told by what "
                                                   "the device's use has grown by since before it used CUDA: "
                                                   "what other processes took meanwhile is counted too."),
                                    QStringLiteral(
                                        "Outside the allocator: 512 MiB (CUDA context and libraries).")};
}

void TestDriverText::sentences()
{
    QFETCH(qint64, used);
    QFETCH(qint64, process);
    QFETCH(int, source);
    QFETCH(QStringList, sentences);
    const DriverText text = textAt(sampleOf(used, process, static_cast<ProcessMemorySource>(source)), 6);
    QCOMPARE(plainTexts(text.sentences), sentences);
}

void TestDriverText::titles()
{
    const DriverSample sample = sampleOf(700 * mebi, 552 * mebi, ProcessMemorySource::ProcessId);
    QCOMPARE(textAt(sample, 5).title, QString()); // nobody had been asked yet
    QVERIFY(textAt(sample, 5).sentences.empty());
    QCOMPARE(textAt(sample, 6).title, QStringLiteral("The driver's view"));
    const auto times = madeRecording().devices[0].events.timeUs();
    QVERIFY(times[9] > times[5]); // or the next line tests nothing
    QVERIFY2(textAt(sample, 10).title.startsWith(QStringLiteral("The driver's view · ")),
        qPrintable(textAt(sample, 10).title));
    QVERIFY(textAt(sample, 10).title.endsWith(QStringLiteral(" before")));
}

void TestDriverText::inTheDetails()
{
    ViewState state;
    state.setRecording(madeWith(sampleOf(700 * mebi, 552 * mebi, ProcessMemorySource::ProcessId)), false);
    state.setCursor(6);
    QCOMPARE(detailsText(state).moment->driver.sentences.size(), std::size_t(4));
    state.setCursor(2);
    QVERIFY(detailsText(state).moment->driver.title.isEmpty());
}

void TestDriverText::pictures_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void TestDriverText::pictures()
{
    QFETCH(QPalette, palette);
    ViewState state;
    state.setRecording(madeWith(sampleOf(700 * mebi, 552 * mebi, ProcessMemorySource::ProcessId)), false);
    state.setCursor(8);
    DetailsPane pane(state);
    pane.resize(360, 820);
    pane.setPalette(palette);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QVERIFY(pane.toPlainText().contains(QStringLiteral("Outside the allocator: 512 MiB")));
    QVERIFY(pane.grab().save(
        pictureFile(QStringLiteral("details_driver_%1.png").arg(QLatin1String(QTest::currentDataTag())))));
}

QTEST_MAIN(TestDriverText)
#include "tst_driver_text.moc"
