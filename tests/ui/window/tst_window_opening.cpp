// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "tests/support/test_data.h"
#include "tests/ui/window/event_loop_watchdog.h"
#include "tests/ui/window/long_snapshot.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/message_bar.h"
#include "ui/window/status_line.h"

#include <QAbstractButton>
#include <QFile>
#include <QFileInfo>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

// Everything that one opening told.
struct Heard {
    explicit Heard(FileOpener& opener)
    {
        QObject::connect(&opener, &FileOpener::previewed, &opener,
            [this](const std::shared_ptr<const AnalyzedRecording>& recording) {
                recording ? previews.push_back(recording) : void(++withdrawals);
            });
        QObject::connect(&opener, &FileOpener::opened, &opener,
            [this](const QStringList&, const std::shared_ptr<const AnalyzedRecording>& recording) {
                whole = recording;
            });
        QObject::connect(&opener, &FileOpener::progressed, &opener,
            [this](const OpeningProgress& progress) { told.push_back(progress); });
    }

    std::vector<std::shared_ptr<const AnalyzedRecording>> previews;
    std::shared_ptr<const AnalyzedRecording> whole;
    std::vector<OpeningProgress> told;
    int withdrawals = 0;
};

} // namespace

class TestWindowOpening : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { applyColourScheme(ColourScheme::Light); }
    void previewsAreTheBeginningOfTheWhole();
    void previewsOfALostBeginningAreWithdrawn();
    void curvesAreSeenWhileTheFileIsRead();
    void whereSomebodyLooksStays();
    void cancelLeavesWhatWasOpen_data();
    void cancelLeavesWhatWasOpen();
    void anotherFileEndsTheFirst();
    void theWindowAnswersAllTheWhile();

private:
    // Opens the long file and waits for its first preview. False: it was all there before anybody looked.
    bool seesPreview(WindowFixture& fixture);

    QTemporaryDir m_folder;
    QString m_long; // about a million events
    QString m_wrapped; // as long, and it begins in the middle
};

void TestWindowOpening::initTestCase()
{
    m_long = m_folder.filePath(QStringLiteral("long.pickle"));
    m_wrapped = m_folder.filePath(QStringLiteral("wrapped.pickle"));
    QVERIFY(writeLongSnapshot(m_long, 1'000'000, true));
    QVERIFY(writeLongSnapshot(m_wrapped, 1'000'000, false));
}

void TestWindowOpening::previewsAreTheBeginningOfTheWhole()
{
    FileOpener opener;
    Heard heard(opener);
    opener.open({m_long});
    QTRY_VERIFY_WITH_TIMEOUT(heard.whole, patience);
    QVERIFY(!heard.previews.empty());
    QCOMPARE(heard.withdrawals, 0);
    const DeviceHistory& whole = heard.whole->histories.front();
    std::size_t before = 0;
    for (const auto& preview : heard.previews) {
        QVERIFY(!preview->recording.complete);
        const DeviceHistory& part = preview->histories.front();
        QVERIFY(part.eventCount() > before);
        QVERIFY(part.eventCount() <= whole.eventCount());
        before = part.eventCount();
        for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
            for (std::size_t i = 0; i <= before; i += 997)
                QCOMPARE(part.valueAt(curve, i), whole.valueAt(curve, i));
    }
    // Both stages tell how far they are, and neither goes back.
    int last = -1;
    auto stage = OpeningProgress::Stage::Reading;
    for (const OpeningProgress& progress : heard.told) {
        if (progress.stage != stage)
            last = -1;
        QVERIFY(progress.stage >= stage);
        QVERIFY(progress.percent == -1 || progress.percent >= last);
        stage = progress.stage;
        last = std::max(last, progress.percent);
    }
}

void TestWindowOpening::previewsOfALostBeginningAreWithdrawn()
{
    FileOpener opener;
    Heard heard(opener);
    opener.open({m_wrapped});
    QTRY_VERIFY_WITH_TIMEOUT(heard.whole, patience);
    QVERIFY(heard.whole->recording.devices.front().history == History::Partial);
    QVERIFY(heard.previews.empty());
    QCOMPARE(heard.withdrawals, 1);
}

bool TestWindowOpening::seesPreview(WindowFixture& fixture)
{
    QTest::qWait(50); // the window is drawn
    const ViewState& state = *fixture.window->viewState();
    const auto before = state.recording();
    fixture.window->openFile(m_long);
    (void)QTest::qWaitFor([&] { return state.recording() != before; }, patience);
    return state.hasDevice() && !state.recording()->recording.complete;
}

