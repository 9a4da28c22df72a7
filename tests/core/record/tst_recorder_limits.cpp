// SPDX-License-Identifier: GPL-3.0-or-later
// Slow readers, readers that go away, and recorders that are killed.
#include "core/record/recorder.h"
#include "recorder_reader.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <atomic>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace tidemark;
using namespace tidemark::tests;

class TestRecorderLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSlowReaderLosesNothingBelowTheBound();
    void lossesAreCountedAndPlaced();
    void lossesAtTheEnd();
    void floodOfMarksIsBounded();
    void aReaderThatWentAway();
    void aFullDisk();
    void noUsefulDescriptor();
    void afterTheEndNothingHappens();
    void aKilledRecorderLeavesAReadableFile();
};

void TestRecorderLimits::aSlowReaderLosesNothingBelowTheBound()
{
    RecorderReader reader;
    constexpr std::uint64_t count = 200'000; // 8 MB of events, and a pipe takes 64 KB
    auto recorder = startRecorder(reader.writeEnd(), 16 * 1024 * 1024);
    for (std::uint64_t number = 0; number < count; ++number)
        recorder->device().onEvent(numbered(number));
    QThread::msleep(100);
    QCOMPARE(recorder->lostEvents(), std::uint64_t(0));
    std::thread finisher([&] { QVERIFY(recorder->finish().has_value()); });
    const Recording recording = reader.readAll();
    finisher.join();
    QCOMPARE(recording.devices.at(0).events.size(), std::size_t(count));
    for (std::uint64_t number = 0; number < count; ++number)
        QCOMPARE(recording.devices[0].events[number].size, number);
    QCOMPARE(recording.devices[0].history, History::Whole);
}

void TestRecorderLimits::lossesAreCountedAndPlaced()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd(), 512 * 1024);
    std::atomic<std::uint64_t> pushed = 0;
    const auto push = [&] { recorder->device().onEvent(numbered(pushed++)); };
    const auto events = [](TideDecoder& decoder) {
        const Recording recording = decoder.snapshot();
        return recording.devices.empty() ? 0 : recording.devices[0].events.size();
    };
    // Three times: nobody reads until something is lost, then the reader catches up.
    for (int round = 0; round < 3; ++round) {
        const std::uint64_t lostBefore = recorder->lostEvents();
        while (recorder->lostEvents() < lostBefore + 1000)
            push();
        const std::uint64_t kept = pushed - recorder->lostEvents();
        QVERIFY(reader.readUntil([&](TideDecoder& decoder) { return events(decoder) >= kept; }));
        push();
        recorder->mark(MarkKind::Named, "caught up", std::int64_t(pushed.load()));
    }
    std::thread finisher([&] { QVERIFY(recorder->finish().has_value()); });
    const Recording recording = reader.readAll();
    finisher.join();
    const Device& device = recording.devices.at(0);
    QCOMPARE(device.lostEvents, recorder->lostEvents());
    QCOMPARE(device.events.size() + device.lostEvents, std::size_t(pushed.load()));
    QCOMPARE(device.history, History::Partial);
    // Sizes are numbers: every jump in them is a loss that a mark tells, and nothing else is.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> jumps;
    std::uint64_t due = 0;
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        const std::uint64_t number = device.events[i].size;
        if (number != due)
            jumps.emplace_back(i, number - due);
        due = number + 1;
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
    for (std::size_t i = 0; i < recording.marks.size(); ++i) {
        const Mark& mark = recording.marks[i];
        if (mark.kind == MarkKind::EventsLost)
            told.emplace_back(mark.event, std::uint64_t(mark.value));
        QVERIFY(i == 0 || recording.marks[i - 1].event <= mark.event);
    }
    QCOMPARE(told, jumps);
    QVERIFY(told.size() >= 3);
}

void TestRecorderLimits::lossesAtTheEnd()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd(), 512 * 1024);
    std::uint64_t pushed = 0;
    while (recorder->lostEvents() < 1000)
        recorder->device().onEvent(numbered(pushed++));
    std::thread finisher([&] { QVERIFY(recorder->finish().has_value()); });
    const Recording recording = reader.readAll();
    finisher.join();
    const Device& device = recording.devices.at(0);
    QCOMPARE(device.events.size() + device.lostEvents, std::size_t(pushed));
    QCOMPARE(device.history, History::Partial);
    QCOMPARE(recording.marks.back().kind, MarkKind::EventsLost);
    QCOMPARE(recording.marks.back().event, std::uint64_t(device.events.size()));
}

