// SPDX-License-Identifier: GPL-3.0-or-later
// What steps leave behind: recordings with and without a leak that was planted.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/step_drift.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/scoped_run.h"

#include <QtTest>
#include <functional>
#include <random>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr int stepCount = 24;
// In the small pool, where blocks are cut to the size asked for, rounded to 512.
constexpr std::uint64_t leakSize = 500'000;
constexpr std::int64_t leakBytes = 500'224;

// Blocks that one place holds at the end of each step.
using Plan = std::vector<int>;

Plan planOf(const std::function<int(int)>& held)
{
    Plan plan;
    for (int step = 1; step <= stepCount; ++step)
        plan.push_back(held(step));
    return plan;
}

// A block more in every step that is named, for good.
Plan leaking(const std::function<bool(int)>& leaksIn)
{
    int held = 0;
    return planOf([&](int step) { return held += leaksIn(step) ? 1 : 0; });
}

// Trains with batches of another size in each step; one place holds what `plan` says.
Recording training(const Plan& plan)
{
    ScopedRun run;
    std::mt19937_64 random(testSeed());
    run.enter("model");
    run.allocate(50'000'000);
    run.leave();
    std::vector<std::uint64_t> held;
    for (int step = 1; step <= stepCount; ++step) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(step));
        run.enter("layer");
        std::vector<std::uint64_t> activations;
        for (int i = 0; i < 10; ++i)
            activations.push_back(run.allocate(1 + random() % 8'000'000));
        run.leave();
        const int wanted = plan[static_cast<std::size_t>(step - 1)];
        for (; std::ssize(held) > wanted; held.pop_back())
            run.free(held.back());
        run.enter("history");
        run.enter("aten::clone", FrameKind::Operation);
        while (std::ssize(held) < wanted)
            held.push_back(run.allocate(leakSize));
        run.leave();
        run.leave();
        if (step == 1) {
            run.enter("optimizer");
            run.allocate(100'000'000);
            run.leave();
        }
        for (const std::uint64_t activation : activations)
            run.free(activation);
        run.end();
    }
    return run.recording();
}

Plan eachStep()
{
    return leaking([](int) { return true; });
}

StepDrift driftOf(const Recording& recording, SiteDetail detail = SiteDetail::Place)
{
    const AnalyzedRecording analyzed = analyze(recording);
    return stepDrift(analyzed.recording, 0, analyzed.histories[0],
        attribute(analyzed.recording, 0, analyzed.histories[0]), detail);
}

} // namespace

class StepDriftTest : public QObject {
    Q_OBJECT

private slots:
    void plantedLeak_data();
    void plantedLeak();
    void noLeak_data();
    void noLeak();
    void anewAndLarger();
    void hiddenBetweenPlaces();
    void tooFewSteps();
    void levels();
    void placesAtThreeDetails();
    void openStepsDoNotCount();
    void failedStepsDoNotCount();
    void withoutSteps();
};

void StepDriftTest::plantedLeak_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<int>("since");
    QTest::addColumn<int>("rises");
    const auto every = [](int period, int first) {
        return leaking([=](int step) { return step >= first && (step - first) % period == 0; });
    };
    QTest::newRow("each step") << eachStep() << 1 << 24;
    QTest::newRow("three blocks each") << planOf([](int step) { return 3 * step; }) << 1 << 24;
    QTest::newRow("every second step") << every(2, 1) << 1 << 12;
    QTest::newRow("every third step") << every(3, 1) << 1 << 8;
    QTest::newRow("every third step from the second") << every(3, 2) << 2 << 8;
    QTest::newRow("every fifth step") << every(5, 5) << 5 << 4;
    QTest::newRow("every eighth step") << every(8, 8) << 8 << 3;
    QTest::newRow("from step 10 on") << every(1, 10) << 10 << 15;
    QTest::newRow("three steps of ten") << leaking([](int step) { return (step - 1) % 10 < 3; }) << 1 << 9;
    QTest::newRow("now and then") << leaking([](int step) {
        return std::set{2, 3, 7, 8, 12, 15, 16, 20, 23}.contains(step);
    }) << 2 << 9;
    QTest::newRow("more and more") << planOf([](int step) { return step * (step + 1) / 2; }) << 1 << 24;
    // Of four blocks three are freed again.
    QTest::newRow("teeth that rise") << planOf([](int step) { return step / 4 + step % 4; }) << 1 << 6;
    QTest::newRow("beside what comes and goes")
        << planOf([](int step) { return step + (step % 2 == 0 ? 2 : 0); }) << 1 << 13;
}