void TestWindowOpening::curvesAreSeenWhileTheFileIsRead()
{
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle"))); // fonts are loaded
    fixture.window->showStartPage();
    ViewState& state = *fixture.window->viewState();
    if (!seesPreview(fixture))
        QSKIP("the file was read before anybody could look");
    QVERIFY(!fixture.window->showsStartPage());
    QVERIFY(!fixture.window->actions().save->isEnabled()); // what is not all there is not saved
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->messages()->showsProgress(), patience);
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("long.pickle")));
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->statusLine()->wholeness().contains(QStringLiteral("read so far")), patience);
    fixture.window->grab().save(pictureFile(QStringLiteral("opening-progress.png")));
    QTRY_VERIFY_WITH_TIMEOUT(state.recording()->recording.complete, patience);
    QVERIFY(!fixture.window->messages()->showsProgress());
    QCOMPARE(fixture.window->statusLine()->wholeness(), QStringLiteral("history whole"));
    QVERIFY(fixture.window->actions().save->isEnabled());
}

void TestWindowOpening::whereSomebodyLooksStays()
{
    WindowFixture fixture;
    ViewState& state = *fixture.window->viewState();
    if (!seesPreview(fixture))
        QSKIP("the file was read before anybody could look");
    state.setCursor(5000);
    state.setRange(4000, 6000);
    const SegmentList* segments = state.segments();
    QVERIFY(segments && !segments->blocks.empty());
    const std::uint64_t address = segments->blocks.front().address;
    state.setSelectedAddress(address);
    QTRY_VERIFY_WITH_TIMEOUT(state.recording()->recording.complete, patience);
    QCOMPARE(state.cursor(), std::size_t(5000));
    QCOMPARE(state.rangeBegin(), 4000.0);
    QCOMPARE(state.rangeEnd(), 6000.0);
    QCOMPARE(state.selectedAddress(), std::optional(address));
    QVERIFY(!state.followsEnd());
}

void TestWindowOpening::cancelLeavesWhatWasOpen_data()
{
    QTest::addColumn<bool>("hasRecording");
    QTest::newRow("a recording") << true;
    QTest::newRow("the start page") << false;
}

void TestWindowOpening::cancelLeavesWhatWasOpen()
{
    QFETCH(bool, hasRecording);
    WindowFixture fixture;
    ViewState& state = *fixture.window->viewState();
    if (hasRecording) {
        fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
        state.setRange(100, 300);
        state.setCursor(150);
    }
    const auto before = state.recording();
    const QString title = fixture.window->windowTitle();
    if (!seesPreview(fixture))
        QSKIP("the file was read before anybody could look");
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->messages()->showsProgress(), patience);
    auto* cancel = fixture.window->findChild<QAbstractButton*>(QStringLiteral("messageClose"));
    QCOMPARE(cancel->text(), QStringLiteral("Cancel"));
    QTest::mouseClick(cancel, Qt::LeftButton);
    QCOMPARE(state.recording(), before);
    QCOMPARE(fixture.window->windowTitle(), title);
    QCOMPARE(fixture.window->showsStartPage(), !hasRecording);
    if (hasRecording) {
        QCOMPARE(state.cursor(), std::size_t(150));
        QCOMPARE(state.rangeBegin(), 100.0);
        QCOMPARE(state.rangeEnd(), 300.0);
        QCOMPARE(fixture.window->statusLine()->wholeness(), QStringLiteral("history whole"));
    }
    QTest::qWait(300);
    QCOMPARE(state.recording(), before);
    QVERIFY(!fixture.window->messages()->isVisible());
}

void TestWindowOpening::anotherFileEndsTheFirst()
{
    WindowFixture fixture;
    ViewState& state = *fixture.window->viewState();
    if (!seesPreview(fixture))
        QSKIP("the file was read before anybody could look");
    fixture.window->openFile(testDataFile(QStringLiteral("rand_small.pickle")));
    QTRY_VERIFY_WITH_TIMEOUT(state.recording() && state.recording()->recording.complete, patience);
    QVERIFY(fixture.window->windowTitle().contains(QStringLiteral("rand_small")));
    QTest::qWait(500);
    QVERIFY(fixture.window->windowTitle().contains(QStringLiteral("rand_small")));
    QVERIFY(fixture.eventCount() < 100'000);
}

// Also under sanitizers, which take their time, and beside other tests: how late it is means nothing there.
// What is guarded against is work on the window's thread in proportion to the file, which takes many times
// that.
void TestWindowOpening::theWindowAnswersAllTheWhile()
{
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    QTest::qWait(100);
    const EventLoopWatchdog watchdog;
    fixture.window->openFile(m_long);
    ViewState& state = *fixture.window->viewState();
    QTRY_VERIFY_WITH_TIMEOUT(state.recording() && state.recording()->recording.complete, patience);
    QTest::qWait(200);
    qInfo("the event loop worked %lld ms and was %lld ms late at its worst", watchdog.worstWork(),
        watchdog.worstLateness());
    constexpr qint64 mostWork = 250; // milliseconds
    QVERIFY2(watchdog.worstWork() < mostWork, qPrintable(QString::number(watchdog.worstWork())));
}

QTEST_MAIN(TestWindowOpening)
#include "tst_window_opening.moc"
