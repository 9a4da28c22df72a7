// SPDX-License-Identifier: GPL-3.0-or-later
// What steps leave behind: recordings with and without a leak that was planted.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/step_drift.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/scoped_run.h"

#include <QtTest>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr int stepCount = 24;
// In the small pool, where blocks are cut to the size asked for, rounded to 512.
constexpr std::uint64_t leakSize = 500'000;
constexpr std::int64_t leakBytes = 500'224;

struct Plan {
    int first = 1; // step that keeps a block more
    int every = 1; // and each so-many-th one behind it
    int last = stepCount;
    int blocks = 1; // at a time

    bool leaksIn(int step) const
    {
        return blocks > 0 && step >= first && step <= last && (step - first) % every == 0;
    }
};

// Trains with batches of another size in each step; `plan` says which steps forget to free something.
Recording training(const Plan& plan)
{
    ScopedRun run;
    std::mt19937_64 random(testSeed());
    run.enter("model");
    run.allocate(50'000'000);
    run.leave();
    for (int step = 1; step <= stepCount; ++step) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(step));
        run.enter("layer");
        std::vector<std::uint64_t> activations;
        for (int i = 0; i < 10; ++i)
            activations.push_back(run.allocate(1 + random() % 8'000'000));
        run.leave();
        if (plan.leaksIn(step)) {
            run.enter("history");
            run.enter("aten::clone", FrameKind::Operation);
            for (int i = 0; i < plan.blocks; ++i)
                run.allocate(leakSize);
            run.leave();
            run.leave();
        }
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

StepDrift driftOf(const Recording& recording, SiteDetail detail = SiteDetail::Place)
{
    const AnalyzedRecording analyzed = analyze(recording);
    return stepDrift(analyzed.recording, 0, analyzed.histories[0],
        attribute(analyzed.recording, 0, analyzed.histories[0]), detail);
}

} // namespace

Q_DECLARE_METATYPE(Plan)

class StepDriftTest : public QObject {
    Q_OBJECT

private slots:
    void plantedLeak_data();
    void plantedLeak();
    void levels();
    void placesAtThreeDetails();
    void openStepsDoNotCount();
    void withoutSteps();
};

void StepDriftTest::plantedLeak_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<qint64>("median"); // of the whole
    QTest::addColumn<qint64>("bytesPerStep"); // of the place; 0: none drifts
    QTest::addColumn<qint64>("since");
    QTest::addColumn<quint64>("count"); // at the end

    QTest::newRow("no leak") << Plan{1, 1, stepCount, 0} << qint64(0) << qint64(0) << qint64(0) << quint64(0);
    QTest::newRow("each step") << Plan{} << qint64(leakBytes) << qint64(leakBytes) << qint64(2)
                               << quint64(24);
    QTest::newRow("three blocks each") << Plan{1, 1, stepCount, 3} << qint64(3 * leakBytes)
                                       << qint64(3 * leakBytes) << qint64(2) << quint64(72);
    QTest::newRow("every third step")
        << Plan{1, 3, stepCount, 1} << qint64(0) << qint64(7 * leakBytes / 21) << qint64(4) << quint64(8);
    QTest::newRow("from step 10 on") << Plan{10, 1, stepCount, 1} << qint64(leakBytes) << qint64(leakBytes)
                                     << qint64(10) << quint64(15);
    QTest::newRow("a cache that is full")
        << Plan{1, 1, 8, 1} << qint64(0) << qint64(0) << qint64(0) << quint64(0);
    QTest::newRow("twice only") << Plan{20, 2, 23, 1} << qint64(0) << qint64(0) << qint64(0) << quint64(0);
}

void StepDriftTest::plantedLeak()
{
    QFETCH(Plan, plan);
    QFETCH(qint64, median);
    QFETCH(qint64, bytesPerStep);
    const StepDrift drift = driftOf(training(plan));
    QCOMPARE(drift.wholeSteps, std::size_t(stepCount));
    QCOMPARE(qint64(*drift.bytesPerStep), median);
    QCOMPARE(drift.sites.size(), std::size_t(bytesPerStep > 0 ? 1 : 0));
    if (bytesPerStep == 0)
        return;
    const DriftingSite& site = drift.sites.front();
    QCOMPARE(site.site.name, std::string("history · aten::clone"));
    QCOMPARE(qint64(site.bytesPerStep), bytesPerStep);
    QTEST(qint64(site.since), "since");
    QTEST(quint64(site.count), "count");
    QCOMPARE(site.bytes, site.count * static_cast<std::uint64_t>(leakBytes));
    const std::string sentence = driftSentence(drift);
    QVERIFY2(sentence.find("history · aten::clone") != std::string::npos, sentence.c_str());
}

// Against the curves, position by position.
void StepDriftTest::levels()
{
    const AnalyzedRecording analyzed = analyze(training({}));
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
    const Recording recording = training({});
    QCOMPARE(driftOf(recording, SiteDetail::Scope).sites.front().site.name, std::string("history"));
    const DriftingSite byStack = driftOf(recording, SiteDetail::Stack).sites.front();
    QCOMPARE(byStack.site.name, std::string("history · aten::clone"));
    QCOMPARE(byStack.site.key, std::string("aten::clone\nhistory\n"));
}

void StepDriftTest::openStepsDoNotCount()
{
    Recording recording = training({});
    recording.annotations.back().endUs = Annotation::open;
    recording.annotations.back().endEvent = UINT64_MAX;
    const StepDrift drift = driftOf(recording);
    QCOMPARE(drift.steps.size(), std::size_t(stepCount));
    QCOMPARE(drift.wholeSteps, std::size_t(stepCount - 1));
    QCOMPARE(drift.sites.front().count, 23U);
}

void StepDriftTest::withoutSteps()
{
    Recording recording = training({});
    recording.annotations.clear();
    const StepDrift drift = driftOf(recording);
    QVERIFY(drift.steps.empty() && !drift.bytesPerStep && drift.sites.empty());
    QCOMPARE(stepDriftText(drift, false), std::string("The recording names no training steps.\n"));
}

QTEST_GUILESS_MAIN(StepDriftTest)
#include "tst_step_drift.moc"
