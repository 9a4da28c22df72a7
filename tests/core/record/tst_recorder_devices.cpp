// SPDX-License-Identifier: GPL-3.0-or-later
// One recorder, several devices: each tells its own story, and what concerns the run is told of every one.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/replay/figures_check.h"
#include "core/base/bytes.h"
#include "core/files/open_recording.h"
#include "recorder_reader.h"
#include "tests/core/allocator/random_program.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::unique_ptr<Recorder> startOn(
    int fd, std::size_t devices, std::size_t bufferBytes = 64 * mebibyte, const char* conf = "")
{
    RunDescription run;
    run.allocatorConf = conf;
    run.devices.clear();
    for (std::size_t device = 0; device < devices; ++device)
        run.devices.push_back({static_cast<int>(device), "device " + std::to_string(device), 1000 + device});
    return Recorder::start(fd, run, bufferBytes).value();
}

// What an allocator said of itself, and after how many of its events.
struct Figures {
    std::uint64_t event = 0;
    std::int64_t allocated = 0;
    std::int64_t active = 0;
    std::int64_t reserved = 0;
};

// A device that only has numbers, and a random program on it.
class SimulatedDevice {
public:
    SimulatedDevice(DeviceRecorder& recorder, const char* conf, unsigned seed)
        : m_recorder(recorder)
        , m_allocator(m_memory, AllocatorSettings::parse(conf).value(), &recorder)
        , m_program(m_allocator,
              {2 * gibibyte, &m_memory, {AllocatorSettings::parse(conf).value()}, false, false, seed})
    { }

    void step()
    {
        m_program.step();
        const MemoryStats stats = m_allocator.stats();
        m_figures.push_back({m_recorder.eventCount(), stats.of(StatKind::AllocatedBytes).current,
            stats.of(StatKind::ActiveBytes).current, stats.of(StatKind::ReservedBytes).current});
        if (m_figures.size() % 100 == 0)
            m_recorder.stats("sample", stats);
    }
    void end() { m_recorder.finalState(m_allocator.snapshot()); }

    const std::vector<Figures>& figures() const { return m_figures; }

private:
    DeviceRecorder& m_recorder;
    SimulatedMemory m_memory{4 * gibibyte, SimulatedMemory::Streams::ByHand};
    CachingAllocator m_allocator;
    RandomProgram m_program;
    std::vector<Figures> m_figures;
};

} // namespace

class TestRecorderDevices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyDeviceIsDescribed();
    void eventsStayWithTheirDevice();
    void marksOfTheRunStandAtEachDevicesEvent();
    void marksOfADeviceAreItsOwn();
    void annotationsOfTheRunAndOfADevice();
    void driverSamplesHaveTimeAndEvent();
    void labelsStandBetweenEvents();
    void lossesBelongToTheirDevice();
    void tooManyDevicesAreRefused();
    void curvesAreTheAllocatorsOwn_data();
    void curvesAreTheAllocatorsOwn();
};

void TestRecorderDevices::everyDeviceIsDescribed()
{
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), 3);
    QCOMPARE(recorder->deviceCount(), std::size_t(3));
    QVERIFY(recorder->finish());
    const Recording recording = reader.readAll();
    QCOMPARE(recording.devices.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(recording.devices[i].ordinal, int(i));
        QCOMPARE(recording.devices[i].name, "device " + std::to_string(i));
        QCOMPARE(recording.devices[i].capacity, 1000 + i);
        QCOMPARE(recording.devices[i].history, History::Whole);
    }
}

// Threads of all devices at once; the sizes tell the events apart.
void TestRecorderDevices::eventsStayWithTheirDevice()
{
    constexpr std::size_t devices = 3;
    constexpr std::uint64_t count = 30'000;
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), devices);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < devices; ++i)
        threads.emplace_back([&, i] {
            const ContextScope scope(*recorder, FrameKind::Scope, "thread " + std::to_string(i));
            for (std::uint64_t number = 0; number < count; ++number)
                recorder->device(i).onEvent(
                    {Action::Alloc, number, number * devices + i, 10 * i + number % 2});
        });
    std::thread finisher([&] {
        for (std::thread& thread : threads)
            thread.join();
        QVERIFY(recorder->finish());
    });
    const Recording recording = reader.readAll();
    finisher.join();
    for (std::size_t i = 0; i < devices; ++i) {
        const Device& device = recording.devices.at(i);
        QCOMPARE(device.events.size(), std::size_t(count));
        for (std::uint64_t number = 0; number < count; ++number) {
            const Event event = device.events[number];
            QCOMPARE(event.size, number * devices + i);
            QCOMPARE(device.streams.at(event.stream), 10 * i + number % 2);
            QCOMPARE(stackOf(recording, event.context), "thread " + std::to_string(i));
        }
    }
    QCOMPARE(recorder->lostEvents(), std::uint64_t(0));
}

