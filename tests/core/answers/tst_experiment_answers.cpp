// SPDX-License-Identifier: GPL-3.0-or-later
// What two runs say together, and where one lies over the other.
#include "core/analysis/curves/aligned_curve.h"
#include "core/analysis/explain/experiment.h"
#include "core/analysis/explain/glossary.h"
#include "core/trace/recording_builder.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t mebi = 1024 * 1024;
constexpr std::uint64_t base = 0x7f0000000000;

// 4 MiB held in one segment of 20, and another of 30 MiB without a live block.
TraceWriter trained()
{
    TraceWriter trace;
    trace.segment(base, 20 * mebi).alloc(base, 4 * mebi);
    trace.segment(base + 64 * mebi, 30 * mebi).alloc(base + 64 * mebi, 30 * mebi);
    trace.free(base + 64 * mebi, 30 * mebi);
    return trace;
}

AnalyzedRecording analyzedOf(const TraceWriter& trace, std::optional<std::int64_t> emptied)
{
    Recording recording;
    recording.devices = {trace.device()};
    recording.devices[0].history = History::Whole;
    if (emptied) {
        Mark mark;
        mark.kind = MarkKind::EmptyCache;
        mark.event = recording.devices[0].events.size();
        mark.value = *emptied;
        recording.marks.push_back(mark);
    }
    return analyze(recording);
}

// Steps of so many events each, every one of which allocates 1 MiB more.
AnalyzedRecording stepped(const std::vector<std::size_t>& lengths)
{
    TraceWriter trace;
    trace.segment(base, 1000 * mebi);
    RecordingBuilder builder;
    std::size_t event = 1;
    for (std::size_t step = 0; step < lengths.size(); ++step) {
        Annotation annotation;
        annotation.name = builder.string(std::to_string(step));
        annotation.kind = AnnotationKind::Step;
        annotation.startEvent = event;
        for (std::size_t i = 0; i < lengths[step]; ++i, ++event)
            trace.alloc(base + event * mebi, mebi);
        annotation.endEvent = event;
        annotation.endUs = 1;
        builder.recording().annotations.push_back(annotation);
    }
    builder.recording().devices = {trace.device()};
    builder.recording().devices[0].history = History::Whole;
    return analyze(builder.snapshot());
}

} // namespace

class TestExperimentAnswers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unusedMemory();
    void notEmptied();
    void nothingRecorded();
    void steps();
    void withoutSteps();
    void byStepsAlone();
    void byTime();
    void noPeakIsLost();
    void glossaryWords();
};

void TestExperimentAnswers::unusedMemory()
{
    const AnalyzedRecording first = analyzedOf(trained(), std::nullopt);
    TraceWriter emptied = trained();
    emptied.add(Action::SegmentFree, base + 64 * mebi, 30 * mebi);
    const AnalyzedRecording second = analyzedOf(emptied, 30 * mebi);
    const ExperimentAnswer answer = experimentAnswer(ExperimentKind::UnusedMemory, first, second);
    QCOMPARE(exactText(answer.headline),
        std::string(
            "Of 48,234,496 bytes (46.0 MiB) that no tensor used, Empty cache returned 31,457,280 bytes "
            "(30.0 MiB) and could not return 16,777,216 bytes (16.0 MiB)."));
    const std::string all = plainText(answer);
    QVERIFY2(all.find("lie in 1 segment that holds live blocks") != std::string::npos, all.c_str());
    QVERIFY2(all.find("ended with 52,428,800 bytes (50.0 MiB) reserved") != std::string::npos, all.c_str());
    // The moment before lies just before the segment went back.
    QCOMPARE(answer.sentences[0].text[1].value, std::uint64_t(second.histories[0].eventCount() - 1));
}

void TestExperimentAnswers::notEmptied()
{
    const AnalyzedRecording run = analyzedOf(trained(), std::nullopt);
    const ExperimentAnswer answer = experimentAnswer(ExperimentKind::UnusedMemory, run, run);
    QVERIFY(answer.sentences.empty());
    QVERIFY(plainText(answer.headline).find("did not empty its cache") != std::string::npos);
}

void TestExperimentAnswers::nothingRecorded()
{
    const AnalyzedRecording nothing;
    for (std::size_t i = 0; i < experimentCount; ++i) {
        const auto kind = static_cast<ExperimentKind>(i);
        QVERIFY(experimentAnswer(kind, nothing, nothing).sentences.empty());
        QVERIFY(!experiment(kind, true).title.empty());
        QVERIFY(experiment(kind, false).second.name != experiment(kind, false).first.name);
    }
}

void TestExperimentAnswers::steps()
{
    const AnalyzedRecording from = stepped({10, 40, 10});
    const AnalyzedRecording to = stepped({20, 20, 30});
    const AlignedPositions aligned(from, 0, to, 0);
    QCOMPARE(aligned.at(0), std::size_t(0));
    QCOMPARE(aligned.at(1), std::size_t(1)); // step 0 begins
    QCOMPARE(aligned.at(6), std::size_t(11)); // half of it
    QCOMPARE(aligned.at(11), std::size_t(21)); // step 1
    QCOMPARE(aligned.at(31), std::size_t(31));
    QCOMPARE(aligned.at(51), std::size_t(41)); // step 2
    QCOMPARE(aligned.at(61), std::size_t(71)); // the end
    for (std::size_t position = 1; position <= 61; ++position)
        QVERIFY(aligned.at(position) >= aligned.at(position - 1));
}

