// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/details/figures.h"
#include "ui/window/live_controller.h"
#include "ui/window/message_bar.h"
#include "ui/window/record_form.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QRadioButton>
#include <QToolButton>
#include <csignal>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;
using State = RecorderProcess::State;

namespace {

State stateOf(const WindowFixture& fixture)
{
    const LiveController* live = fixture.window->live();
    return live->recorder() ? live->recorder()->state() : State::Idle;
}

std::int64_t reservedNow(const WindowFixture& fixture)
{
    const ViewState& state = *fixture.window->viewState();
    return state.hasDevice() ? state.history().valueAt(Curve::Reserved, state.history().eventCount()) : 0;
}

void pauseAfterSomeSteps(WindowFixture& fixture)
{
    QTRY_VERIFY_WITH_TIMEOUT(
        stateOf(fixture) == State::Running && fixture.window->live()->recorder()->newest().status.step > 15,
        patience);
    QTest::keyClick(fixture.window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Paused, patience);
}

} // namespace

class TestWindowLive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theStartButtonStartsARun();
    void controlsFollowTheRun();
    void emptyCacheReturnsWhatTheButtonSaid();
    void yieldedMemoryIsRestored();
    void pinsAreShown();
    void playgroundAllocatesAndFrees();
    void aKilledRecorderIsToldAndAnotherStarts();
    void aMissingRecorderIsTold();
    void closingAsks_data();
    void closingAsks();
    void savingOnCloseKeepsEverything();
    void openingAFileAsksFirst();
    void aFileAfterASavedRunAsksNothing();
};