void StepDriftTest::plantedLeak()
{
    QFETCH(Plan, plan);
    QFETCH(int, since);
    QFETCH(int, rises);
    const StepDrift drift = driftOf(training(plan));
    QCOMPARE(drift.wholeSteps, std::size_t(stepCount));
    QCOMPARE(drift.sites.size(), std::size_t(1));
    const DriftingSite& site = drift.sites.front();
    const int before = since == 1 ? 0 : plan[static_cast<std::size_t>(since - 2)];
    const int steps = stepCount - since + 1;
    QCOMPARE(site.site.name, std::string("history · aten::clone"));
    QCOMPARE(site.since, std::int64_t(since));
    QCOMPARE(site.steps, std::size_t(steps));
    QCOMPARE(site.rises, std::size_t(rises));
    QCOMPARE(site.bytesPerStep, (plan.back() - before) * leakBytes / steps);
    QCOMPARE(site.bytes, static_cast<std::uint64_t>(plan.back() * leakBytes));
    QCOMPARE(site.count, static_cast<std::uint64_t>(plan.back()));
    QCOMPARE(site.countGrown, std::int64_t(plan.back() - before));
    QCOMPARE(*drift.bytesPerStep, site.bytesPerStep);
    const QString sentence = QString::fromStdString(driftSentence(drift));
    const QString inSteps = rises == steps ? QStringLiteral("in each of %1 steps since step %2")
                                           : QStringLiteral("in %3 of %1 steps since step %2");
    QVERIFY2(sentence.contains(QStringLiteral("history · aten::clone")), qPrintable(sentence));
    QString words = inSteps.arg(steps).arg(since);
    words.replace(QStringLiteral("%3"), QString::number(rises));
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
}

void StepDriftTest::noLeak_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::newRow("nothing") << planOf([](int) { return 0; });
    QTest::newRow("made in the first step") << planOf([](int) { return 5; });
    QTest::newRow("a cache that is full") << planOf([](int step) { return std::min(step, 8); });
    QTest::newRow("a long warm-up") << planOf([](int step) { return std::min(step, 18); });
    QTest::newRow("the last three") << planOf([](int step) { return std::min(step, 3); });
    QTest::newRow("twice only") << planOf([](int step) { return step < 20 ? 0 : step < 22 ? 1 : 2; });
    QTest::newRow("once") << planOf([](int step) { return step < 13 ? 0 : 7; });
    QTest::newRow("once, in the last step") << planOf([](int step) { return step < stepCount ? 0 : 7; });
    QTest::newRow("a warm-up, and once more late")
        << planOf([](int step) { return std::min(step, 4) + (step < 21 ? 0 : 7); });
    for (const int period : {2, 3, 4, 5, 7, 12, 23})
        QTest::addRow("freed every %d steps", period) << planOf([=](int step) { return step % period; });
    QTest::newRow("less and less") << planOf([](int step) { return stepCount - step; });
    std::mt19937_64 random(testSeed());
    for (int i = 0; i < 20; ++i)
        QTest::addRow("whatever it is, %d", i) << planOf([&](int) { return static_cast<int>(random() % 9); });
}

void StepDriftTest::noLeak()
{
    QFETCH(Plan, plan);
    const StepDrift drift = driftOf(training(plan));
    QVERIFY2(drift.sites.empty(), driftSentence(drift).c_str());
    QCOMPARE(*drift.bytesPerStep, std::int64_t(0));
    QVERIFY(driftSentence(drift).starts_with("Allocated memory does not drift"));
}

// history = cat(history, new): one block, larger each time.
void StepDriftTest::anewAndLarger()
{
    ScopedRun run;
    std::uint64_t history = 0;
    for (std::uint64_t step = 1; step <= 10; ++step) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(step));
        run.enter("aten::cat", FrameKind::Operation);
        const std::uint64_t longer = run.allocate(step * 40'000'000);
        run.leave();
        if (history != 0)
            run.free(history);
        history = longer;
        run.end();
    }
    const StepDrift drift = driftOf(run.recording());
    QCOMPARE(drift.sites.size(), std::size_t(1));
    QCOMPARE(drift.sites.front().rises, std::size_t(10));
    QCOMPARE(drift.sites.front().count, 1U);
    QVERIFY(drift.sites.front().bytes >= 400'000'000);
    QCOMPARE(drift.sites.front().bytesPerStep, static_cast<std::int64_t>(drift.sites.front().bytes / 10));
}

