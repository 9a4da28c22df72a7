// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments of the start page, by tidemark-record itself on the CPU and in small: what their sentences
// say is what the allocator counted.
#include "core/base/bytes.h"
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/window/experiment_controller.h"
#include "ui/window/message_bar.h"

#include <cstdlib>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

constexpr int longPatience = 8 * patience; // LibTorch takes its time to load, twice

// Of an allocator's own statistics the newest, or the first taken at `event` or later.
std::int64_t statistic(const AnalyzedRecording& analyzed, const std::string& name, std::uint64_t event = 0)
{
    std::int64_t found = -1;
    for (const StatsSample& sample : analyzed.recording.devices.front().statistics) {
        for (const auto& [key, value] : sample.values)
            if (key == name)
                found = value;
        if (event > 0 && sample.event >= event && found >= 0)
            return found;
    }
    return found;
}

std::string exact(std::int64_t bytes)
{
    return exactBytesText(static_cast<std::uint64_t>(bytes));
}

Experiment small(ExperimentKind kind)
{
    Experiment made = experiment(kind, false);
    for (ExperimentRun* run : {&made.first, &made.second}) {
        run->steps = 2;
        switch (kind) {
        case ExperimentKind::UnusedMemory:
            run->settings = {"batch=2", "max_length=64"};
            break;
        case ExperimentKind::Checkpointing:
            run->settings.push_back("batch=8");
            break;
        case ExperimentKind::PackedActivations:
            run->settings = {
                "model=tiny", "batch=16", "image=96", "precision=amp_2021", "depth=2", "classes=10"};
            break;
        }
    }
    return made;
}

} // namespace

class TestExperiments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void unusedMemory();
    void checkpointing();
    void packedActivations();
    void withoutRecorder();

private:
    void run(WindowFixture& fixture, ExperimentKind kind, const char* picture);
    RecorderProgram m_recorder;
};

void TestExperiments::initTestCase()
{
    m_recorder = findRecorder();
    QVERIFY2(!m_recorder.isEmpty(), "TIDEMARK_RECORDER names no recorder");
}

void TestExperiments::run(WindowFixture& fixture, ExperimentKind kind, const char* picture)
{
    fixture.window->resize(1400, 900);
    ExperimentController* experiments = fixture.window->experiments();
    experiments->start(small(kind), m_recorder, QStringLiteral("cpu"));
    (void)QTest::qWaitFor(
        [&] {
            return !fixture.window->showsStartPage()
                || fixture.window->messages()->tone() == MessageBar::Tone::Trouble;
        },
        longPatience);
    QVERIFY2(!fixture.window->showsStartPage(), qPrintable(fixture.window->messages()->text()));
    const auto* panel = fixture.window->findChild<ExperimentPanel*>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->isVisible(), longPatience); // once the two are compared
    QCOMPARE(fixture.window->viewState()->overlays().size(), std::size_t(2));
    QTest::qWait(300);
    fixture.window->grab().save(pictureFile(QStringLiteral("%1.png").arg(QLatin1String(picture))));
    fixture.window->actions().schemeDark->trigger();
    QTest::qWait(300);
    fixture.window->grab().save(pictureFile(QStringLiteral("%1-dark.png").arg(QLatin1String(picture))));
    fixture.window->actions().schemeLight->trigger();
}

void TestExperiments::unusedMemory()
{
    WindowFixture fixture;
    run(fixture, ExperimentKind::UnusedMemory, "experiment-unused");
    const ExperimentRunner& runner = fixture.window->experiments()->runner();
    const Mark* emptied = nullptr;
    for (const Mark& mark : runner.second()->recording.marks)
        if (mark.kind == MarkKind::EmptyCache)
            emptied = &mark;
    QVERIFY(emptied != nullptr);
    const std::int64_t reserved = statistic(*runner.second(), "reserved_bytes.all.current", emptied->event);
    const std::int64_t allocated = statistic(*runner.second(), "allocated_bytes.all.current", emptied->event);
    QVERIFY(emptied->value > 0 && reserved > allocated && allocated > 0);
    const ExperimentAnswer answer =
        experimentAnswer(ExperimentKind::UnusedMemory, *runner.first(), *runner.second());
    QCOMPARE(exactText(answer.headline),
        "Of " + exact(emptied->value + reserved - allocated) + " that no tensor used, Empty cache returned "
            + exact(emptied->value) + " and could not return " + exact(reserved - allocated) + ".");
    // The run that kept its cache stands where the other stood before.
    QCOMPARE(statistic(*runner.first(), "reserved_bytes.all.current"), emptied->value + reserved);
}

void TestExperiments::checkpointing()
{
    WindowFixture fixture;
    run(fixture, ExperimentKind::Checkpointing, "experiment-checkpointing");
    const ExperimentRunner& runner = fixture.window->experiments()->runner();
    const std::int64_t before = statistic(*runner.first(), "allocated_bytes.all.peak");
    const std::int64_t after = statistic(*runner.second(), "allocated_bytes.all.peak");
    const ExperimentAnswer answer =
        experimentAnswer(ExperimentKind::Checkpointing, *runner.first(), *runner.second());
    const std::string headline = exactText(answer.headline);
    const std::string change =
        after == before ? "as much" : exact(std::abs(before - after)) + (after < before ? " less" : " more");
    QVERIFY2(headline.find("the peak has " + change) != std::string::npos, headline.c_str());
    const std::string all = plainText(answer);
    QVERIFY2(all.find(exact(statistic(*runner.second(), "reserved_bytes.all.peak"))) != std::string::npos,
        all.c_str());
}

void TestExperiments::packedActivations()
{
    WindowFixture fixture;
    run(fixture, ExperimentKind::PackedActivations, "experiment-int8");
    const ExperimentRunner& runner = fixture.window->experiments()->runner();
    const std::int64_t before = statistic(*runner.first(), "allocated_bytes.all.peak");
    const std::int64_t after = statistic(*runner.second(), "allocated_bytes.all.peak");
    QVERIFY2(after < before, "int8 lowers the peak of this model");
    const std::string headline = exactText(
        experimentAnswer(ExperimentKind::PackedActivations, *runner.first(), *runner.second()).headline);
    QVERIFY2(headline.find(exact(before) + ", and " + exact(after) + " with int8") != std::string::npos,
        headline.c_str());
}

void TestExperiments::withoutRecorder()
{
    WindowFixture fixture;
    fixture.window->experiments()->start(ExperimentKind::Checkpointing, {}, {});
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->messages()->tone(), MessageBar::Tone::Trouble, patience);
    QVERIFY(fixture.window->messages()->text().startsWith(QStringLiteral("Checkpointing stopped in run 1")));
    QVERIFY(fixture.window->showsStartPage());
    QVERIFY(!fixture.window->experiments()->isRunning());
}

QTEST_MAIN(TestExperiments)
#include "tst_experiments.moc"
