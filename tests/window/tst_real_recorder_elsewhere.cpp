// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/live/live_support.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/live/remote_words.h"
#include "ui/window/live_controller.h"
#include "ui/window/message_bar.h"
#include "ui/window/place_form.h"
#include "ui/window/record_form.h"

#include <QComboBox>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;
using State = RecorderProcess::State;

namespace {

constexpr int longPatience = 4 * patience; // LibTorch takes its time to load

const RecorderProcess& recorderOf(const WindowFixture& fixture)
{
    return *fixture.window->live()->recorder();
}

std::int64_t reserved(const WindowFixture& fixture, std::size_t device)
{
    const DeviceHistory& history = fixture.window->viewState()->recording()->histories[device];
    return history.valueAt(Curve::Reserved, history.eventCount());
}

} // namespace

// tidemark-record itself, as it is reached on another machine.
class TestRealRecorderElsewhere : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itsListComes();
    void emptyCacheOfTwoRanks_data();
    void emptyCacheOfTwoRanks();
    void whatItRefusesIsSaid();

private:
    void runOn(const WindowFixture& fixture, const QString& carrier, const QStringList& options = {}) const
    {
        fixture.window->form()->place()->setPlace({asTyped(QStringList(m_carriers.path(carrier)) + options
                                                       + QStringList(QStringLiteral("gpu-box"))),
            asTyped({QStringLiteral(TIDEMARK_REAL_RECORDER)})});
    }

    CarrierFolder m_carriers;
};

void TestRealRecorderElsewhere::itsListComes()
{
    WindowFixture fixture;
    runOn(fixture, QStringLiteral("ssh"));
    Q_EMIT fixture.window->form()->place()->askWanted();
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->findChild<QWidget*>(QStringLiteral("workload-mlp"))
            && fixture.window->findChild<QComboBox*>(QStringLiteral("device"))
                    ->findData(QStringLiteral("cpu"))
                == 0,
        longPatience);
}

void TestRealRecorderElsewhere::emptyCacheOfTwoRanks_data()
{
    QTest::addColumn<QString>("carrier");
    QTest::newRow("by ssh") << "ssh";
    QTest::newRow("by srun") << "srun";
}

void TestRealRecorderElsewhere::emptyCacheOfTwoRanks()
{
    QFETCH(QString, carrier);
    WindowFixture fixture;
    const QString pids = m_carriers.file(carrier + QStringLiteral(".pids"));
    runOn(fixture, carrier, {QStringLiteral("--pid-file"), pids});
    RunOptions options = fixture.runOptions(QStringLiteral("mlp"));
    options.ranks = 2;
    options.allocatorConf = QStringLiteral("roundup_power2_divisions:[256:1,>:2]");
    fixture.window->startRecording(options);
    const auto stepOf = [&] { return recorderOf(fixture).newest().status.step; };
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->showsStartPage() && stepOf() >= 3, longPatience);
    QTest::mouseClick(fixture.button("pauseButton"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(recorderOf(fixture).state(), State::Paused, longPatience);
    QCOMPARE(fixture.window->viewState()->recording()->recording.devices.size(), std::size_t(2));

    // What goes back is what replay says is wholly free, in each rank.
    const std::vector<Composition> newest = recorderOf(fixture).newest().newest;
    QTest::mouseClick(fixture.button("emptyCacheButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Empty cache")), longPatience);
    for (std::size_t rank = 0; rank < 2; ++rank)
        QCOMPARE(reserved(fixture, rank),
            static_cast<std::int64_t>(newest[rank].reserved - newest[rank].wholeFree));
    fixture.window->grab().save(pictureFile(QStringLiteral("real-ranks-%1.png").arg(carrier)));

    const QList<pid_t> processes = m_carriers.processes(pids);
    QCOMPARE(processes.size(), 2);
    fixture.window->close();
    for (const pid_t process : processes)
        QTRY_COMPARE_WITH_TIMEOUT(::kill(process, 0), -1, longPatience);
}

void TestRealRecorderElsewhere::whatItRefusesIsSaid()
{
    WindowFixture fixture;
    runOn(fixture, QStringLiteral("ssh"));
    RunOptions options = fixture.runOptions(QStringLiteral("mlp"));
    options.device = QStringLiteral("cuda:127");
    fixture.window->startRecording(options);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->live()->isLive(), longPatience);
    const QString said = fixture.window->messages()->text();
    QVERIFY2(said.contains(QStringLiteral("It said: tidemark-record: ")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("--device cuda:127")), qPrintable(said)); // what was run
}

QTEST_MAIN(TestRealRecorderElsewhere)
#include "tst_real_recorder_elsewhere.moc"
