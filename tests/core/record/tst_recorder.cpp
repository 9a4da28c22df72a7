// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/recorder.h"
#include "recorder_reader.h"

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <pthread.h>
#include <random>
#include <thread>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::int64_t unixMicroseconds()
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

class TestRecorder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eventsArriveAsTheyWere();
    void theRunIsDescribed();
    void contexts();
    void threadsHaveTheirOwnContexts();
    void recordersDoNotMix();
    void aNewRecorderBeginsOutsideEverything();
    void marksStandBetweenTheirEvents();
    void marksOfOtherThreads();
    void annotationsNest();
    void statisticsAnswersAndStatuses();
    void aLiveReaderSeesEventsBeforeTheEnd();
};

void TestRecorder::eventsArriveAsTheyWere()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    std::mt19937_64 random(1);
    std::vector<AllocatorEvent> events(30'000);
    for (AllocatorEvent& event : events)
        event = {static_cast<Action>(random() % 12), random(), random() >> (random() % 64), random() % 5};
    const std::int64_t begin = unixMicroseconds();
    std::thread writer([&] {
        for (const AllocatorEvent& event : events)
            recorder->device().onEvent(event);
        QVERIFY(recorder->finish().has_value());
    });
    const Recording recording = reader.readAll();
    writer.join();
    const std::int64_t end = unixMicroseconds();
    QVERIFY(recording.complete && recording.warnings.empty());
    const Device& device = recording.devices.at(0);
    QCOMPARE(device.events.size(), events.size());
    QCOMPARE(device.history, History::Whole);
    QCOMPARE(recorder->lostEvents(), std::uint64_t(0));
    std::int64_t before = begin - 1000;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event event = device.events[i];
        QCOMPARE(event.action, events[i].action);
        QCOMPARE(event.address, events[i].address);
        QCOMPARE(event.size, events[i].size);
        QCOMPARE(device.streams.at(event.stream), events[i].stream);
        QVERIFY(event.timeUs >= before);
        before = event.timeUs;
    }
    QVERIFY(before <= end + 1000);
}

void TestRecorder::theRunIsDescribed()
{
    RecorderReader reader;
    QVERIFY(startRecorder(reader.writeEnd())->finish().has_value());
    const Recording recording = reader.readAll();
    QCOMPARE(recording.format, std::string("Tidemark recording"));
    QCOMPARE(recording.producer, std::string("a test"));
    QCOMPARE(recording.workload, std::string("none"));
    QCOMPARE(recording.allocatorConf, std::string("max_split_size_mb:64"));
    QCOMPARE(recording.settings.at(0).name, std::string("steps"));
    QCOMPARE(recording.settings.at(0).value, std::string("3"));
    QCOMPARE(recording.devices.at(0).name, std::string("cpu"));
    QCOMPARE(recording.devices.at(0).capacity, std::uint64_t(1 << 30));
}

void TestRecorder::contexts()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    std::vector<std::string> expected;
    const auto event = [&](const std::string& stack) {
        recorder->device().onEvent(numbered(expected.size()));
        expected.push_back(stack);
    };
    event("");
    for (int round = 0; round < 3; ++round) {
        const ContextScope forward(*recorder, FrameKind::Scope, "forward");
        event("forward");
        {
            const ContextScope layer(*recorder, FrameKind::Scope, "layer");
            event("layer < forward");
            const ContextScope matmul(*recorder, FrameKind::Operation, "aten::mm");
            event("aten::mm < layer < forward");
            const ContextScope again(*recorder, FrameKind::Operation, "aten::mm");
            event("aten::mm < aten::mm < layer < forward");
        }
        event("forward");
    }
    recorder->leave(); // one too many does nothing
    event("");
    recorder->enter(FrameKind::Scope, "");
    event("");
    QVERIFY(recorder->finish().has_value());
    const Recording recording = reader.readAll();
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const ContextIndex context = recording.devices.at(0).events[i].context;
        QCOMPARE(stackOf(recording, context), expected[i]);
        QCOMPARE(threadOf(recording, context), std::string("main"));
    }
    const auto innermost = recording.contexts[recording.devices[0].events[3].context].stack;
    QCOMPARE(recording.frames[recording.stacks[innermost].frame].kind, FrameKind::Operation);
}

