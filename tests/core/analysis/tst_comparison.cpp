// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/compare/comparison.h"
#include "core/analysis/scopes/phase_peaks.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/scoped_run.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t mib = 1024 * 1024;

// What a comparison needs of one recording.
struct Analyzed {
    explicit Analyzed(Recording recording)
        : analyzed(analyze(std::move(recording)))
        , attribution(attribute(analyzed.recording, 0, analyzed.histories[0]))
    { }

    ComparedMoment at(std::size_t position) const
    {
        return {&analyzed.recording, 0, &analyzed.histories[0], &attribution, position};
    }
    ComparedMoment atPeak() const { return at(analyzed.histories[0].peak(Curve::Allocated).position); }

    AnalyzedRecording analyzed;
    Attribution attribution;
};

void allocateIn(ScopedRun& run, const char* scope, const char* operation, std::uint64_t size, int times = 1)
{
    run.enter(scope);
    run.enter(operation, FrameKind::Operation);
    for (int i = 0; i < times; ++i)
        run.allocate(size);
    run.leave();
    run.leave();
}

// `shift`: other allocations come first, so that every address is another.
Recording model(bool withExtra, bool shift)
{
    ScopedRun run;
    if (shift)
        run.free(run.allocate(300 * mib));
    if (shift)
        allocateIn(run, "warm-up", "aten::empty", 24 * mib);
    run.begin(AnnotationKind::Step, "step 1");
    run.begin(AnnotationKind::Phase, "forward");
    allocateIn(run, "layer", "aten::conv2d", 30 * mib, 3);
    allocateIn(run, "layer", withExtra ? "aten::gelu" : "aten::relu", 20 * mib);
    run.end();
    run.begin(AnnotationKind::Phase, "backward");
    allocateIn(run, "layer", "aten::conv2d", 10 * mib, withExtra ? 3 : 1);
    run.end();
    run.end();
    return run.recording();
}

std::map<std::string, ComparedGroup> byName(const MomentComparison& comparison)
{
    std::map<std::string, ComparedGroup> groups;
    for (const ComparedGroup& group : comparison.groups)
        groups[group.name] = group;
    return groups;
}

} // namespace

class ComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void otherAddressesMakeNoDifference();
    void onlyInOne();
    void sumsAreTheCurves_data();
    void sumsAreTheCurves();
    void twoMomentsOfOne();
    void phases();
    void stepsOfOtherNumbers();
};

void ComparisonTest::otherAddressesMakeNoDifference()
{
    const Analyzed a(model(false, false));
    const Analyzed b(model(false, true));
    for (const CompareBy by : {CompareBy::Place, CompareBy::Stack, CompareBy::Operator, CompareBy::Scope}) {
        const MomentComparison comparison = compareMoments(a.at(SIZE_MAX), b.at(SIZE_MAX), by);
        QCOMPARE(comparison.onlyA.groups, 0U);
        for (const ComparedGroup& group : comparison.groups) {
            const bool isWarmUp =
                group.name.find("warm-up") != std::string::npos || group.name == "aten::empty";
            QCOMPARE(group.difference(), std::int64_t(isWarmUp ? 24 * mib : 0));
            QCOMPARE(group.a.count, isWarmUp ? 0U : group.b.count);
        }
    }
}

void ComparisonTest::onlyInOne()
{
    const Analyzed a(model(false, false));
    const Analyzed b(model(true, false));
    const MomentComparison comparison = compareMoments(a.at(SIZE_MAX), b.at(SIZE_MAX), CompareBy::Place);
    const auto groups = byName(comparison);
    QCOMPARE(groups.size(), 3U);
    QVERIFY(groups.at("layer · aten::relu").a == (GroupAmount{20 * mib, 1}));
    QVERIFY(groups.at("layer · aten::relu").b == GroupAmount());
    QVERIFY(groups.at("layer · aten::gelu").b == (GroupAmount{20 * mib, 1}));
    QVERIFY(groups.at("layer · aten::conv2d").a == (GroupAmount{100 * mib, 4}));
    QVERIFY(groups.at("layer · aten::conv2d").b == (GroupAmount{120 * mib, 6}));
    QCOMPARE(comparison.onlyA.groups, 1U);
    QCOMPARE(comparison.both.groups, 1U);
    QCOMPARE(comparison.onlyB.groups, 1U);
    QVERIFY(comparison.onlyB.b == (GroupAmount{20 * mib, 1}));
    QVERIFY(comparison.both.b == (GroupAmount{120 * mib, 6}));
    for (std::size_t i = 1; i < comparison.groups.size(); ++i)
        QVERIFY(
            std::abs(comparison.groups[i].difference()) <= std::abs(comparison.groups[i - 1].difference()));
}

