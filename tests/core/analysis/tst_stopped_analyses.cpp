// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker may be told to give up: each analysis ends at once when it was stopped before, without an
// answer that could be taken for the whole.
#include "core/analysis/compare/comparison.h"
#include "core/analysis/curves/aligned_curve.h"
#include "core/analysis/explain/experiment.h"
#include "core/analysis/holders/call_tree.h"
#include "core/analysis/holders/tensor_table.h"
#include "core/analysis/scopes/step_drift.h"
#include "tests/core/analysis/labelled_recording.h"

#include <QtTest>
#include <numeric>

using namespace tidemark;
using namespace tidemark::tests;

class StoppedAnalysesTest : public QObject {
    Q_OBJECT

public:
    StoppedAnalysesTest()
        : m_analyzed(analyze(labelledTraining()))
        , m_attribution(attribute(m_analyzed.recording, 0, history()))
    {
        m_source.request_stop();
        m_all.resize(m_attribution.allocations.size());
        std::iota(m_all.begin(), m_all.end(), 0U);
    }

private Q_SLOTS:
    void sitesAreNotFound();
    void momentsAreNotCompared();
    void treeIsItsRootAlone();
    void tensorsAreNotListed();
    void driftHasNoSites();
    void curveIsEmpty();
    void answersComeBack();
    void progressIsCounted();

private:
    const DeviceHistory& history() const { return m_analyzed.histories[0]; }
    std::stop_token stopped() const { return m_source.get_token(); }

    AnalyzedRecording m_analyzed;
    Attribution m_attribution;
    std::stop_source m_source;
    std::vector<std::uint32_t> m_all;
};

void StoppedAnalysesTest::sitesAreNotFound()
{
    QVERIFY(!sitesOf(m_analyzed.recording, m_attribution, SiteDetail::Stack).siteOf.empty());
    QVERIFY(sitesOf(m_analyzed.recording, m_attribution, SiteDetail::Stack, stopped()).siteOf.empty());
}

void StoppedAnalysesTest::momentsAreNotCompared()
{
    const ComparedMoment peak = {
        &m_analyzed.recording, 0, &history(), &m_attribution, history().peak(Curve::Allocated).position};
    for (const CompareBy by : {CompareBy::Scope, CompareBy::Category, CompareBy::Stack}) {
        QVERIFY(!compareMoments(peak, peak, by).groups.empty());
        QVERIFY(compareMoments(peak, peak, by, stopped()).groups.empty());
    }
}

void StoppedAnalysesTest::treeIsItsRootAlone()
{
    const Grouping grouping = groupAllocations(m_analyzed.recording, 0, m_attribution, GroupBy::Module);
    QVERIFY(callTreeOf(m_analyzed.recording, m_attribution, grouping, m_all).size() > 1);
    const CallTree tree = callTreeOf(m_analyzed.recording, m_attribution, grouping, m_all, stopped());
    QCOMPARE(tree.size(), std::size_t(1));
    QCOMPARE(tree.bytes[0], std::uint64_t(0));
}

void StoppedAnalysesTest::tensorsAreNotListed()
{
    QVERIFY(!tensorTable(m_attribution, m_all).rows.empty());
    QVERIFY(tensorTable(m_attribution, m_all, stopped()).rows.empty());
}

void StoppedAnalysesTest::driftHasNoSites()
{
    LabelledTraining options;
    options.steps = 8;
    const AnalyzedRecording analyzed = analyze(labelledTraining(options));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const StepDrift drift =
        stepDrift(analyzed.recording, 0, analyzed.histories[0], attribution, SiteDetail::Place, stopped());
    QVERIFY(drift.sites.empty());
    QCOMPARE(drift.steps.size(), std::size_t(8)); // few, and no work
}

void StoppedAnalysesTest::curveIsEmpty()
{
    for (const CurveAlignment by : {CurveAlignment::Phase, CurveAlignment::Time}) {
        QCOMPARE(
            alignedCurve(m_analyzed, 0, m_analyzed, 0, Curve::Reserved, by).size(), history().eventCount());
        QCOMPARE(alignedCurve(m_analyzed, 0, m_analyzed, 0, Curve::Reserved, by, stopped()).size(),
            std::size_t(0));
    }
}

// They mean nothing then, and are dropped.
void StoppedAnalysesTest::answersComeBack()
{
    for (const ExperimentKind kind : {ExperimentKind::Checkpointing, ExperimentKind::PackedActivations})
        (void)experimentAnswer(kind, m_analyzed, m_analyzed, stopped());
    const AttributedDevice device = {&m_analyzed, 0, &m_attribution};
    QVERIFY(!comparisonAnswer(device, device).headline.empty());
    (void)comparisonAnswer(device, device, stopped());
}

// Beyond what was counted before, so that several jobs share a bar.
void StoppedAnalysesTest::progressIsCounted()
{
    Progress progress;
    progress.done = 1'000'000;
    (void)attribute(m_analyzed.recording, 0, history(), {}, &progress);
    QCOMPARE(progress.done.load(), 1'000'000 + history().eventCount());
}

QTEST_GUILESS_MAIN(StoppedAnalysesTest)
#include "tst_stopped_analyses.moc"