void TestRecorder::threadsHaveTheirOwnContexts()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    constexpr std::uint64_t threads = 4;
    constexpr std::uint64_t rounds = 2000;
    std::mutex allocatorLock;
    std::vector<std::thread> workers;
    for (std::uint64_t thread = 0; thread < threads; ++thread) {
        workers.emplace_back([&, thread] {
            pthread_setname_np(pthread_self(), thread < 2 ? "worker" : "loader");
            const std::string name = "scope " + std::to_string(thread);
            for (std::uint64_t round = 0; round < rounds; ++round) {
                const ContextScope outer(*recorder, FrameKind::Scope, name);
                const std::string inner = "round " + std::to_string(round % 50);
                const ContextScope scope(*recorder, FrameKind::Scope, inner);
                const std::lock_guard lock(allocatorLock);
                recorder->device().onEvent({Action::Alloc, thread, round, thread});
            }
        });
    }
    std::thread finisher([&] {
        for (std::thread& worker : workers)
            worker.join();
        QVERIFY(recorder->finish().has_value());
    });
    const Recording recording = reader.readAll();
    finisher.join();
    const EventColumns& events = recording.devices.at(0).events;
    QCOMPARE(events.size(), std::size_t(threads * rounds));
    std::vector<std::string> threadNames(threads);
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event event = events[i];
        QCOMPARE(stackOf(recording, event.context),
            "round " + std::to_string(event.size % 50) + " < scope " + std::to_string(event.address));
        std::string& name = threadNames[event.address];
        name = name.empty() ? threadOf(recording, event.context) : name;
        QCOMPARE(threadOf(recording, event.context), name);
    }
    std::sort(threadNames.begin(), threadNames.end());
    QCOMPARE(threadNames, (std::vector<std::string>{"loader", "loader 2", "worker", "worker 2"}));
}

void TestRecorder::recordersDoNotMix()
{
    RecorderReader firstReader;
    RecorderReader secondReader;
    auto first = startRecorder(firstReader.writeEnd());
    auto second = startRecorder(secondReader.writeEnd());
    {
        const ContextScope one(*first, FrameKind::Scope, "one");
        const ContextScope two(*second, FrameKind::Scope, "two");
        const ContextScope inner(*first, FrameKind::Scope, "inner");
        first->device().onEvent(numbered(0));
        second->device().onEvent(numbered(1));
        first->device().onEvent(numbered(2));
    }
    second->device().onEvent(numbered(3));
    QVERIFY(first->finish().has_value() && second->finish().has_value());
    const Recording one = firstReader.readAll();
    const Recording two = secondReader.readAll();
    QCOMPARE(one.devices.at(0).events.size(), std::size_t(2));
    QCOMPARE(two.devices.at(0).events.size(), std::size_t(2));
    QCOMPARE(stackOf(one, one.devices[0].events[0].context), std::string("inner < one"));
    QCOMPARE(stackOf(one, one.devices[0].events[1].context), std::string("inner < one"));
    QCOMPARE(stackOf(two, two.devices[0].events[0].context), std::string("two"));
    QCOMPARE(stackOf(two, two.devices[0].events[1].context), std::string());
}

void TestRecorder::aNewRecorderBeginsOutsideEverything()
{
    for (int i = 0; i < 5; ++i) {
        RecorderReader reader;
        auto recorder = startRecorder(reader.writeEnd());
        recorder->device().onEvent(numbered(0));
        recorder->enter(FrameKind::Scope, "never left");
        QVERIFY(recorder->finish().has_value());
        const Recording recording = reader.readAll();
        QCOMPARE(stackOf(recording, recording.devices.at(0).events[0].context), std::string());
    }
}

void TestRecorder::marksStandBetweenTheirEvents()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    std::mt19937_64 random(2);
    std::vector<std::uint64_t> marked;
    std::thread writer([&] {
        for (std::uint64_t number = 0; number < 20'000; ++number) {
            while (random() % 20 == 0) {
                recorder->mark(MarkKind::Named, "here", std::int64_t(number));
                marked.push_back(number);
            }
            recorder->device().onEvent(numbered(number));
        }
        recorder->mark(MarkKind::EmptyCache, "", 20'000);
        marked.push_back(20'000);
        QVERIFY(recorder->finish().has_value());
    });
    const Recording recording = reader.readAll();
    writer.join();
    QCOMPARE(recording.marks.size(), marked.size());
    for (std::size_t i = 0; i < marked.size(); ++i) {
        QCOMPARE(recording.marks[i].event, marked[i]);
        QCOMPARE(recording.marks[i].value, std::int64_t(marked[i]));
        QVERIFY(i == 0 || recording.marks[i - 1].timeUs <= recording.marks[i].timeUs);
    }
    QCOMPARE(recording.marks.back().kind, MarkKind::EmptyCache);
    QCOMPARE(recording.strings[recording.marks[0].name], std::string_view("here"));
}

void TestRecorder::marksOfOtherThreads()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    std::mutex allocatorLock;
    std::uint64_t pushed = 0;
    std::atomic<bool> isDone = false;
    std::thread allocating([&] {
        for (int i = 0; i < 100'000; ++i) {
            const std::lock_guard lock(allocatorLock);
            recorder->device().onEvent(numbered(pushed++));
        }
        isDone = true;
    });
    std::thread marking([&] {
        while (!isDone) {
            const std::lock_guard lock(allocatorLock);
            recorder->mark(MarkKind::Named, "counted", std::int64_t(pushed));
        }
        allocating.join();
        QVERIFY(recorder->finish().has_value());
    });
    const Recording recording = reader.readAll();
    marking.join();
    QVERIFY(!recording.marks.empty());
    for (const Mark& mark : recording.marks)
        QCOMPARE(mark.event, std::uint64_t(mark.value));
}

