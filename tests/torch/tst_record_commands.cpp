// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/recorder_process.h"
#include "tests/torch/recording_checks.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::int64_t mebi = 1024 * 1024;

const QStringList playground = {QStringLiteral("--workload"), QStringLiteral("playground")};
const QStringList endlessMlp = {QStringLiteral("--workload"), QStringLiteral("mlp"),
    QStringLiteral("--steps"), QStringLiteral("0"), QStringLiteral("--set"), QStringLiteral("batch=16")};

std::vector<MarkKind> markKinds(const Recording& recording)
{
    std::vector<MarkKind> kinds;
    for (const Mark& mark : recording.marks)
        kinds.push_back(mark.kind);
    return kinds;
}

} // namespace

class RecordCommandsTest : public QObject {
    Q_OBJECT

private slots:
    void storyOfOneTensor();
    void residentSetFollowsReserved();
    void allocThatDoesNotFit();
    void unknownLinesAreAnswered_data();
    void unknownLinesAreAnswered();
    void marksAndPeaks();
    void helpNamesEveryCommand();
    void pauseStepResume();
    void emptyCacheInTheMiddleOfAStep();
    void stopWhilePaused();
    void commandsOfAFileAreAnsweredAsText();
    void nothingToPauseInThePlayground();
};

// A tensor of a thousand times a thousand floats, freed, and the cache emptied.
void RecordCommandsTest::storyOfOneTensor()
{
    RecorderProcess process(playground);
    const auto made = process.ask("alloc 4000000");
    QVERIFY(made && made->ok);
    QCOMPARE(made->figure("allocated_bytes"), 4'000'256);
    QCOMPARE(made->figure("reserved_bytes"), 20'971'520);
    const auto freed = process.ask("free " + QByteArray::number(qlonglong(made->figure("id"))));
    QVERIFY(freed && freed->ok);
    QCOMPARE(freed->figure("allocated_bytes"), 0);
    QCOMPARE(freed->figure("reserved_bytes"), 20'971'520);
    const auto emptied = process.ask("empty_cache");
    QVERIFY(emptied && emptied->ok);
    QCOMPARE(emptied->figure("returned_bytes"), 20'971'520);
    QCOMPARE(emptied->figure("returned_segments"), 1);
    const auto stats = process.ask("stats");
    QVERIFY(stats && stats->ok);
    QCOMPARE(stats->figure("allocated_bytes"), 0);
    QCOMPARE(stats->figure("reserved_bytes"), 0);
    QCOMPARE(stats->figure("reserved_bytes.all.peak"), 20'971'520);

    process.closeInput(); // nothing more can happen: the playground ends
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    const Recording recording = process.recording();
    QCOMPARE(differenceFromOwnFigures(recording), QString());
    const EventColumns& events = recording.devices.front().events;
    std::vector<Action> actions;
    for (std::size_t i = 0; i < events.size(); ++i)
        actions.push_back(events.action()[i]);
    const std::vector<Action> expected = {Action::SegmentAlloc, Action::Alloc, Action::FreeRequested,
        Action::FreeCompleted, Action::SegmentFree};
    QCOMPARE(actions, expected);
    QCOMPARE(stackOf(recording, 1), std::vector<std::string_view>{"alloc"});
    QCOMPARE(recording.marks.size(), std::size_t(1));
    QCOMPARE(recording.marks.front().kind, MarkKind::EmptyCache);
    QCOMPARE(recording.marks.front().value, 20'971'520);
}

void RecordCommandsTest::residentSetFollowsReserved()
{
    RecorderProcess process(playground);
    QVERIFY(process.ask("stats"));
    const std::int64_t before = process.residentBytes();
    QVERIFY(process.ask("alloc 64MiB")->ok);
    const std::int64_t withTensor = process.residentBytes();
    QVERIFY(process.ask("free 1")->ok);
    const std::int64_t cached = process.residentBytes();
    QVERIFY(process.ask("empty_cache")->ok);
    const std::int64_t emptied = process.residentBytes();
    QVERIFY(withTensor - before >= 60 * mebi);
    QVERIFY(cached - before >= 60 * mebi); // a free alone gives nothing back
    QVERIFY(emptied - before <= 4 * mebi);
}

void RecordCommandsTest::allocThatDoesNotFit()
{
    RecorderProcess process(playground + QStringList{"--limit", "32MiB"});
    const auto refused = process.ask("alloc 64MiB");
    QVERIFY(refused && !refused->ok);
    QVERIFY(refused->text.find("Tried to allocate 64.00 MiB") != std::string::npos);
    const auto made = process.ask("alloc 16MiB"); // and it goes on
    QVERIFY(made && made->ok);
    const auto unknown = process.ask("free 99");
    QVERIFY(unknown && !unknown->ok);
    process.closeInput();
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(sampledValue(process.recording(), "end", "num_ooms"), 1);
    QCOMPARE(differenceFromOwnFigures(process.recording()), QString());
}

void RecordCommandsTest::unknownLinesAreAnswered_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("unknown") << QByteArray("defragment");
    QTest::newRow("no size") << QByteArray("alloc");
    QTest::newRow("no number") << QByteArray("free everything");
    QTest::newRow("too much") << QByteArray("pause now");
    QTest::newRow("not text") << QByteArray("\xff\xfe\x01");
    QTest::newRow("long") << QByteArray(100'000, 'x');
}

void RecordCommandsTest::unknownLinesAreAnswered()
{
    QFETCH(const QByteArray, line);
    RecorderProcess process(playground);
    const auto answer = process.ask(line);
    QVERIFY(answer && !answer->ok && !answer->text.empty());
    QVERIFY(process.ask("stats")->ok);
    QCOMPARE(process.decodingError(), QString());
}

