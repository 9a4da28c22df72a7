// SPDX-License-Identifier: GPL-3.0-or-later
// What other batches need: programs that are run at every batch, and recordings of a third one.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/compare/batch_forecast.h"
#include "core/files/open_recording.h"
#include "tests/core/analysis/scoped_run.h"
#include "tests/support/test_data.h"

#include <QtTest>
#include <memory>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

using Basis = BatchForecast::Basis;

constexpr std::uint64_t unit = 4096; // a multiple of what sizes are rounded to

struct Program {
    bool hasPhases = true;
    bool hasOddOrder = false; // makes and frees a block more, where the batch is odd
};

// Activations that grow with the batch, and an optimizer that needs a fixed block: the peak is in the one or
// the other.
Recording trained(std::uint64_t batch, const Program& program)
{
    ScopedRun run;
    const auto phase = [&](const char* name, const auto& work) {
        if (program.hasPhases)
            run.begin(AnnotationKind::Phase, name);
        work();
        if (program.hasPhases)
            run.end();
    };
    run.allocate(60 * unit); // parameters
    for (int step = 1; step <= 2; ++step) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(step));
        const std::uint64_t input = run.allocate(batch * unit);
        std::vector<std::uint64_t> kept;
        phase("forward", [&] {
            if (program.hasOddOrder && batch % 2 == 1)
                run.free(run.allocate(unit));
            for (int layer = 0; layer < 5; ++layer)
                kept.push_back(run.allocate(2 * batch * unit));
        });
        phase("backward", [&] {
            for (; !kept.empty(); kept.pop_back()) {
                const std::uint64_t gradient = run.allocate(batch * unit);
                run.free(kept.back());
                run.free(gradient);
            }
        });
        run.free(input);
        phase("optimizer", [&] { run.free(run.allocate(200 * unit)); });
        run.end();
    }
    return run.recording();
}

struct Run {
    Run(Recording recording, std::int64_t batch)
        : analyzed(analyze(std::move(recording)))
        , attribution(attribute(analyzed.recording, 0, analyzed.histories[0]))
        , run{&analyzed.recording, 0, &analyzed.histories[0], &attribution, batch}
    { }

    std::int64_t peak() const { return analyzed.histories[0].peak(Curve::Allocated).bytes; }

    AnalyzedRecording analyzed;
    Attribution attribution;
    BatchRun run;
};

std::unique_ptr<Run> runAt(std::int64_t batch, const Program& program = {})
{
    return std::make_unique<Run>(trained(static_cast<std::uint64_t>(batch), program), batch);
}

std::unique_ptr<Run> recorded(std::int64_t batch)
{
    Recording recording =
        openRecording(testDataFile(QStringLiteral("batch/deit_%1.tide").arg(batch)).toStdString()).value();
    const auto told = batchOf(recording, 0);
    return std::make_unique<Run>(std::move(recording), told.value_or(0));
}

} // namespace

class BatchForecastTest : public QObject {
    Q_OBJECT

private slots:
    void everyBatch_data();
    void everyBatch();
    void largestByTrial();
    void peaksAlone();
    void recordedThird_data();
    void recordedThird();
    void sharesSum();
    void tellsOtherDifferences();
    void refuses();
};

void BatchForecastTest::everyBatch_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::addColumn<bool>("oddOrder");
    QTest::addColumn<int>("basis");
    // At 4 and 8 the optimizer needs most, from batch 17 on the backward pass.
    QTest::newRow("both below the bend") << 4 << 8 << false << int(Basis::Moments);
    QTest::newRow("the larger first") << 8 << 4 << false << int(Basis::Moments);
    QTest::newRow("across the bend") << 8 << 30 << false << int(Basis::Moments);
    QTest::newRow("both above") << 20 << 30 << false << int(Basis::Moments);
    QTest::newRow("by phases") << 4 << 9 << true << int(Basis::Phases);
}

void BatchForecastTest::everyBatch()
{
    QFETCH(int, first);
    QFETCH(int, second);
    QFETCH(bool, oddOrder);
    const auto a = runAt(first, {true, oddOrder});
    const auto b = runAt(second, {true, oddOrder});
    const BatchForecast forecast = batchForecast(a->run, b->run).value();
    QTEST(int(forecast.basis), "basis");
    for (std::int64_t batch = 1; batch <= 40; ++batch)
        QCOMPARE(forecast.allocatedAt(batch), runAt(batch, {true, oddOrder})->peak());
}