void TestWindowLive::theStartButtonStartsARun()
{
    WindowFixture fixture;
    auto* workload = fixture.window->findChild<QRadioButton*>(QStringLiteral("workload-train"));
    QTRY_VERIFY_WITH_TIMEOUT(
        (workload = fixture.window->findChild<QRadioButton*>(QStringLiteral("workload-train"))), patience);
    fixture.window->form()->setOptions(
        fixture.runOptions({})); // until stopped, however long it takes to look
    workload->setChecked(true);
    QTest::mouseClick(fixture.button("startRecording"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->showsStartPage(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 0, patience);
    QCOMPARE(fixture.window->viewState()->recording()->recording.workload, std::string("train"));
    // The views follow the end as it grows.
    const std::size_t before = fixture.eventCount();
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > before, patience);
    QCOMPARE(fixture.window->viewState()->cursor(), fixture.eventCount());
}

void TestWindowLive::controlsFollowTheRun()
{
    WindowFixture fixture;
    const WindowActions& actions = fixture.window->actions();
    QVERIFY(!actions.pause->isEnabled() && !actions.stop->isEnabled() && !actions.emptyCache->isEnabled());
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    pauseAfterSomeSteps(fixture);
    QCOMPARE(fixture.button("pauseButton")->text(), QStringLiteral("Resume"));
    QVERIFY(fixture.window->live()->runText().startsWith(QStringLiteral("paused")));
    fixture.window->grab().save(pictureFile(QStringLiteral("window-paused.png")));

    const auto step = fixture.window->live()->recorder()->newest().status.step;
    QTest::mouseClick(fixture.button("stepButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->live()->recorder()->newest().status.step, step + 1, patience);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Paused, patience);

    QTest::mouseClick(fixture.button("pauseButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Running, patience);
    QTest::mouseClick(fixture.button("stopButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Finished, patience);
    QVERIFY(!actions.pause->isEnabled() && !actions.stop->isEnabled());
    QVERIFY(actions.stop->toolTip().contains(QStringLiteral("Record")));
    QVERIFY(fixture.eventCount() > 0);
    QCOMPARE(fixture.window->messages()->tone(), MessageBar::Tone::Note);
}

void TestWindowLive::emptyCacheReturnsWhatTheButtonSaid()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    pauseAfterSomeSteps(fixture);
    const std::int64_t before = reservedNow(fixture);
    const Composition newest = fixture.window->live()->recorder()->newest().newest.front();
    QPushButton* button = fixture.button("emptyCacheButton");
    QCOMPARE(button->text(),
        QStringLiteral("Empty cache · %1").arg(bytesText(newest.wholeFree, ByteUnits::Binary)));
    QVERIFY(newest.wholeFree > 0);

    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(reservedNow(fixture) < before, patience);
    QCOMPARE(reservedNow(fixture), before - static_cast<std::int64_t>(newest.wholeFree));
    const QString said = fixture.window->messages()->text();
    QTRY_VERIFY2_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(
            QStringLiteral("Empty cache returned %1").arg(bytesText(newest.wholeFree, ByteUnits::Binary))),
        qPrintable(said), patience);
    QVERIFY(fixture.window->messages()->text().contains(bytesText(newest.freeBesideLive, ByteUnits::Binary)));
    QCOMPARE(button->text(), QStringLiteral("Empty cache · 0 B"));
    fixture.window->grab().save(pictureFile(QStringLiteral("window-emptied.png")));
}

void TestWindowLive::yieldedMemoryIsRestored()
{
    WindowFixture fixture;
    const WindowActions& actions = fixture.window->actions();
    QVERIFY(!actions.yieldMemory->isEnabled());
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(
        stateOf(fixture) == State::Running && fixture.window->live()->recorder()->newest().status.step > 15,
        patience);
    QPushButton* button = fixture.button("yieldMemoryButton");
    QCOMPARE(button->text(), QStringLiteral("Yield memory"));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!button->isEnabled()); // until it is answered
    QTRY_COMPARE_WITH_TIMEOUT(button->text(), QStringLiteral("Restore"), patience);
    QTRY_COMPARE_WITH_TIMEOUT(reservedNow(fixture), std::int64_t(0), patience);
    QVERIFY2(fixture.window->messages()->text().contains(QStringLiteral("0 B stays reserved")),
        qPrintable(fixture.window->messages()->text()));
    QTRY_VERIFY_WITH_TIMEOUT(!actions.pause->isEnabled() && !actions.step->isEnabled(), patience);
    QVERIFY(actions.pause->toolTip().contains(QStringLiteral("Restore")));
    fixture.window->grab().save(pictureFile(QStringLiteral("window-yielded.png")));

    const auto step = fixture.window->live()->recorder()->newest().status.step;
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(button->text(), QStringLiteral("Yield memory"), patience);
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("moved back")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->live()->recorder()->newest().status.step > step + 2, patience);
    QVERIFY(reservedNow(fixture) > 0);
    QTRY_VERIFY_WITH_TIMEOUT(actions.pause->isEnabled(), patience);
}

void TestWindowLive::pinsAreShown()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    pauseAfterSomeSteps(fixture);
    QTest::keyClick(fixture.window.get(), Qt::Key_F8);
    auto* link = fixture.window->findChild<QToolButton*>(QStringLiteral("messageLink"));
    QTRY_VERIFY_WITH_TIMEOUT(link->isVisible(), patience);
    QTest::mouseClick(link, Qt::LeftButton);
    const ViewState& state = *fixture.window->viewState();
    QVERIFY(state.selectedAddress().has_value());
    // A live block in the segment that keeps most.
    const SegmentList& list = *state.segments();
    const SegmentInfo& pinned = list.segments[pinnedSegments(list).front().segment];
    QVERIFY(*state.selectedAddress() >= pinned.address);
    QVERIFY(*state.selectedAddress() < pinned.address + pinned.totalSize);
}

void TestWindowLive::playgroundAllocatesAndFrees()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("playground")));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Running, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->showsStartPage(), patience);
    QVERIFY(!fixture.window->actions().pause->isEnabled()); // there is nothing to halt
    auto* size = fixture.window->findChild<QLineEdit*>(QStringLiteral("allocSize"));
    QVERIFY(size->isVisible());
    size->setText(QStringLiteral("some"));
    QVERIFY(!fixture.button("alloc")->isEnabled());
    size->setText(QStringLiteral("4000000"));
    QTest::keyClick(size, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(reservedNow(fixture), std::int64_t(20'971'520), patience);
    auto* blocks = fixture.window->findChild<QComboBox*>(QStringLiteral("liveBlocks"));
    QTRY_COMPARE_WITH_TIMEOUT(blocks->count(), 1, patience);
    fixture.window->grab().save(pictureFile(QStringLiteral("window-playground.png")));
    QTest::mouseClick(fixture.button("free"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(blocks->count(), 0, patience);
    QCOMPARE(reservedNow(fixture), std::int64_t(20'971'520));
    QTRY_COMPARE_WITH_TIMEOUT(
        fixture.button("emptyCacheButton")->text(), QStringLiteral("Empty cache · 20.0 MiB"), patience);
    QTest::mouseClick(fixture.button("emptyCacheButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(reservedNow(fixture), std::int64_t(0), patience);
}

void TestWindowLive::aKilledRecorderIsToldAndAnotherStarts()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 100, patience);
    ::kill(static_cast<pid_t>(fixture.window->live()->recorder()->processId()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Crashed, patience);
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("SIGKILL")));
    QCOMPARE(fixture.window->messages()->tone(), MessageBar::Tone::Trouble);
    QVERIFY(fixture.eventCount() > 100);
    fixture.window->grab().save(pictureFile(QStringLiteral("window-crashed.png")));

    // Saved, it still says why it ends where it does.
    fixture.saveAs = fixture.path(QStringLiteral("killed.tide"));
    fixture.window->actions().save->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Saved")), patience);
    const auto saved = openRecording(fixture.saveAs.toStdString());
    QVERIFY(saved && !saved->warnings.empty());
    QVERIFY2(saved->warnings.front().find("SIGKILL") != std::string::npos, saved->warnings.front().c_str());

    fixture.choice = UnsavedChoice::Discard;
    QTest::keyClick(fixture.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Running, patience);
    QCOMPARE(fixture.questions, 0); // it was saved
}

void TestWindowLive::aMissingRecorderIsTold()
{
    WindowFixture fixture;
    fixture.options.recorder = RecorderProgram{};
    fixture.reopen();
    QVERIFY(!fixture.button("startRecording")->isEnabled());
    QVERIFY(fixture.window->form()->problem().contains(QStringLiteral("tidemark-record")));
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->messages()->tone(), MessageBar::Tone::Trouble, patience);
    QVERIFY(fixture.window->showsStartPage());
    fixture.window->grab().save(pictureFile(QStringLiteral("window-no-recorder.png")));
}