// Each step leaks at a place of its own.
void StepDriftTest::hiddenBetweenPlaces()
{
    ScopedRun run;
    for (int step = 1; step <= 8; ++step) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(step));
        run.enter("layers." + std::to_string(step));
        run.allocate(leakSize);
        run.leave();
        run.end();
    }
    const StepDrift drift = driftOf(run.recording());
    QVERIFY(drift.sites.empty());
    QCOMPARE(*drift.bytesPerStep, leakBytes);
    QVERIFY2(driftSentence(drift).find("No single place") != std::string::npos, driftSentence(drift).c_str());
}

void StepDriftTest::tooFewSteps()
{
    Recording recording = training(eachStep());
    recording.annotations.resize(3);
    const StepDrift drift = driftOf(recording);
    QVERIFY(!drift.bytesPerStep && drift.sites.empty());
    QCOMPARE(driftSentence(drift),
        std::string("Drift takes at least 4 whole training steps to tell; the recording has 3 whole steps."));
}

// Against the curves, position by position.
void StepDriftTest::levels()
{
    const AnalyzedRecording analyzed = analyze(training(eachStep()));
    const DeviceHistory& history = analyzed.histories[0];
    const StepDrift drift = driftOf(analyzed.recording);
    QCOMPARE(drift.steps.size(), std::size_t(stepCount));
    for (const StepLevels& step : drift.steps) {
        const Annotation& annotation =
            analyzed.recording.annotations[static_cast<std::size_t>(step.range.number - 1)];
        QCOMPARE(step.range.begin, annotation.startEvent);
        QCOMPARE(step.range.end, annotation.endEvent);
        std::int64_t peak = 0;
        std::int64_t reserved = 0;
        for (std::uint64_t position = annotation.startEvent; position <= annotation.endEvent; ++position) {
            peak = std::max(peak, history.valueAt(Curve::Allocated, position));
            reserved = std::max(reserved, history.valueAt(Curve::Reserved, position));
        }
        QCOMPARE(step.begin, history.valueAt(Curve::Allocated, annotation.startEvent));
        QCOMPARE(step.end, history.valueAt(Curve::Allocated, annotation.endEvent));
        QCOMPARE(step.peak, peak);
        QCOMPARE(history.valueAt(Curve::Allocated, step.peakPosition), peak);
        QCOMPARE(step.reservedPeak, reserved);
    }
}

void StepDriftTest::placesAtThreeDetails()
{
    const Recording recording = training(eachStep());
    QCOMPARE(driftOf(recording, SiteDetail::Scope).sites.front().site.name, std::string("history"));
    const DriftingSite byStack = driftOf(recording, SiteDetail::Stack).sites.front();
    QCOMPARE(byStack.site.name, std::string("history · aten::clone"));
    QCOMPARE(byStack.site.key, std::string("aten::clone\nhistory\n"));
}

void StepDriftTest::openStepsDoNotCount()
{
    Recording recording = training(eachStep());
    recording.annotations.back().endUs = Annotation::open;
    recording.annotations.back().endEvent = UINT64_MAX;
    const StepDrift drift = driftOf(recording);
    QCOMPARE(drift.steps.size(), std::size_t(stepCount));
    QCOMPARE(drift.wholeSteps, std::size_t(stepCount - 1));
    QCOMPARE(drift.sites.front().count, 23U);
}

// Memory runs out in the third step. Whether the program gives up then is told by what it asks for next.
void StepDriftTest::failedStepsDoNotCount()
{
    for (const bool goesOn : {false, true}) {
        ScopedRun run;
        for (int step = 1; step <= 3; ++step) {
            run.begin(AnnotationKind::Step, "step " + std::to_string(step));
            const std::uint64_t block = run.allocate(leakSize);
            if (step == 3)
                QVERIFY(!run.allocator().allocate(std::uint64_t(1) << 50, 0));
            if (goesOn)
                run.allocate(leakSize);
            run.free(block);
            run.end();
        }
        const StepDrift drift = driftOf(run.recording());
        QCOMPARE(drift.steps.size(), std::size_t(3));
        QCOMPARE(drift.wholeSteps, std::size_t(goesOn ? 3 : 2));
        QCOMPARE(drift.steps.back().range.hasEnded, goesOn);
    }
}

void StepDriftTest::withoutSteps()
{
    Recording recording = training(eachStep());
    recording.annotations.clear();
    const StepDrift drift = driftOf(recording);
    QVERIFY(drift.steps.empty() && !drift.bytesPerStep && drift.sites.empty());
    QCOMPARE(stepDriftText(drift, false), std::string("The recording names no training steps.\n"));
}

QTEST_GUILESS_MAIN(StepDriftTest)
#include "tst_step_drift.moc"