void BatchForecastTest::largestByTrial()
{
    const auto a = runAt(4);
    const auto b = runAt(8);
    const BatchForecast forecast = batchForecast(a->run, b->run).value();
    std::vector<std::int64_t> peaks = {0};
    for (std::int64_t batch = 1; batch <= 60; ++batch)
        peaks.push_back(runAt(batch)->peak());
    for (std::uint64_t limit = 100 * unit; limit < 700 * unit; limit += 7 * unit / 2) {
        std::int64_t largest = 0;
        for (std::int64_t batch = 1; batch <= 60; ++batch)
            if (peaks[static_cast<std::size_t>(batch)] <= static_cast<std::int64_t>(limit))
                largest = batch;
        QVERIFY(largest < 60);
        QCOMPARE(*forecast.largestAllocated(limit), largest);
        const std::int64_t reserved = *forecast.largestReserved(limit);
        QVERIFY(reserved <= largest);
        QVERIFY(reserved == 0 || forecast.reservedAt(reserved) <= static_cast<std::int64_t>(limit));
    }
    QVERIFY(largestBatchText(forecast, unit, "given").starts_with("Not even batch 1 fits"));
}

// Without steps and in another order there is one line, and it is said to be none to rely on.
void BatchForecastTest::peaksAlone()
{
    const auto a = runAt(20, {false, true});
    const auto b = runAt(31, {false, true});
    Recording withoutSteps = a->analyzed.recording;
    withoutSteps.annotations.clear();
    const Run bare(std::move(withoutSteps), 20);
    const BatchForecast forecast = batchForecast(bare.run, b->run).value();
    QCOMPARE(forecast.basis, Basis::Peaks);
    QCOMPARE(forecast.allocatedAt(40), runAt(40)->peak());
    QVERIFY(assumptionText(forecast).find("too low") != std::string::npos);
}

void BatchForecastTest::recordedThird_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::addColumn<int>("third");
    QTest::addColumn<double>("within");
    QTest::newRow("beyond, where the peak is another moment") << 2 << 8 << 64 << 0.02;
    QTest::newRow("between") << 2 << 64 << 8 << 0.001;
    QTest::newRow("below") << 8 << 64 << 2 << 0.001;
}

void BatchForecastTest::recordedThird()
{
    QFETCH(int, first);
    QFETCH(int, second);
    QFETCH(int, third);
    QFETCH(double, within);
    const auto a = recorded(first);
    const auto b = recorded(second);
    const auto c = recorded(third);
    QCOMPARE(c->run.batch, std::int64_t(third)); // from the settings
    const BatchForecast forecast = batchForecast(a->run, b->run).value();
    QCOMPARE(forecast.basis, Basis::Moments);
    QVERIFY(forecast.otherDifferences.empty());
    const double apart = static_cast<double>(forecast.allocatedAt(third) - c->peak());
    QVERIFY2(std::abs(apart) <= within * static_cast<double>(c->peak()),
        qPrintable(QStringLiteral("%1 instead of %2").arg(forecast.allocatedAt(third)).arg(c->peak())));
}

void BatchForecastTest::sharesSum()
{
    const auto a = recorded(2);
    const auto b = recorded(8);
    const BatchForecast forecast = batchForecast(a->run, b->run).value();
    for (const std::int64_t batch : {1, 2, 8, 64, 1000}) {
        std::int64_t sumA = 0;
        std::int64_t sumB = 0;
        for (const BatchShare& share : sharesAt(forecast, b->run, a->run, batch)) {
            sumA += share.a;
            sumB += share.b;
        }
        QCOMPARE(sumA, forecast.highestAt(batch).a);
        QCOMPARE(sumB, forecast.highestAt(batch).b);
    }
    QCOMPARE(forecast.allocatedAt(2), a->peak());
    QCOMPARE(forecast.allocatedAt(8), b->peak());
    // At a large batch what grows is most of it.
    QCOMPARE(sharesAt(forecast, a->run, b->run, 1000).front().category, MemoryCategory::Activation);
}

void BatchForecastTest::tellsOtherDifferences()
{
    const auto a = recorded(2);
    Recording other = recorded(8)->analyzed.recording;
    for (Setting& setting : other.settings)
        if (setting.name == "precision")
            setting.value = "fp32";
    const Run b(std::move(other), 8);
    const BatchForecast forecast = batchForecast(a->run, b.run).value();
    QCOMPARE(forecast.otherDifferences, std::vector<std::string>{"precision (amp, fp32)"});
    QVERIFY(assumptionText(forecast).find("differ in more than the batch") != std::string::npos);
}

void BatchForecastTest::refuses()
{
    const auto a = runAt(4);
    QVERIFY(!batchForecast(a->run, a->run));
    const Run nothing(ScopedRun().recording(), 8);
    QVERIFY(!batchForecast(a->run, nothing.run));
    QVERIFY(!batchOf(a->analyzed.recording, 0));
}

QTEST_GUILESS_MAIN(BatchForecastTest)
#include "tst_batch_forecast.moc"