void TestRecorderDevices::marksOfTheRunStandAtEachDevicesEvent()
{
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), 2);
    for (int i = 0; i < 3; ++i)
        recorder->device(0).onEvent(numbered(0));
    recorder->device(1).onEvent(numbered(0));
    recorder->mark(MarkKind::Named, "here", 5);
    recorder->device(1).onEvent(numbered(1));
    recorder->mark(MarkKind::Paused, "");
    QVERIFY(recorder->finish());
    const std::vector<Mark> marks = reader.readAll().marks;
    QCOMPARE(marks.size(), std::size_t(4));
    constexpr std::array<std::uint64_t, 4> events = {3, 1, 3, 2};
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(marks[i].device, std::uint16_t(i % 2));
        QCOMPARE(marks[i].event, events[i]);
        QCOMPARE(marks[i].timeUs, marks[i / 2 * 2].timeUs);
        QCOMPARE(marks[i].kind, i < 2 ? MarkKind::Named : MarkKind::Paused);
        QCOMPARE(marks[i].value, std::int64_t(i < 2 ? 5 : 0));
    }
}

void TestRecorderDevices::marksOfADeviceAreItsOwn()
{
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), 2);
    recorder->device(1).onEvent(numbered(0));
    recorder->device(1).mark(MarkKind::EmptyCache, "", 20);
    recorder->device(0).mark(MarkKind::ResetPeak, "");
    QVERIFY(recorder->finish());
    const std::vector<Mark> marks = reader.readAll().marks;
    QCOMPARE(marks.size(), std::size_t(2));
    QCOMPARE(marks[0].device, std::uint16_t(1));
    QCOMPARE(marks[0].event, std::uint64_t(1));
    QCOMPARE(marks[0].value, std::int64_t(20));
    QCOMPARE(marks[1].device, std::uint16_t(0));
    QCOMPARE(marks[1].event, std::uint64_t(0));
}

void TestRecorderDevices::annotationsOfTheRunAndOfADevice()
{
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), 2);
    recorder->device(1).beginAnnotation(AnnotationKind::Step, "step");
    recorder->device(0).onEvent(numbered(0));
    recorder->beginAnnotation(AnnotationKind::Step, "step");
    recorder->device(1).onEvent(numbered(0));
    recorder->device(0).endAnnotation(AnnotationKind::Step, "step"); // never begun there
    recorder->device(1).endAnnotation(AnnotationKind::Step, "step");
    recorder->device(1).onEvent(numbered(1));
    recorder->endAnnotation(AnnotationKind::Step, "step");
    QVERIFY(recorder->finish());
    const std::vector<Annotation> all = reader.readAll().annotations;
    const auto told = [&](std::size_t i) {
        return std::tuple(int(all.at(i).device), int(all[i].startEvent), int(all[i].endEvent));
    };
    QCOMPARE(all.size(), std::size_t(3));
    QCOMPARE(told(0), std::tuple(1, 0, 1));
    QCOMPARE(told(1), std::tuple(0, 1, 1));
    QCOMPARE(told(2), std::tuple(1, 0, 2));
    QCOMPARE(all[1].startUs, all[2].startUs);
    QCOMPARE(all[1].endUs, all[2].endUs);
}

void TestRecorderDevices::driverSamplesHaveTimeAndEvent()
{
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), 2);
    DriverSample sample;
    sample.used = 123;
    recorder->mark(MarkKind::Named, "before");
    recorder->device(1).driver(sample);
    recorder->device(1).onEvent(numbered(0));
    sample.used = 456;
    recorder->device(1).driver(sample);
    recorder->mark(MarkKind::Named, "after");
    QVERIFY(recorder->finish());
    const Recording recording = reader.readAll();
    QCOMPARE(recording.devices.at(0).driver.size(), std::size_t(0));
    const Column<DriverSample>& samples = recording.devices.at(1).driver;
    QCOMPARE(samples.size(), std::size_t(2));
    QCOMPARE(samples[0].used, std::int64_t(123));
    QCOMPARE(samples[0].event, std::uint64_t(0));
    QCOMPARE(samples[1].used, std::int64_t(456));
    QCOMPARE(samples[1].event, std::uint64_t(1));
    QVERIFY(recording.marks.front().timeUs <= samples[0].timeUs && samples[0].timeUs <= samples[1].timeUs);
    QVERIFY(samples[1].timeUs <= recording.marks.back().timeUs);
}

void TestRecorderDevices::labelsStandBetweenEvents()
{
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), 2);
    DeviceRecorder::Tensor tensor;
    tensor.address = 4096;
    tensor.bytes = 400;
    tensor.name = "layers.0.weight";
    tensor.shape = "[10, 10]";
    tensor.category = MemoryCategory::Parameter;
    tensor.dataType = DataType::Float32;
    recorder->device(1).tensor(tensor);
    recorder->device(1).onEvent(numbered(0));
    tensor.operation = "aten::linear";
    recorder->device(1).tensor(tensor);
    QVERIFY(recorder->finish());
    const Recording recording = reader.readAll();
    QCOMPARE(recording.devices.at(0).tensors.size(), std::size_t(0));
    const Column<TensorLabel>& labels = recording.devices.at(1).tensors;
    QCOMPARE(labels.size(), std::size_t(2));
    const TensorLabel first = {
        0, 4096, 400, labels[0].name, labels[0].shape, {}, MemoryCategory::Parameter, DataType::Float32};
    QVERIFY(labels[0] == first);
    QCOMPARE(recording.strings[labels[0].name], std::string_view("layers.0.weight"));
    QCOMPARE(recording.strings[labels[0].shape], std::string_view("[10, 10]"));
    QCOMPARE(labels[1].event, std::uint64_t(1));
    QCOMPARE(labels[1].name, labels[0].name);
    QCOMPARE(recording.strings[labels[1].operation], std::string_view("aten::linear"));
}

