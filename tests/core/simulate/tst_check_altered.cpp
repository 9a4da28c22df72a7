// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/check.h"
#include "tests/core/simulate/simulate_fixtures.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// TIDEMARK_SEED=N repeats a run.
unsigned seed()
{
    static const unsigned value = [] {
        const unsigned chosen = qEnvironmentVariableIsSet("TIDEMARK_SEED")
            ? static_cast<unsigned>(qEnvironmentVariableIntValue("TIDEMARK_SEED"))
            : 20261130;
        qInfo("TIDEMARK_SEED=%u", chosen);
        return chosen;
    }();
    return value;
}

CheckResult check(const Recording& recording, const CheckOptions& options = {})
{
    const auto checked = checkProgram(recording, 0, options);
    if (!checked)
        qFatal("%s", checked.error().message.c_str());
    return (*checked)->check;
}

// The recording with each event as `change` leaves it.
template <class Change>
Recording altered(const Recording& recording, Change change)
{
    Recording result = recording;
    EventColumns events;
    for (std::size_t i = 0; i < recording.devices[0].events.size(); ++i) {
        Event event = recording.devices[0].events[i];
        change(event, i);
        events.append(event);
    }
    result.devices[0].events = events;
    return result;
}

// The first event at or behind `from` of this action.
std::size_t find(const Recording& recording, Action action, std::size_t from)
{
    const EventColumns& events = recording.devices[0].events;
    while (from < events.size() && events.action()[from] != action)
        ++from;
    if (from == events.size())
        qFatal("no such event");
    return from;
}

} // namespace

// Recordings of our own allocator: what it did itself must be found equal, and one changed entry must be
// found.
class TestCheckAltered : public QObject {
    Q_OBJECT

private slots:
    void ownRunsAreEqual_data()
    {
        QTest::addColumn<QByteArray>("conf");
        QTest::addColumn<quint64>("limit");
        const quint64 gib = quint64(1) << 30;
        const auto row = [](const char* conf, quint64 limit) {
            QTest::newRow(conf) << QByteArray(conf) << limit;
        };
        row("", 0);
        row("roundup_power2_divisions:4", 0);
        row("max_split_size_mb:32", 0);
        row("max_split_size_mb:24,garbage_collection_threshold:0.5", 3 * gib);
        row("garbage_collection_threshold:0.7", 4 * gib);
        row("large_segment_size_mb:64", 0);
        row("expandable_segments:True", 0);
        row("expandable_segments:True,roundup_power2_divisions:8", 0);
    }
    void ownRunsAreEqual()
    {
        QFETCH(QByteArray, conf);
        QFETCH(quint64, limit);
        for (unsigned round = 0; round < 5; ++round) {
            // Under a limit a trace does not always tell whether memory went by hand or for want of it.
            const AnalyzedRecording run = randomRun({.conf = conf.constData(),
                .limit = limit,
                .seed = seed() + round,
                .calls = 4000,
                .usesStreams = limit == 0,
                .emptiesCache = limit == 0});
            const CheckResult result =
                check(run.recording, {.settings = {}, .version = {}, .limit = limit, .capacity = h200});
            QVERIFY(result.allocs > 1000);
            QVERIFY2(result.isEqual(),
                result.firstMismatch ? describe(*result.firstMismatch).c_str() : "not complete");
            QCOMPARE(result.of(GivenKind::Unfollowed), std::uint64_t(0));
        }
    }

    void otherSettingsDiffer()
    {
        const AnalyzedRecording run = randomRun({.conf = "max_split_size_mb:24", .seed = seed()});
        CheckOptions options;
        options.settings = AllocatorSettings{};
        QVERIFY(!check(run.recording, options).isEqual());
    }

    void changedAddressIsFound()
    {
        const Recording& recording = randomRun({.seed = seed(), .usesStreams = false}).recording;
        const std::size_t number = find(recording, Action::Alloc, 1000);
        const std::uint64_t address = recording.devices[0].events.address()[number];
        bool isOver = false; // a later allocation may lie at the same place
        const Recording changed = altered(recording, [&](Event& event, std::size_t i) {
            if (i < number || isOver || event.address != address)
                return;
            ++event.address;
            isOver = event.action == Action::FreeCompleted;
        });
        const CheckResult result = check(changed);
        QVERIFY(!result.isEqual());
        QCOMPARE(result.mismatchedSegmentEvents, std::uint64_t(0));
        QCOMPARE(result.mismatchedAllocs, std::uint64_t(1));
        QVERIFY(result.firstMismatch);
        QCOMPARE(result.firstMismatch->event, std::uint64_t(number));
        QVERIFY(result.firstMismatch->recorded && result.firstMismatch->made);
        QCOMPARE(result.firstMismatch->recorded->address, result.firstMismatch->made->address + 1);
    }

    void changedSegmentSizeIsFound()
    {
        const Recording& recording = randomRun({.seed = seed(), .usesStreams = false}).recording;
        const std::size_t number = find(recording, Action::SegmentAlloc, 200);
        const Recording changed = altered(
            recording, [&](Event& event, std::size_t i) { event.size += i == number ? 2 * 1024 * 1024 : 0; });
        const CheckResult result = check(changed);
        QVERIFY(!result.isEqual());
        QVERIFY(result.mismatchedSegmentEvents >= 1);
        QVERIFY(result.firstMismatch);
        QCOMPARE(result.firstMismatch->event, std::uint64_t(number));
        QCOMPARE(result.firstMismatch->recorded->size, result.firstMismatch->made->size + 2 * 1024 * 1024);
        QVERIFY(describe(*result.firstMismatch).find("segment_alloc") != std::string::npos);
    }

    void missingSegmentIsFound()
    {
        const Recording& recording = randomRun({.seed = seed(), .usesStreams = false}).recording;
        const std::size_t number = find(recording, Action::SegmentAlloc, 200);
        const Recording changed = altered(recording, [&](Event& event, std::size_t i) {
            event.action = i == number ? Action::Snapshot : event.action;
        });
        const CheckResult result = check(changed);
        QVERIFY(!result.isEqual());
        QVERIFY(result.firstMismatch && !result.firstMismatch->recorded);
        QCOMPARE(result.firstMismatch->made->action, Action::SegmentAlloc);
    }

    void stopEndsTheRun()
    {
        const AnalyzedRecording run = randomRun({.seed = seed()});
        std::stop_source source;
        source.request_stop();
        const auto checked =
            checkProgram(run.recording, 0, {}, {.progress = nullptr, .stop = source.get_token()});
        QVERIFY(checked);
        QVERIFY(!(*checked)->check.isComplete);
        QVERIFY(!(*checked)->check.isEqual());
    }

    void progressReachesTheEnd()
    {
        const AnalyzedRecording run = randomRun({.seed = seed()});
        Progress progress;
        QVERIFY(checkProgram(run.recording, 0, {}, {.progress = &progress, .stop = {}}));
        QCOMPARE(progress.done.load(), std::uint64_t(run.recording.devices[0].events.size()));
    }
};

QTEST_GUILESS_MAIN(TestCheckAltered)
#include "tst_check_altered.moc"