void ComparisonTest::sumsAreTheCurves_data()
{
    QTest::addColumn<int>("by");
    for (int by = 0; by < 8; ++by)
        QTest::newRow(std::string(compareByName(static_cast<CompareBy>(by))).c_str()) << by;
}

// Whatever it is told apart by, and for real recordings: every byte that is allocated is in one group.
void ComparisonTest::sumsAreTheCurves()
{
    QFETCH(int, by);
    const Analyzed a(recordingOf(QStringLiteral("vgg")));
    const Analyzed b(recordingOf(QStringLiteral("vgg_ckpt")));
    const MomentComparison comparison = compareMoments(a.atPeak(), b.atPeak(), static_cast<CompareBy>(by));
    GroupAmount sumA;
    GroupAmount sumB;
    for (const ComparedGroup& group : comparison.groups) {
        sumA.bytes += group.a.bytes;
        sumA.count += group.a.count;
        sumB.bytes += group.b.bytes;
        sumB.count += group.b.count;
    }
    QCOMPARE(static_cast<std::int64_t>(sumA.bytes), a.analyzed.histories[0].peak(Curve::Allocated).bytes);
    QCOMPARE(static_cast<std::int64_t>(sumB.bytes), b.analyzed.histories[0].peak(Curve::Allocated).bytes);
    QCOMPARE(static_cast<std::int64_t>(sumA.count), comparison.a.allocation);
    QCOMPARE(static_cast<std::int64_t>(sumB.count), comparison.b.allocation);
    QCOMPARE(comparison.onlyA.a.bytes + comparison.both.a.bytes, sumA.bytes);
    QCOMPARE(comparison.onlyB.b.bytes + comparison.both.b.bytes, sumB.bytes);
    QCOMPARE(comparison.onlyA.b.count + comparison.onlyB.a.count, 0U);
}

void ComparisonTest::twoMomentsOfOne()
{
    const Analyzed one(model(false, false));
    const Annotation& backward = one.analyzed.recording.annotations[2];
    const MomentComparison comparison =
        compareMoments(one.at(backward.startEvent), one.at(SIZE_MAX), CompareBy::Phase);
    const auto groups = byName(comparison);
    QVERIFY(groups.at("forward").a == groups.at("forward").b);
    QVERIFY(groups.at("backward").a == GroupAmount());
    QVERIFY(groups.at("backward").b == (GroupAmount{10 * mib, 1}));
}

void ComparisonTest::phases()
{
    const Analyzed a(model(false, false));
    const Analyzed b(model(true, false));
    const auto pairs = aligned(phasePeaks(a.analyzed.recording, 0, a.analyzed.histories[0]),
        phasePeaks(b.analyzed.recording, 0, b.analyzed.histories[0]));
    const std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> wanted = {
        {"whole step", 120, 140}, {"forward", 110, 110}, {"backward", 120, 140}};
    QCOMPARE(pairs.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& [phase, inA, inB] = wanted[i];
        QCOMPARE(pairs[i].phase, phase);
        QCOMPARE(pairs[i].step.value(), 1);
        QCOMPARE(pairs[i].a->allocated, static_cast<std::int64_t>(inA * mib));
        QCOMPARE(pairs[i].b->allocated, static_cast<std::int64_t>(inB * mib));
        QCOMPARE(
            a.analyzed.histories[0].valueAt(Curve::Allocated, pairs[i].a->position), pairs[i].a->allocated);
    }
}

// Steps 0 and 1 of one run are steps 10 and 11 of the other; what only one has stays alone.
void ComparisonTest::stepsOfOtherNumbers()
{
    const auto peaksOf = [](std::int64_t first, int count) {
        std::vector<PhasePeak> peaks;
        for (int i = 0; i < count; ++i)
            peaks.push_back({first + i, "forward", (first + i) * 100, 0, 0});
        return peaks;
    };
    const auto pairs = aligned(peaksOf(0, 2), peaksOf(10, 3));
    QCOMPARE(pairs.size(), 3U);
    QCOMPARE(pairs[0].b->allocated, 1000);
    QCOMPARE(pairs[1].b->allocated, 1100);
    QCOMPARE(pairs[2].step.value(), 12);
    QVERIFY(!pairs[2].a && pairs[2].b);
    const auto most = mostOfAllSteps(pairs);
    QCOMPARE(most.size(), 1U);
    QCOMPARE(most[0].a->allocated, 100);
    QCOMPARE(most[0].b->allocated, 1200);
}

QTEST_GUILESS_MAIN(ComparisonTest)
#include "tst_comparison.moc"
