// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "tests/window/drop_watch.h"
#include "tests/window/real_input.h"
#include "ui/window/live_controller.h"
#include "ui/window/message_bar.h"
#include "ui/window/record_form.h"
#include "ui/window/recording_views.h"
#include "ui/window/status_line.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QScreen>
#include <csignal>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;
using State = RecorderProcess::State;

namespace {

// Kibibytes of the process that are in memory, as the kernel counts them.
qint64 residentSet(qint64 process)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').front().toLongLong();
    return 0;
}

void addRecorders()
{
    QTest::addColumn<QString>("recorder");
    QTest::addColumn<QString>("workload");
    QTest::newRow("without LibTorch") << TIDEMARK_FAKE_RECORDER << "train";
#ifdef TIDEMARK_REAL_RECORDER
    QTest::newRow("tidemark-record") << TIDEMARK_REAL_RECORDER << "transformer";
#endif
}

void useRecorder(WindowFixture& fixture, const QString& recorder)
{
    fixture.options.recorder = RecorderProgram{recorder, {}};
    fixture.reopen();
    fixture.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get(), patience));
}

QAbstractButton* workloadButton(const WindowFixture& fixture, const QString& workload)
{
    return fixture.window->findChild<QAbstractButton*>(QStringLiteral("workload-") + workload);
}

std::int64_t reservedNow(const WindowFixture& fixture)
{
    const DeviceHistory& history = fixture.window->viewState()->history();
    return history.valueAt(Curve::Reserved, history.eventCount());
}

bool isRunningPast(const WindowFixture& fixture, std::int64_t steps)
{
    const RecorderProcess* recorder = fixture.window->live()->recorder();
    return recorder && recorder->newest().status.step >= steps;
}

void screenshot(const char* name)
{
    QTest::qWait(200);
    QGuiApplication::primaryScreen()->grabWindow(0).save(pictureFile(QLatin1String(name)));
}

} // namespace

class TestRealWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void emptyCacheByMouse_data() { addRecorders(); }
    void emptyCacheByMouse();
    void aKilledRecorder_data() { addRecorders(); }
    void aKilledRecorder();
    void keysArrive();
    void theMouseMovesTheCursor();
    void theProgramOpensAFile();

private:
    std::unique_ptr<WindowManager> m_windowManager;
};

void TestRealWindow::initTestCase()
{
    QVERIFY2(QGuiApplication::platformName() == QLatin1String("xcb"), "this test needs an X server");
    m_windowManager = std::make_unique<WindowManager>();
    QVERIFY2(m_windowManager->isStarted(), "openbox could not be started");
    QVERIFY2(!xdotool({QStringLiteral("version")}).isEmpty(), "xdotool could not be started");
}

void TestRealWindow::emptyCacheByMouse()
{
    QFETCH(QString, recorder);
    QFETCH(QString, workload);
    WindowFixture fixture;
    useRecorder(fixture, recorder);
    QTRY_VERIFY_WITH_TIMEOUT(workloadButton(fixture, workload), patience);
    fixture.window->form()->setOptions(fixture.runOptions({})); // until stopped
    screenshot("real-start.png");
    clickOn(workloadButton(fixture, workload));
    QVERIFY(workloadButton(fixture, workload)->isChecked());
    clickOn(fixture.button("startRecording"));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->showsStartPage(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(isRunningPast(fixture, 4), 4 * patience);
    screenshot("real-live.png");

    clickOn(fixture.button("pauseButton"));
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->live()->recorder()->state(), State::Paused, patience);
    const std::int64_t before = reservedNow(fixture);
    const auto process = fixture.window->live()->recorder()->processId();
    const qint64 residentBefore = residentSet(process);
    const Composition newest = fixture.window->live()->recorder()->newest().newest.front();
    QVERIFY(newest.wholeFree > 0);
    DropWatch watch(
        fixture.window->actions().emptyCache, fixture.window->views(), *fixture.window->viewState(), before);
    clickOn(fixture.button("emptyCacheButton"));
    QTRY_VERIFY_WITH_TIMEOUT(watch.milliseconds() >= 0, patience);
    QCOMPARE(reservedNow(fixture), before - static_cast<std::int64_t>(newest.wholeFree));
    qInfo("from click to the drop on screen: %lld ms", watch.milliseconds());
    QVERIFY(watch.milliseconds() < 2000);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Empty cache returned")), patience);
    screenshot("real-emptied.png");
    if (workload == QLatin1String("train"))
        return; // simulated addresses: there is no memory behind them

    // Segments that were never written to hold no memory: at least half must have been there.
    const qint64 fell = residentBefore - residentSet(process);
    qInfo("resident set fell by %lld KiB, reserved by %llu KiB", fell,
        static_cast<unsigned long long>(newest.wholeFree / 1024));
    QVERIFY(fell > static_cast<qint64>(newest.wholeFree / 1024 / 2));
}