void RecordCommandsTest::marksAndPeaks()
{
    RecorderProcess process(playground);
    QVERIFY(process.ask("alloc 64MiB")->ok);
    QVERIFY(process.ask("free 1")->ok);
    QCOMPARE(process.ask("stats")->figure("allocated_bytes.all.peak"), 64 * mebi);
    QVERIFY(process.ask("reset_peak")->ok);
    QCOMPARE(process.ask("stats")->figure("allocated_bytes.all.peak"), 0);
    QVERIFY(process.ask("mark before lunch")->ok);
    const Recording recording = process.recording();
    const std::vector<MarkKind> expected = {MarkKind::ResetPeak, MarkKind::Named};
    QCOMPARE(markKinds(recording), expected);
    QCOMPARE(recording.strings[recording.marks.back().name], std::string_view("before lunch"));
}

void RecordCommandsTest::helpNamesEveryCommand()
{
    RecorderProcess process(playground);
    const auto answer = process.ask("help");
    QVERIFY(answer && answer->ok);
    for (const char* word : {"empty_cache", "pause", "resume", "step", "mark", "reset_peak", "alloc", "free",
             "stats", "stop", "help"})
        QVERIFY2(answer->text.find(word) != std::string::npos, word);
}

void RecordCommandsTest::pauseStepResume()
{
    RecorderProcess process(endlessMlp);
    QVERIFY(process.waitForState(RecorderState::Running));
    QVERIFY(process.ask("pause")->ok);
    QVERIFY(process.waitForState(RecorderState::Paused));
    const std::int64_t halted = process.status().step;
    const std::size_t events = process.recording().devices.front().events.size();
    QVERIFY(process.ask("stats")->ok);
    QVERIFY(process.ask("alloc 1MiB")->ok); // works while the workload stands still
    QTest::qWait(300);
    process.waitUntil([] { return true; });
    QCOMPARE(process.status().state, RecorderState::Paused);
    QCOMPARE(process.status().step, halted);
    QVERIFY(process.recording().devices.front().events.size() <= events + 2);

    for (int i = 1; i <= 2; ++i) {
        QVERIFY(process.ask("step")->ok);
        QVERIFY(process.waitUntil([&process, halted, i] {
            return process.status().state == RecorderState::Paused && process.status().step == halted + i;
        }));
    }
    QVERIFY(process.ask("resume")->ok);
    QVERIFY(process.waitUntil([&process, halted] { return process.status().step >= halted + 4; }));
    QCOMPARE(process.status().state, RecorderState::Running);
    QVERIFY(process.ask("stop")->ok);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(process.status().state, RecorderState::Finished);
    const std::vector<MarkKind> expected = {MarkKind::Paused, MarkKind::Resumed, MarkKind::Paused,
        MarkKind::Resumed, MarkKind::Paused, MarkKind::Resumed};
    QCOMPARE(markKinds(process.recording()), expected);
    QCOMPARE(differenceFromOwnFigures(process.recording()), QString());
}

void RecordCommandsTest::emptyCacheInTheMiddleOfAStep()
{
    RecorderProcess process(endlessMlp);
    QVERIFY(process.waitUntil([&process] { return process.status().step >= 2; }));
    // In steps of their own: on a busy machine all of them could be answered between two.
    for (int i = 0; i < 20; ++i) {
        const std::int64_t before = process.status().step;
        QVERIFY(process.ask("empty_cache")->ok);
        QVERIFY(process.waitUntil([&process, before] { return process.status().step > before; }));
    }
    process.send("stop");
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    const Recording recording = process.recording();
    QCOMPARE(differenceFromOwnFigures(recording), QString());
    int inside = 0; // marks that lie within a step's events
    for (const Mark& mark : recording.marks) {
        for (const Annotation& annotation : recording.annotations) {
            const bool isWithin = annotation.startEvent < mark.event && mark.event < annotation.endEvent;
            inside +=
                mark.kind == MarkKind::EmptyCache && annotation.kind == AnnotationKind::Step && isWithin;
        }
    }
    QVERIFY(inside > 0);
}

void RecordCommandsTest::stopWhilePaused()
{
    RecorderProcess process(endlessMlp);
    QVERIFY(process.waitUntil([&process] { return process.status().step >= 1; }));
    process.send("pause");
    QVERIFY(process.waitForState(RecorderState::Paused));
    QVERIFY(process.ask("stop")->ok);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QVERIFY(process.ended());
    QCOMPARE(process.status().state, RecorderState::Finished);
    QCOMPARE(differenceFromOwnFigures(process.recording()), QString());
}

void RecordCommandsTest::commandsOfAFileAreAnsweredAsText()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("run.tide");
    const PlainRun run =
        runRecorder(playground + QStringList{"-o", file}, "alloc 4000000\nnonsense\nstats"); // no line end
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.output, QByteArray());
    QVERIFY(run.errors.contains("Tensor 1 holds"));
    QVERIFY(run.errors.contains("There is no command 'nonsense'"));
    QVERIFY(run.errors.contains("20,971,520 B"));
}

void RecordCommandsTest::nothingToPauseInThePlayground()
{
    RecorderProcess process(playground);
    QVERIFY(process.waitForState(RecorderState::Running));
    QVERIFY(!process.ask("pause")->ok);
    QCOMPARE(process.status().state, RecorderState::Running);
}

QTEST_GUILESS_MAIN(RecordCommandsTest)
#include "tst_record_commands.moc"