// Nobody reads until one device has lost events; the other one keeps its few.
void TestRecorderDevices::lossesBelongToTheirDevice()
{
    RecorderReader reader;
    const auto recorder = startOn(reader.writeEnd(), 2, mebibyte);
    std::uint64_t pushed = 0;
    recorder->device(0).onEvent(numbered(0));
    while (recorder->device(1).lostEvents() < 1000)
        recorder->device(1).onEvent(numbered(pushed++));
    recorder->device(0).finalState({});
    recorder->device(1).finalState({});
    recorder->mark(MarkKind::Named, "the end");
    std::thread finisher([&] { QVERIFY(recorder->finish()); });
    const Recording recording = reader.readAll();
    finisher.join();
    const Device& whole = recording.devices.at(0);
    const Device& partial = recording.devices.at(1);
    QCOMPARE(whole.lostEvents, std::uint64_t(0));
    QCOMPARE(whole.history, History::Whole);
    QCOMPARE(whole.events.size(), std::size_t(1));
    QVERIFY(whole.after.has_value());
    QCOMPARE(partial.history, History::Partial);
    QCOMPARE(partial.events.size() + partial.lostEvents, std::size_t(pushed));
    QVERIFY(!partial.after.has_value());
    QCOMPARE(recorder->lostEvents(), partial.lostEvents);
    QCOMPARE(recording.marks.back().kind, MarkKind::EventsLost);
    QCOMPARE(recording.marks.back().device, std::uint16_t(1));
}

void TestRecorderDevices::tooManyDevicesAreRefused()
{
    RecorderReader reader;
    RunDescription run;
    for (const std::size_t count : {0u, 129u}) {
        run.devices.assign(count, {});
        const auto recorder = Recorder::start(reader.writeEnd(), run);
        QVERIFY(!recorder);
        QVERIFY(recorder.error().message.find("1 to 128") != std::string::npos);
    }
}

void TestRecorderDevices::curvesAreTheAllocatorsOwn_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::newRow("equal settings") << QByteArray() << QByteArray();
    QTest::newRow("one expandable") << QByteArray() << QByteArray("expandable_segments:True");
    QTest::newRow("both expandable") << QByteArray("expandable_segments:True")
                                     << QByteArray("expandable_segments:True");
    QTest::newRow("both split less") << QByteArray("max_split_size_mb:32")
                                     << QByteArray("max_split_size_mb:32");
    QTest::newRow("both round up") << QByteArray("roundup_power2_divisions:4")
                                   << QByteArray("roundup_power2_divisions:4");
}

// Each device's curves, at every step of its program, are what its allocator said at that step.
void TestRecorderDevices::curvesAreTheAllocatorsOwn()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    qInfo("TIDEMARK_SEED=%u", randomSeed());
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("two.tide")).toStdString();
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    // How sizes are rounded and split is what replay must know: a run has one setting for all devices.
    const auto recorder = startOn(fd, 2, 64 * mebibyte, first == second ? first.constData() : "");
    SimulatedDevice one(recorder->device(0), first.constData(), randomSeed());
    SimulatedDevice two(recorder->device(1), second.constData(), randomSeed() + 1);
    const auto work = [](SimulatedDevice& device) {
        for (int i = 0; i < 8000; ++i)
            device.step();
        device.end();
    };
    std::thread other([&] { work(two); });
    work(one);
    other.join();
    QVERIFY(recorder->finish());
    close(fd);

    const AnalyzedRecording analyzed = analyze(openRecording(path).value());
    const std::array devices = {&one, &two};
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const DeviceHistory& history = analyzed.histories.at(i);
        for (const Figures& figures : devices[i]->figures()) {
            const auto position = static_cast<std::size_t>(figures.event);
            QCOMPARE(history.valueAt(Curve::Allocated, position), figures.allocated);
            QCOMPARE(history.valueAt(Curve::Active, position), figures.active);
            QCOMPARE(history.valueAt(Curve::Reserved, position), figures.reserved);
        }
        const FiguresCheck check = checkFigures(analyzed.recording.devices[i], history);
        QVERIFY(check.isEqual());
        QCOMPARE(check.samples, std::size_t(80));
        QVERIFY(check.hasFinalState);
        QVERIFY(devices[i]->figures().back().event > 5000);
    }
}

QTEST_GUILESS_MAIN(TestRecorderDevices)
#include "tst_recorder_devices.moc"