void TestExperimentAnswers::withoutSteps()
{
    const AnalyzedRecording from = analyzedOf(trained(), std::nullopt);
    const AnalyzedRecording to = stepped({19});
    const AlignedPositions aligned(from, 0, to, 0);
    QCOMPARE(aligned.at(0), std::size_t(0));
    QCOMPARE(aligned.at(from.histories[0].eventCount()), std::size_t(20));
    const AlignedPositions empty(AnalyzedRecording(analyzedOf(TraceWriter(), std::nullopt)), 0, to, 0);
    QCOMPARE(empty.at(0), std::size_t(0));
}

// A phase that ends elsewhere in its step pulls the moments along, but not where steps alone count.
void TestExperimentAnswers::byStepsAlone()
{
    const auto withForward = [](std::uint64_t events) {
        AnalyzedRecording analyzed = stepped({20});
        Annotation forward = analyzed.recording.annotations.front();
        forward.kind = AnnotationKind::Phase;
        forward.endEvent = forward.startEvent + events;
        analyzed.recording.annotations.push_back(forward);
        return analyzed;
    };
    const AnalyzedRecording from = withForward(5);
    const AnalyzedRecording to = withForward(15);
    const AlignedPositions byPhase(from, 0, to, 0);
    const AlignedPositions byStep(from, 0, to, 0, CurveAlignment::Step);
    QCOMPARE(byPhase.at(6), std::size_t(16)); // the segment's event comes first
    QCOMPARE(byStep.at(6), std::size_t(6));
    QCOMPARE(byPhase.at(21), std::size_t(21));
    QCOMPARE(byStep.at(21), std::size_t(21));
}

// The position of each moment is counted by hand.
void TestExperimentAnswers::byTime()
{
    const AnalyzedRecording from = stepped({10, 40, 10});
    const AnalyzedRecording to = stepped({20, 20, 30});
    const AlignedPositions aligned(from, 0, to, 0, CurveAlignment::Time);
    const auto& fromEvents = from.recording.devices[0].events;
    const auto& toEvents = to.recording.devices[0].events;
    for (std::size_t position = 1; position <= fromEvents.size(); ++position) {
        const std::int64_t moment = fromEvents.timeUs()[position - 1] - fromEvents.timeUs()[0];
        std::size_t expected = 0;
        while (expected < toEvents.size() && toEvents.timeUs()[expected] - toEvents.timeUs()[0] <= moment)
            ++expected;
        QCOMPARE(aligned.at(position), expected);
    }
    QCOMPARE(aligned.at(0), std::size_t(0));
}

void TestExperimentAnswers::noPeakIsLost()
{
    TraceWriter spiky; // a spike that two events hold, among many
    spiky.segment(base, 1000 * mebi);
    for (std::uint64_t i = 0; i < 200; ++i) {
        spiky.alloc(base, mebi).free(base, mebi);
        if (i == 77)
            spiky.alloc(base, 500 * mebi).free(base, 500 * mebi);
    }
    const AnalyzedRecording other = analyzedOf(spiky, std::nullopt);
    const AnalyzedRecording shown = stepped({10, 10});
    const Pyramid curve = alignedCurve(shown, 0, other, 0, Curve::Allocated);
    QCOMPARE(curve.size(), shown.histories[0].eventCount());
    QCOMPARE(curve.extremes(0, curve.size()).max, std::int64_t(500 * mebi));
}

void TestExperimentAnswers::glossaryWords()
{
    std::set<std::string_view> terms;
    for (const GlossaryEntry& entry : glossary()) {
        QVERIFY(!entry.meaning.empty() && !entry.place.empty());
        QVERIFY2(terms.insert(entry.term).second, entry.term.data());
        QVERIFY(glossaryMatches(entry.term).size() > 0);
    }
    QVERIFY(glossary().size() >= 20);
    // What pages and commands speak of.
    for (const std::string_view term : {"category", "temporary", "packed activation", "optimizer state",
             "scope", "drift", "yield", "unexplained"})
        QVERIFY2(glossaryEntry(term) != nullptr, term.data());
    for (std::size_t i = 1; i < memoryCategoryCount; ++i) {
        const std::string_view name = nameOf(static_cast<MemoryCategory>(i));
        QVERIFY2(glossaryEntry("category")->meaning.find(name) != std::string_view::npos, name.data());
    }
    QCOMPARE(glossaryMatches("").size(), glossary().size());
    QVERIFY(glossaryEntry("RESERVED") != nullptr);
    QVERIFY(glossaryEntry("nowhere") == nullptr);
    QCOMPARE(glossaryMatches("inactive").front()->term, std::string_view("inactive split"));
    QVERIFY(glossaryMatches("no such word at all").empty());
    // Each row of the details leads to an entry.
    for (const Band band : {Band::Requested, Band::Rounding, Band::Allocated, Band::Waiting,
             Band::FreeBesideLive, Band::WholeFree, Band::Reserved, Band::Active})
        QVERIFY2(glossaryEntry(bandName(band)) != nullptr, bandName(band).data());
}

QTEST_GUILESS_MAIN(TestExperimentAnswers)
#include "tst_experiment_answers.moc"
