// SPDX-License-Identifier: GPL-3.0-or-later
// The window records live from a device, and Empty cache is clicked: on a GPU, or on the CPU where there is
// none.
//   tst_window_on_gpu [--device cuda:0] [Qt Test's options]
// $TIDEMARK_RECORDER names the recorder. Pictures go to $TIDEMARK_PICTURES.
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "tests/window/drop_watch.h"
#include "ui/details/figures.h"
#include "ui/window/live_controller.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"

#include <QApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;
using State = RecorderProcess::State;

namespace {

constexpr QSize pictureSize{1600, 1000};
// Enough to show how reserved climbs; on a CPU, where a step takes a hundred times as long, enough to click.
constexpr std::int64_t stepsOnGpu = 24;
constexpr std::int64_t stepsOnCpu = 6;
constexpr int startPatience = 4 * patience; // CUDA's libraries take their time to load

// Why the recorder cannot use the device; empty: it can.
QString whyNot(const RecorderProgram& recorder, const QString& device)
{
    if (recorder.isEmpty())
        return QStringLiteral("There is no recorder: name one in TIDEMARK_RECORDER.");
    QProcess listing;
    listing.start(recorder.program,
        recorder.arguments + QStringList{QStringLiteral("--list"), QStringLiteral("--json")});
    if (!listing.waitForFinished(startPatience) || listing.exitCode() != 0)
        return QStringLiteral("%1 does not list its devices: %2")
            .arg(recorder.program, QString::fromUtf8(listing.readAllStandardError()));
    const QJsonObject answer = QJsonDocument::fromJson(listing.readAllStandardOutput()).object();
    for (const QJsonValue& usable : answer[QLatin1String("devices")].toArray())
        if (usable[QLatin1String("name")].toString() == device)
            return {};
    return QStringLiteral("The recorder has no device %1. %2")
        .arg(device, answer[QLatin1String("without_cuda")].toString());
}

std::int64_t reservedNow(const WindowFixture& fixture)
{
    const DeviceHistory& history = fixture.window->viewState()->history();
    return history.valueAt(Curve::Reserved, history.eventCount());
}

void savePictures(const WindowFixture& fixture, const QString& name)
{
    const WindowActions& actions = fixture.window->actions();
    for (QAction* scheme : {actions.schemeDark, actions.schemeLight}) {
        scheme->trigger();
        QTest::qWait(300);
        const QString colours =
            scheme == actions.schemeDark ? QStringLiteral("dark") : QStringLiteral("light");
        QVERIFY(fixture.window->grab().save(pictureFile(QStringLiteral("%1-%2.png").arg(name, colours))));
    }
}

} // namespace

class TestWindowOnGpu : public QObject {
    Q_OBJECT

public:
    TestWindowOnGpu(QString device, RecorderProgram recorder)
        : m_device(std::move(device))
        , m_recorder(std::move(recorder))
    { }

private Q_SLOTS:
    void initTestCase();
    void emptyCacheReturnsWhatTheButtonSaid();

private:
    QString m_device;
    RecorderProgram m_recorder;
};

void TestWindowOnGpu::initTestCase()
{
    const QString reason = whyNot(m_recorder, m_device);
    if (reason.isEmpty())
        return;
    QVERIFY2(isCuda(m_device), qPrintable(reason));
    QSKIP(qPrintable(reason));
}

void TestWindowOnGpu::emptyCacheReturnsWhatTheButtonSaid()
{
    WindowFixture fixture;
    fixture.options.recorder = m_recorder;
    fixture.reopen();
    fixture.window->resize(pictureSize);
    RunOptions run = fixture.runOptions(QStringLiteral("transformer")); // until stopped
    run.device = m_device;
    fixture.window->startRecording(run);

    const std::int64_t steps = isCuda(m_device) ? stepsOnGpu : stepsOnCpu;
    const LiveController& live = *fixture.window->live();
    QTRY_VERIFY2_WITH_TIMEOUT(!live.isLive() || live.recorder()->newest().status.step >= steps,
        qPrintable(fixture.window->messages()->text()), startPatience);
    QVERIFY2(live.isLive(), qPrintable(fixture.window->messages()->text()));
    QTest::mouseClick(fixture.button("pauseButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(live.recorder()->state(), State::Paused, patience);
    savePictures(fixture, QStringLiteral("window-on-%1-paused").arg(m_device.section(':', 0, 0)));

    // What is promised, and by the same bytes what happens.
    const std::int64_t before = reservedNow(fixture);
    const auto promised = live.recorder()->newest().newest.front().wholeFree;
    QVERIFY(promised > 0);
    QPushButton* button = fixture.button("emptyCacheButton");
    QCOMPARE(button->text(), QStringLiteral("Empty cache · %1").arg(bytesText(promised, ByteUnits::Binary)));
    const std::int64_t after = before - static_cast<std::int64_t>(promised);
    DropWatch watch(fixture.window->actions().emptyCache, fixture.window->views(),
        *fixture.window->viewState(), after + 1);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(watch.milliseconds() >= 0, patience);
    QCOMPARE(reservedNow(fixture), after);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Empty cache returned")), patience);
    qInfo("%s: reserved %lld, promised %llu, after %lld; from click to the drop on screen %lld ms",
        qPrintable(m_device), static_cast<long long>(before), static_cast<unsigned long long>(promised),
        static_cast<long long>(after), watch.milliseconds());
    qInfo("%s", qPrintable(fixture.window->messages()->text()));
    savePictures(fixture, QStringLiteral("window-on-%1-emptied").arg(m_device.section(':', 0, 0)));

    QTest::mouseClick(fixture.button("stopButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(live.recorder()->state(), State::Finished, patience);
    QVERIFY(fixture.window->viewState()->recording()->recording.complete);
}

int main(int argc, char* argv[])
{
    const QApplication application(argc, argv);
    QStringList arguments = QApplication::arguments();
    QString device = QStringLiteral("cuda:0");
    if (const auto at = arguments.indexOf(QStringLiteral("--device")); at > 0 && at + 1 < arguments.size()) {
        device = arguments[at + 1];
        arguments.remove(at, 2);
    }
    TestWindowOnGpu test(device, findRecorder());
    return QTest::qExec(&test, arguments);
}

#include "tst_window_on_gpu.moc"
