// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/simulate/suggestion.h"
#include "tests/core/simulate/simulate_fixtures.h"

#include <QTest>
#include <tuple>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

Suggestion suggestFor(
    const AnalyzedRecording& run, std::uint64_t limit = 0, unsigned threads = 2, const Watch& watch = {})
{
    const auto checked = checkProgram(run.recording, 0);
    if (!checked)
        qFatal("%s", checked.error().message.c_str());
    return suggest(run.recording, 0, **checked, limit, watch, threads);
}

} // namespace

class TestSuggestion : public QObject {
    Q_OBJECT

private slots:
    void gridIsSensible()
    {
        const auto all = candidates({}, true, true);
        QVERIFY(all.size() >= 22 && all.size() <= 30);
        for (std::size_t i = 0; i < all.size(); ++i) {
            QVERIFY(AllocatorSettings::parse(all[i].conf) == all[i].settings);
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY2(!(all[i] == all[k]), all[i].conf.c_str());
        }
        const auto has = [](const std::vector<Candidate>& list, const char* key) {
            return std::any_of(list.begin(), list.end(),
                [&](const Candidate& one) { return one.conf.find(key) != std::string::npos; });
        };
        QVERIFY(has(all, "garbage_collection_threshold"));
        QVERIFY(!has(candidates({}, false, true), "garbage_collection_threshold"));
        QVERIFY(has(all, "large_segment_size_mb"));
        QVERIFY(!has(candidates(*PolicyVersion::parse("2.5"), true, true), "large_segment_size_mb"));
    }

    // The winner of a run that fragments is what a real run under these settings shows to save memory.
    void ranksByReservedMemory()
    {
        const Suggestion suggestion = suggestFor(recordedRun(QStringLiteral("vary")));
        QVERIFY(suggestion.isComplete);
        QVERIFY(!suggestion.recordedIsBest());
        const auto key = [](const Trial& trial) {
            return std::tuple(trial.figures.ooms, trial.figures.peak.reserved, trial.figures.deviceMallocs);
        };
        for (std::size_t i = 1; i < suggestion.trials.size(); ++i)
            QVERIFY(key(suggestion.trials[i - 1]) <= key(suggestion.trials[i]));
        QVERIFY(suggestion.trials[suggestion.recorded()].isRecorded);
        QVERIFY(suggestion.trials.front().figures.peak.reserved
            < suggestion.trials[suggestion.recorded()].figures.peak.reserved);
        QVERIFY(
            suggestion.trials.front().candidate.conf.find("expandable_segments:True") != std::string::npos);
    }

    // One small allocation: nothing can be saved.
    void saysWhenNothingIsBetter()
    {
        SelfRecorder recorder("");
        SimulatedMemory memory(h200);
        CachingAllocator allocator(memory, {}, &recorder);
        allocator.free(*allocator.allocate(1000, 0));
        const AnalyzedRecording run = recorder.recording();
        const Suggestion suggestion = suggestFor(run);
        QVERIFY(suggestion.recordedIsBest());
    }

    // Beside what really happened, not beside another run under the same settings.
    void recordedRowIsWhatWasRecorded_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"roundup", "vgg_ckpt", "split_gc", "rand", "deit_small"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void recordedRowIsWhatWasRecorded()
    {
        QFETCH(QString, name);
        const AnalyzedRecording run = recordedRun(name);
        const Suggestion suggestion = suggestFor(run);
        const RunFigures& figures = suggestion.trials[suggestion.recorded()].figures;
        const DeviceHistory& history = run.histories[0];
        QCOMPARE(figures.peak.reserved, static_cast<std::uint64_t>(history.peak(Curve::Reserved).bytes));
        QCOMPARE(figures.end.reserved,
            static_cast<std::uint64_t>(history.valueAt(Curve::Reserved, history.eventCount())));
    }

    // What the program may reserve is not for the settings to decide.
    void shareOfTheMemoryStays()
    {
        SelfRecorder recorder("per_process_memory_fraction:0.5");
        SimulatedMemory memory(h200);
        CachingAllocator allocator(
            memory, *AllocatorSettings::parse("per_process_memory_fraction:0.5"), &recorder);
        allocator.free(*allocator.allocate(5'000'000, 0));
        const Suggestion suggestion = suggestFor(recorder.recording());
        for (const Trial& trial : suggestion.trials) {
            QCOMPARE(trial.candidate.settings.perProcessMemoryFraction, 0.5);
            QVERIFY(AllocatorSettings::parse(trial.candidate.conf) == trial.candidate.settings);
        }
    }

    // tidemark-record says under which limit a run went.
    void limitOfARecordingIsInForce()
    {
        AnalyzedRecording run = recordedRun(QStringLiteral("vgg"));
        run.recording.settings.push_back({"limit", "3221225472"});
        const auto checked = checkProgram(run.recording, 0);
        QVERIFY(checked);
        QCOMPARE((*checked)->recorded.limit, std::uint64_t(3) << 30);
        const auto asked = checkProgram(run.recording, 0, {.settings = {}, .version = {}, .limit = 12345678});
        QCOMPARE((*asked)->recorded.limit, std::uint64_t(12345678));
    }

    void threadsDoNotMatter()
    {
        const AnalyzedRecording run = recordedRun(QStringLiteral("rand"));
        const Suggestion one = suggestFor(run, 2 * gibibyte, 1);
        const Suggestion many = suggestFor(run, 2 * gibibyte, 4);
        QCOMPARE(one.trials.size(), many.trials.size());
        for (std::size_t i = 0; i < one.trials.size(); ++i) {
            QCOMPARE(one.trials[i].candidate.conf, many.trials[i].candidate.conf);
            QCOMPARE(one.trials[i].figures.peak.reserved, many.trials[i].figures.peak.reserved);
            QVERIFY(one.trials[i].figures.peak.reserved <= 2 * gibibyte);
        }
    }

    void progressAndStop()
    {
        const AnalyzedRecording run = recordedRun(QStringLiteral("vgg"));
        Progress progress;
        suggestFor(run, 0, 2, {.progress = &progress, .stop = {}});
        QVERIFY(progress.total > 0);
        QCOMPARE(progress.done.load(), progress.total.load());
        std::stop_source source;
        source.request_stop();
        const Suggestion stopped = suggestFor(run, 0, 2, {.progress = nullptr, .stop = source.get_token()});
        QVERIFY(!stopped.isComplete);
        QVERIFY(stopped.trials.empty());
    }
};

QTEST_GUILESS_MAIN(TestSuggestion)
#include "tst_suggestion.moc"
