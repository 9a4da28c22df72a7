// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/simulate/out_of_memory_trials.h"
#include "tests/core/simulate/simulate_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t mib = mebibyte;

// Pairs of blocks that share segments, the first of each freed again, then one large request.
std::optional<OutOfMemory> scatter(CachingAllocator& allocator, std::uint64_t last)
{
    std::vector<std::uint64_t> firsts;
    for (int i = 0; i < 10; ++i) {
        firsts.push_back(allocator.allocate(8 * mib, 0).value_or(0));
        (void)allocator.allocate(8 * mib, 0);
    }
    for (const std::uint64_t address : firsts)
        allocator.free(address);
    const auto large = allocator.allocate(last, 0);
    return large ? std::nullopt : std::optional(large.error());
}

// Whether the allocator itself serves the last request with so much memory.
bool isServed(const AllocatorSettings& settings, std::uint64_t capacity, std::uint64_t last)
{
    SimulatedMemory memory(h200);
    CachingAllocator allocator(memory, settings, nullptr);
    allocator.setMemoryLimit(capacity);
    return !scatter(allocator, last);
}

AnalyzedRecording scattered(std::uint64_t capacity, std::uint64_t last)
{
    SelfRecorder recorder("");
    SimulatedMemory memory(capacity);
    CachingAllocator allocator(memory, {}, &recorder);
    if (!scatter(allocator, last))
        qFatal("the program was to run out of memory");
    Recording recording = recorder.raw();
    recording.devices[0].capacity = capacity;
    return analyze(std::move(recording));
}

struct Asked {
    OutOfMemoryReport report;
    OomTrials trials;
};

Asked ask(const AnalyzedRecording& analyzed)
{
    const Device& device = analyzed.recording.devices[0];
    const std::size_t event = outOfMemoryPositions(device.events).back() - 1;
    auto report = outOfMemoryReport(analyzed.recording, 0, analyzed.histories[0], event);
    if (!report)
        qFatal("%s", report.error().message.c_str());
    const auto checked = checkProgram(analyzed.recording, 0);
    if (!checked)
        qFatal("%s", checked.error().message.c_str());
    OomTrials trials = outOfMemoryTrials(device, **checked, *report);
    return {std::move(*report), std::move(trials)};
}

} // namespace

class OutOfMemoryTrialsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trialsAgreeWithTheAllocator_data();
    void trialsAgreeWithTheAllocator();
    void nothingHelpsWhereNothingIsFree();
    void anUntrueSimulationTellsNothing();
    void canBeStopped();
};

void OutOfMemoryTrialsTest::trialsAgreeWithTheAllocator_data()
{
    QTest::addColumn<quint64>("capacity");
    QTest::addColumn<quint64>("last");
    QTest::addColumn<bool>("expandableServes");
    QTest::newRow("expandable fits") << quint64(220 * mib) << quint64(60 * mib) << true;
    QTest::newRow("too much for all") << quint64(220 * mib) << quint64(180 * mib) << false;
}

void OutOfMemoryTrialsTest::trialsAgreeWithTheAllocator()
{
    QFETCH(quint64, capacity);
    QFETCH(quint64, last);
    QFETCH(bool, expandableServes);
    const Asked asked = ask(scattered(capacity, last));
    QCOMPARE(asked.report.roomInAll(), std::uint64_t(capacity));
    QCOMPARE(asked.trials.limit, std::uint64_t(capacity));
    QVERIFY(asked.trials.isComplete);
    QVERIFY(asked.trials.isRefusedAsRecorded);
    QVERIFY(asked.trials.trials.size() > 3);
    bool isExpandableSeen = false;
    for (const OomTrial& trial : asked.trials.trials) {
        QCOMPARE(trial.serves, isServed(trial.candidate.settings, capacity, last));
        QCOMPARE(trial.refusedBefore, std::uint64_t(0));
        if (!trial.candidate.settings.expandableSegments)
            continue;
        isExpandableSeen = true;
        QCOMPARE(trial.serves, expandableServes);
    }
    QVERIFY(isExpandableSeen);
    const std::string words = plainText(asked.trials);
    const std::string line = std::string("expandable_segments:True    ")
        + (expandableServes ? "would have served it" : "would not have served it");
    QVERIFY2(words.find(line) != std::string::npos, words.c_str());
}

// A recording of a GPU: 1.3 GiB of live tensors under a limit.
void OutOfMemoryTrialsTest::nothingHelpsWhereNothingIsFree()
{
    const Asked asked = ask(recordedRun(QStringLiteral("oom")));
    QVERIFY(asked.trials.isRefusedAsRecorded);
    for (const OomTrial& trial : asked.trials.trials)
        QVERIFY2(!trial.serves, trial.candidate.conf.c_str());
}

// With more memory than there was the recorded settings serve it: then nothing is said of others.
void OutOfMemoryTrialsTest::anUntrueSimulationTellsNothing()
{
    const AnalyzedRecording analyzed = scattered(220 * mib, 60 * mib);
    const auto checked = checkProgram(analyzed.recording, 0);
    QVERIFY(checked.has_value());
    OutOfMemoryReport report = ask(analyzed).report;
    report.room += 200 * mib;
    auto unlimited = std::make_shared<CheckedProgram>(**checked);
    unlimited->recorded.capacity = 0;
    const OomTrials trials = outOfMemoryTrials(analyzed.recording.devices[0], *unlimited, report);
    QVERIFY(!trials.isRefusedAsRecorded);
    QVERIFY(plainText(trials).find("does not follow this recording") != std::string::npos);
}

void OutOfMemoryTrialsTest::canBeStopped()
{
    const AnalyzedRecording analyzed = scattered(220 * mib, 60 * mib);
    const auto checked = checkProgram(analyzed.recording, 0);
    QVERIFY(checked.has_value());
    const OutOfMemoryReport report = ask(analyzed).report;
    std::stop_source stop;
    stop.request_stop();
    const OomTrials trials =
        outOfMemoryTrials(analyzed.recording.devices[0], **checked, report, {nullptr, stop.get_token()});
    QVERIFY(!trials.isComplete);
    QVERIFY(trials.trials.empty());
}

QTEST_GUILESS_MAIN(OutOfMemoryTrialsTest)
#include "tst_out_of_memory_trials.moc"