void TestRecorderLimits::floodOfMarksIsBounded()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd(), 512 * 1024);
    constexpr std::size_t flood = 100'000;
    recorder->beginAnnotation(AnnotationKind::Step, "kept");
    for (std::size_t i = 0; i < flood; ++i)
        recorder->mark(MarkKind::Named, "flood", std::int64_t(i));
    recorder->beginAnnotation(AnnotationKind::Range, "dropped");
    recorder->endAnnotation(AnnotationKind::Range, "dropped");
    recorder->endAnnotation(AnnotationKind::Step, "kept");
    recorder->answer({"mark", true, "Never dropped.", {}});
    std::thread finisher([&] { QVERIFY(recorder->finish().has_value()); });
    const Recording recording = reader.readAll();
    finisher.join();
    QVERIFY(recording.marks.size() < flood);
    QVERIFY(!recording.warnings.empty());
    QCOMPARE(reader.decoder().takeAnswers().size(), std::size_t(1));
    QVERIFY(recording.annotations.at(0).endUs != Annotation::open);
}

void TestRecorderLimits::aReaderThatWentAway()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd());
    recorder->device().onEvent(numbered(0));
    reader.closeReadEnd();
    for (std::uint64_t number = 1; number < 100'000; ++number)
        recorder->device().onEvent(numbered(number));
    const auto finished = recorder->finish();
    QVERIFY(!finished.has_value());
    QVERIFY2(finished.error().message.find("its reader went away") != std::string::npos,
        finished.error().message.c_str());
    QVERIFY(recorder->lostEvents() > 0);
    QCOMPARE(recorder->finish().error().message, finished.error().message);
}

void TestRecorderLimits::aFullDisk()
{
    const int fd = open("/dev/full", O_WRONLY);
    QVERIFY(fd >= 0);
    auto recorder = startRecorder(fd);
    recorder->device().onEvent(numbered(0));
    const auto finished = recorder->finish();
    QVERIFY(!finished.has_value());
    QVERIFY(finished.error().message.find("the disk is full") != std::string::npos);
    close(fd);
}

void TestRecorderLimits::noUsefulDescriptor()
{
    QVERIFY(!Recorder::start(-1, RunDescription()).has_value());
    const int fd = open("/dev/null", O_RDONLY);
    const auto recorder = Recorder::start(fd, RunDescription());
    QVERIFY(!recorder.has_value());
    QVERIFY(recorder.error().message.find("reading only") != std::string::npos);
    close(fd);
}

void TestRecorderLimits::afterTheEndNothingHappens()
{
    RecorderReader reader;
    auto recorder = startRecorder(reader.writeEnd(), 512 * 1024);
    recorder->device().onEvent(numbered(0));
    QVERIFY(recorder->finish().has_value());
    for (std::uint64_t number = 1; number < 100'000; ++number)
        recorder->device().onEvent(numbered(number));
    recorder->mark(MarkKind::Named, "late");
    recorder->beginAnnotation(AnnotationKind::Step, "late");
    recorder->endAnnotation(AnnotationKind::Step, "late");
    recorder->answer({});
    QVERIFY(recorder->finish().has_value());
    QCOMPARE(recorder->lostEvents(), std::uint64_t(0));
    recorder.reset();
    reader.closeWriteEnd();
    const Recording recording = reader.readAll();
    QVERIFY(recording.complete && recording.warnings.empty() && recording.marks.empty());
    QCOMPARE(recording.devices.at(0).events.size(), std::size_t(1));
}

void TestRecorderLimits::aKilledRecorderLeavesAReadableFile()
{
    QTemporaryDir folder;
    for (int round = 0; round < 5; ++round) {
        const QString path = folder.filePath(QStringLiteral("killed.tide"));
        QFile::remove(path);
        QProcess recorder;
        recorder.start(QStringLiteral(RECORD_UNTIL_KILLED), {path});
        QVERIFY(recorder.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFile(path).size() > 100'000 * (round + 1), 10'000);
        recorder.kill(); // SIGKILL
        QVERIFY(recorder.waitForFinished(120'000));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        TideDecoder decoder;
        const auto fed = decoder.feed(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
        QVERIFY2(fed.has_value(), fed ? "" : fed.error().message.c_str());
        decoder.endOfInput();
        const Recording recording = decoder.snapshot();
        QVERIFY(!recording.complete && !decoder.ended());
        QCOMPARE(recording.warnings.size(), std::size_t(1));
        QCOMPARE(recording.producer, std::string("record_until_killed"));
        const EventColumns& events = recording.devices.at(0).events;
        QVERIFY(events.size() > 10'000);
        std::uint64_t due = 0;
        for (std::size_t i = 0; i < events.size(); ++i) {
            // What the buffer could not hold is a jump; nothing is out of order or twice.
            QVERIFY(events[i].size >= due);
            due = events[i].size + 1;
            QCOMPARE(
                stackOf(recording, events[i].context), std::string(events[i].size % 2 == 0 ? "even" : "odd"));
        }
    }
}

QTEST_GUILESS_MAIN(TestRecorderLimits)
#include "tst_recorder_limits.moc"