void TestWindowLive::closingAsks_data()
{
    QTest::addColumn<int>("choice");
    QTest::addColumn<bool>("staysOpen");
    QTest::newRow("cancel") << static_cast<int>(UnsavedChoice::Cancel) << true;
    QTest::newRow("discard") << static_cast<int>(UnsavedChoice::Discard) << false;
}

void TestWindowLive::closingAsks()
{
    QFETCH(int, choice);
    QFETCH(bool, staysOpen);
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 0, patience);
    const auto id = static_cast<pid_t>(fixture.window->live()->recorder()->processId());
    fixture.choice = static_cast<UnsavedChoice>(choice);
    fixture.window->close();
    QCOMPARE(fixture.questions, 1);
    QCOMPARE(fixture.window->isVisible(), staysOpen);
    QTRY_COMPARE_WITH_TIMEOUT(::kill(id, 0) == 0, staysOpen, patience);
}

void TestWindowLive::savingOnCloseKeepsEverything()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 100, patience);
    fixture.choice = UnsavedChoice::Save;
    fixture.saveAs = fixture.path(QStringLiteral("kept.tide"));
    fixture.window->close();
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->isVisible(), patience);
    QCOMPARE(fixture.questions, 1);
    const auto kept = fixture.window->viewState()->recording();
    QVERIFY(kept->recording.complete);
    const std::size_t events = fixture.eventCount();
    fixture.reopen();
    fixture.open(fixture.saveAs);
    QCOMPARE(fixture.eventCount(), events);
}

void TestWindowLive::openingAFileAsksFirst()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 0, patience);
    fixture.choice = UnsavedChoice::Cancel;
    fixture.window->openFile(testDataFile(QStringLiteral("rand_small.pickle")));
    QTRY_COMPARE_WITH_TIMEOUT(fixture.questions, 1, patience);
    QVERIFY(fixture.window->live()->isLive());

    fixture.choice = UnsavedChoice::Discard;
    fixture.window->openFile(testDataFile(QStringLiteral("rand_small.pickle")));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->live()->hasRun(), patience);
    QVERIFY(fixture.window->windowTitle().contains(QStringLiteral("rand_small")));
}

void TestWindowLive::aFileAfterASavedRunAsksNothing()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 100, patience);
    fixture.window->actions().stop->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Finished, patience);
    fixture.saveAs = fixture.path(QStringLiteral("run.tide"));
    fixture.window->actions().save->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Saved")), patience);
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    QCOMPARE(fixture.questions, 0);
    QVERIFY(!fixture.window->live()->hasRun());
}

QTEST_MAIN(TestWindowLive)
#include "tst_window_live.moc"