void TestRecorder::annotationsNest()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    recorder->endAnnotation(AnnotationKind::Step, "never begun");
    recorder->beginAnnotation(AnnotationKind::Step, "step 1");
    recorder->device().onEvent(numbered(0));
    recorder->beginAnnotation(AnnotationKind::Range, "same");
    recorder->beginAnnotation(AnnotationKind::Range, "same");
    recorder->device().onEvent(numbered(1));
    // An end in a later round of the writer than its beginning.
    QVERIFY(
        reader.readUntil([](TideDecoder& decoder) { return decoder.snapshot().annotations.size() == 3; }));
    recorder->endAnnotation(AnnotationKind::Range, "same");
    recorder->device().onEvent(numbered(2));
    recorder->endAnnotation(AnnotationKind::Step, "step 1");
    recorder->beginAnnotation(AnnotationKind::Phase, "short");
    recorder->endAnnotation(AnnotationKind::Phase, "short");
    QVERIFY(recorder->finish().has_value());
    const Recording recording = reader.readAll();
    QCOMPARE(recording.annotations.size(), std::size_t(4));
    const auto range = [&](std::size_t i) {
        return std::pair(recording.annotations[i].startEvent, recording.annotations[i].endEvent);
    };
    QCOMPARE(range(0), std::pair(std::uint64_t(0), std::uint64_t(3)));
    QCOMPARE(range(1), std::pair(std::uint64_t(1), UINT64_MAX)); // the outer of the same name is still open
    QCOMPARE(range(2), std::pair(std::uint64_t(1), std::uint64_t(2)));
    QCOMPARE(range(3), std::pair(std::uint64_t(3), std::uint64_t(3)));
    QCOMPARE(recording.annotations[1].endUs, Annotation::open);
    QVERIFY(recording.annotations[2].endUs >= recording.annotations[2].startUs);
    QCOMPARE(recording.annotations[3].kind, AnnotationKind::Phase);
    QCOMPARE(recording.strings[recording.annotations[0].name], std::string_view("step 1"));
}

void TestRecorder::statisticsAnswersAndStatuses()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    MemoryStats stats;
    stats.of(StatKind::ReservedBytes).current = 12345;
    recorder->device().onEvent(numbered(0));
    recorder->device().stats("after one", stats);
    recorder->status({RecorderState::Running, 1, 3, ""});
    recorder->answer({"empty_cache", true, "Returned 20 MiB.", {{"returned_bytes", 20971520}}});
    recorder->answer({"nonsense", false, "There is no such command.", {}});
    recorder->status({RecorderState::Failed, 2, 3, "It broke."});
    QVERIFY(recorder->finish().has_value());
    const Recording recording = reader.readAll();
    QCOMPARE(recording.devices.at(0).statistics.size(), std::size_t(1));
    const StatsSample& sample = recording.devices[0].statistics[0];
    QCOMPARE(sample.name, std::string("after one"));
    QCOMPARE(sample.event, std::uint64_t(1));
    QVERIFY(sample.values == stats.flattened());
    const std::vector<Answer> answers = reader.decoder().takeAnswers();
    QCOMPARE(answers.size(), std::size_t(2));
    QCOMPARE(answers[0].command, std::string("empty_cache"));
    QCOMPARE(answers[0].figure("returned_bytes"), std::int64_t(20971520));
    QCOMPARE(answers[0].figure("no such figure"), std::int64_t(0));
    QVERIFY(answers[0].ok && !answers[1].ok);
    QCOMPARE(answers[1].text, std::string("There is no such command."));
    QVERIFY(reader.decoder().takeAnswers().empty());
    const RecorderStatus status = reader.decoder().status();
    QCOMPARE(status.state, RecorderState::Failed);
    QCOMPARE(status.step, std::int64_t(2));
    QCOMPARE(status.steps, std::int64_t(3));
    QCOMPARE(status.text, std::string("It broke."));
}

void TestRecorder::aLiveReaderSeesEventsBeforeTheEnd()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    QVERIFY(reader.readUntil([](TideDecoder& decoder) { return !decoder.snapshot().devices.empty(); }));
    for (std::uint64_t number = 1; number <= 20; ++number) {
        recorder->device().onEvent(numbered(number));
        QVERIFY(reader.readUntil([number](TideDecoder& decoder) {
            return decoder.snapshot().devices[0].events.size() == number;
        }));
    }
    QVERIFY(!reader.decoder().ended());
    QVERIFY(reader.decoder().snapshot().complete);
    QVERIFY(recorder->finish().has_value());
    QVERIFY(reader.readAll().complete);
    QVERIFY(reader.decoder().ended());
}

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