void TestRealWindow::aKilledRecorder()
{
    QFETCH(QString, recorder);
    QFETCH(QString, workload);
    WindowFixture fixture;
    useRecorder(fixture, recorder);
    fixture.window->startRecording(fixture.runOptions(workload));
    QTRY_VERIFY_WITH_TIMEOUT(isRunningPast(fixture, 2), 4 * patience);
    ::kill(static_cast<pid_t>(fixture.window->live()->recorder()->processId()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->live()->recorder()->state(), State::Crashed, patience);
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("SIGKILL")));
    QVERIFY(fixture.eventCount() > 0);
    screenshot("real-killed.png");
    pressKeys(QStringLiteral("ctrl+r"));
    QTRY_VERIFY_WITH_TIMEOUT(isRunningPast(fixture, 1), 4 * patience);
    QVERIFY(fixture.window->live()->isLive());
}

void TestRealWindow::keysArrive()
{
    WindowFixture fixture;
    useRecorder(fixture, QStringLiteral(TIDEMARK_FAKE_RECORDER));
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    const ViewState& state = *fixture.window->viewState();
    pressKeys(QStringLiteral("ctrl+2"));
    QTRY_COMPARE_WITH_TIMEOUT(state.axis(), TimeAxis::Time, patience);
    pressKeys(QStringLiteral("ctrl+n"));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->showsStartPage(), patience);
    pressKeys(QStringLiteral("Escape"));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->showsStartPage(), patience);
    pressKeys(QStringLiteral("ctrl+q"));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->isVisible(), patience);
}

void TestRealWindow::theMouseMovesTheCursor()
{
    WindowFixture fixture;
    useRecorder(fixture, QStringLiteral(TIDEMARK_FAKE_RECORDER));
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    const ViewState& state = *fixture.window->viewState();
    const std::size_t before = state.cursor();
    QTest::qWait(300);
    clickOn(fixture.window->findChild<QWidget*>(QStringLiteral("timeline")));
    QTRY_VERIFY_WITH_TIMEOUT(state.cursor() != before, patience);
    QVERIFY(!state.followsEnd());
    screenshot("real-snapshot.png");
}

void TestRealWindow::theProgramOpensAFile()
{
    QTemporaryDir home;
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), home.path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(TIDEMARK_PROGRAM), {testDataFile(QStringLiteral("vgg.pickle"))});
    QVERIFY(program.waitForStarted());
    const QByteArray window = xdotool({QStringLiteral("search"), QStringLiteral("--sync"),
        QStringLiteral("--onlyvisible"), QStringLiteral("--name"), QStringLiteral("vgg.pickle")});
    QVERIFY(!window.isEmpty());
    screenshot("real-program.png");
    xdotool({QStringLiteral("windowactivate"), QStringLiteral("--sync"), QString::fromLatin1(window)});
    pressKeys(QStringLiteral("ctrl+q"));
    QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, patience);
    QCOMPARE(program.exitCode(), 0);
}

QTEST_MAIN(TestRealWindow)
#include "tst_real_window.moc"
