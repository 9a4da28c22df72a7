// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that a run gives away between two steps and takes back.
#include "tests/torch/recorder_process.h"
#include "tests/torch/recording_checks.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

const QStringList endlessMlp = {QStringLiteral("--workload"), QStringLiteral("mlp"),
    QStringLiteral("--steps"), QStringLiteral("0"), QStringLiteral("--set"), QStringLiteral("batch=16"),
    QStringLiteral("--set"), QStringLiteral("hidden=256")};

std::vector<std::string> markNames(const Recording& recording)
{
    std::vector<std::string> names;
    for (const Mark& mark : recording.marks) {
        if (mark.kind == MarkKind::Named)
            names.emplace_back(recording.strings[mark.name]);
    }
    return names;
}

} // namespace

class RecordCourtesyTest : public QObject {
    Q_OBJECT

private slots:
    void memoryGoesAndComesBack();
    void whilePausedInAStep();
    void whileAModelIsHeld();
    void beforeTheFirstStep();
    void stopWhileYielded();
    void theEndOfCommandsBringsItBack();
    void refusals();
};

void RecordCourtesyTest::memoryGoesAndComesBack()
{
    RecorderProcess process(endlessMlp);
    QVERIFY(process.waitUntil([&process] { return process.status().step >= 3; }));
    const auto yielded = process.ask("yield");
    QVERIFY(yielded && yielded->ok);
    QCOMPARE(yielded->command, std::string("yield"));
    QVERIFY(yielded->figure("moved_bytes") > 0);
    QVERIFY(yielded->figure("returned_bytes") >= yielded->figure("moved_bytes"));
    QCOMPARE(yielded->figure("allocated_bytes"), 0);
    QCOMPARE(yielded->figure("reserved_bytes"), 0);
    QVERIFY(process.waitForState(RecorderState::Paused));
    const std::int64_t halted = process.status().step;
    QCOMPARE(process.ask("stats")->figure("reserved_bytes"), 0);
    QVERIFY(process.ask("alloc 1MiB")->ok); // others may use it: this run's own commands
    QVERIFY(process.ask("free 1")->ok);
    QVERIFY(!process.ask("resume")->ok);
    QVERIFY(!process.ask("step")->ok);
    QVERIFY(!process.ask("yield")->ok);
    QTest::qWait(200);
    QCOMPARE(process.status().step, halted);

    const auto restored = process.ask("restore");
    QVERIFY(restored && restored->ok);
    QCOMPARE(restored->figure("moved_bytes"), yielded->figure("moved_bytes"));
    QVERIFY(restored->figure("allocated_bytes") > 0);
    QVERIFY(process.waitUntil([&process, halted] { return process.status().step >= halted + 3; }));
    QVERIFY(process.ask("stop")->ok);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(differenceFromOwnFigures(process.recording()), QString());
    const std::vector<std::string> names = markNames(process.recording());
    QCOMPARE(names.size(), std::size_t(2));
    QVERIFY(names[0].starts_with("yield ") && names[1].starts_with("restore "));
}

void RecordCourtesyTest::whilePausedInAStep()
{
    RecorderProcess process(endlessMlp);
    QVERIFY(process.waitUntil([&process] { return process.status().step >= 2; }));
    QVERIFY(process.ask("pause")->ok);
    QVERIFY(process.waitForState(RecorderState::Paused));
    const auto yielded = process.ask("yield"); // it runs to the end of its step
    QVERIFY(yielded && yielded->ok);
    QCOMPARE(yielded->figure("reserved_bytes"), 0);
    QVERIFY(process.ask("restore")->ok);
    // At rest between two steps, it gives at once.
    QVERIFY(process.ask("step")->ok);
    QVERIFY(process.waitForState(RecorderState::Paused));
    QTest::qWait(100);
    process.waitUntil([] { return true; });
    const std::int64_t halted = process.status().step;
    QVERIFY(process.ask("yield")->ok);
    QCOMPARE(process.status().step, halted);
}

void RecordCourtesyTest::whileAModelIsHeld()
{
    RecorderProcess process({QStringLiteral("--workload"), QStringLiteral("mlp"), QStringLiteral("--steps"),
        QStringLiteral("2"), QStringLiteral("--hold")});
    QVERIFY(process.waitForState(RecorderState::Holding));
    const auto yielded = process.ask("yield");
    QVERIFY(yielded && yielded->ok);
    QCOMPARE(yielded->figure("reserved_bytes"), 0);
    const auto restored = process.ask("restore");
    QVERIFY(restored && restored->ok);
    QCOMPARE(restored->figure("moved_bytes"), yielded->figure("moved_bytes"));
}

void RecordCourtesyTest::beforeTheFirstStep()
{
    RecorderProcess process(endlessMlp);
    process.send("yield");
    QVERIFY(process.waitUntil([&process] { return !process.answers().empty(); }));
    QVERIFY(process.answers().front().ok);
    QCOMPARE(process.answers().front().figure("reserved_bytes"), 0);
    QVERIFY(process.ask("restore")->ok);
    QVERIFY(process.waitUntil([&process] { return process.status().step >= 2; }));
}

void RecordCourtesyTest::stopWhileYielded()
{
    RecorderProcess process(endlessMlp);
    QVERIFY(process.waitUntil([&process] { return process.status().step >= 2; }));
    QVERIFY(process.ask("yield")->ok);
    QVERIFY(process.ask("stop")->ok);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(process.status().state, RecorderState::Finished);
    QCOMPARE(differenceFromOwnFigures(process.recording()), QString());
}

void RecordCourtesyTest::theEndOfCommandsBringsItBack()
{
    QStringList arguments = endlessMlp;
    arguments[arguments.indexOf(QStringLiteral("--steps")) + 1] = QStringLiteral("40");
    RecorderProcess process(arguments);
    QVERIFY(process.waitUntil([&process] { return process.status().step >= 2; }));
    QVERIFY(process.ask("yield")->ok);
    process.closeInput();
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(process.status().step, 40);
}

void RecordCourtesyTest::refusals()
{
    RecorderProcess process({QStringLiteral("--workload"), QStringLiteral("playground")});
    const auto yielded = process.ask("yield");
    QVERIFY(yielded && !yielded->ok);
    const auto restored = process.ask("restore");
    QVERIFY(restored && !restored->ok);
    const PlainRun run = runRecorder({QStringLiteral("--help")});
    QVERIFY(run.output.contains("yield ") && run.output.contains("restore "));
}

QTEST_GUILESS_MAIN(RecordCourtesyTest)
#include "tst_record_courtesy.moc"
