// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <atomic>
#include <mutex>
#include <thread>

using namespace tidemark;
using namespace tidemark::tests;

class DeviceHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void stateAtAnyPosition_data();
    void stateAtAnyPosition();
    void growsInPieces();
    void beginsBeforeTheFirstEvent();
    void peaks();
    void copiesAreSnapshots();
    void readWhileItGrows();
    void stopsEarly();
    void privatePools();
    void poolOfAnAddressUsedTwice();
    void settings_data();
    void settings();
};

void DeviceHistoryTest::stateAtAnyPosition_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
        {"vary", "expandable_vary", "rand_streams", "wrapped", "outside/torch211_training"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// From checkpoints, against one straight replay.
void DeviceHistoryTest::stateAtAnyPosition()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    const Device& device = analyzed.recording.devices[0];
    const DeviceHistory& history = analyzed.histories[0];
    std::mt19937_64 random(testSeed());
    HeapState state(settingsOf(analyzed.recording), device.before ? &*device.before : nullptr);
    for (std::size_t position = 0; position <= device.events.size(); ++position) {
        QCOMPARE(history.valueAt(Curve::Reserved, position), state.level().reservedBytes);
        QCOMPARE(history.valueAt(Curve::Active, position), state.level().activeBytes);
        QCOMPARE(history.valueAt(Curve::Allocated, position), state.level().allocatedBytes);
        const bool isChosen =
            random() % 1000 == 0 || position == 0 || position % 8192 < 2 || position == device.events.size();
        if (isChosen) {
            QVERIFY(history.levelAt(device, position) == state.level());
            QCOMPARE(difference(history.segmentsAt(device, position), state.segments()), QString());
            QVERIFY(state.level() == recount(state.segments()));
        }
        if (position < device.events.size())
            state.apply(device.events[position], position);
    }
    QVERIFY(history.levelAt(device, SIZE_MAX) == state.level());
}

void DeviceHistoryTest::growsInPieces()
{
    const Recording recording = recordingOf(QStringLiteral("vary"));
    std::mt19937_64 random(testSeed());
    Device device = recording.devices[0];
    const EventColumns events = device.events;
    device.events = {};
    device.after.reset();
    DeviceHistory history;
    QVERIFY(history.advance(device));
    QCOMPARE(history.eventCount(), 0U);
    QCOMPARE(history.levelAt(device, 0).reservedBytes, 0);
    while (device.events.size() < events.size()) {
        const std::size_t end = std::min(events.size(), device.events.size() + random() % 5000);
        for (std::size_t i = device.events.size(); i < end; ++i)
            device.events.append(events[i]);
        while (!history.advance(device, 1 + random() % 2000)) { }
        QCOMPARE(history.eventCount(), end);
    }
    DeviceHistory whole;
    QVERIFY(whole.advance(recording.devices[0]));
    for (std::size_t position = 0; position <= events.size(); position += 997) {
        QVERIFY(history.levelAt(device, position) == whole.levelAt(device, position));
        QCOMPARE(
            difference(history.segmentsAt(device, position), whole.segmentsAt(device, position)), QString());
    }
}

void DeviceHistoryTest::beginsBeforeTheFirstEvent()
{
    TraceWriter trace;
    trace.segment(0x200000, 2 << 20).alloc(0x200000, 1000);
    const SegmentList list = trace.replay().segments();
    Device device;
    device.after = list;
    DeviceHistory history;
    history.advance(device);
    QVERIFY(history.levelAt(device, 0) == recount(list)); // segments only

    device.before = list;
    device.after.reset();
    TraceWriter more;
    more.free(0x200000, 1000);
    device.events = more.device().events;
    history.advance(device); // the first events: `before` counts now
    QCOMPARE(history.valueAt(Curve::Allocated, 0), 1024);
    QCOMPARE(history.valueAt(Curve::Allocated, 1), 0);
    QCOMPARE(history.valueAt(Curve::Active, 1), 1024);
    QCOMPARE(history.valueAt(Curve::Active, 2), 0);
    QCOMPARE(history.peak(Curve::Allocated).bytes, 1024);
    QCOMPARE(history.peak(Curve::Allocated).position, 0U);
    QCOMPARE(history.peak(Curve::Reserved).position, 0U); // as high ever since: the first counts
    QCOMPARE(history.contradictions(), 0U);
}

void DeviceHistoryTest::peaks()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("rand_streams")));
    const DeviceHistory& history = analyzed.histories[0];
    for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved}) {
        DeviceHistory::Peak wanted = {history.valueAt(curve, 0), 0};
        for (std::size_t position = 1; position <= history.eventCount(); ++position) {
            if (history.valueAt(curve, position) > wanted.bytes)
                wanted = {history.valueAt(curve, position), position};
        }
        QCOMPARE(history.peak(curve).bytes, wanted.bytes);
        QCOMPARE(history.peak(curve).position, wanted.position);
    }
    QCOMPARE(DeviceHistory().peak(Curve::Active).bytes, 0);
}

void DeviceHistoryTest::copiesAreSnapshots()
{
    const Recording recording = recordingOf(QStringLiteral("rand"));
    const Device& device = recording.devices[0];
    DeviceHistory history;
    history.advance(device, 4000);
    const DeviceHistory copy = history;
    const QString before = describe(copy.levelAt(device, 4000));
    history.advance(device);
    QCOMPARE(copy.eventCount(), 4000U);
    QCOMPARE(describe(copy.levelAt(device, 4000)), before);
    QCOMPARE(copy.curve(Curve::Reserved).size(), 4000U);
    QVERIFY(history.levelAt(device, 4000) == copy.levelAt(device, SIZE_MAX));
}

// As the live view does it: a worker follows the events and hands out copies, another thread reads them.
void DeviceHistoryTest::readWhileItGrows()
{
    const Recording recording = recordingOf(QStringLiteral("vary"));
    std::mutex mutex;
    std::shared_ptr<const AnalyzedRecording> published;
    std::atomic<bool> isDone = false;
    std::thread worker([&] {
        Recording growing;
        growing.devices.emplace_back();
        DeviceHistory history;
        const EventColumns& events = recording.devices[0].events;
        for (std::size_t i = 0; i < events.size(); ++i) {
            growing.devices[0].events.append(events[i]);
            if (i % 500 != 0)
                continue;
            history.advance(growing.devices[0]);
            auto copy = std::make_shared<const AnalyzedRecording>(AnalyzedRecording{growing, {history}});
            const std::lock_guard lock(mutex);
            published = std::move(copy);
        }
        isDone = true;
    });
    std::mt19937_64 random(testSeed());
    std::size_t reads = 0;
    QString problem;
    while (!isDone && problem.isEmpty()) {
        std::shared_ptr<const AnalyzedRecording> seen;
        {
            const std::lock_guard lock(mutex);
            seen = published;
        }
        if (!seen)
            continue;
        const Device& device = seen->recording.devices[0];
        const DeviceHistory& history = seen->histories[0];
        const std::size_t position = random() % (history.eventCount() + 1);
        const SegmentList list = history.segmentsAt(device, position);
        if (!(history.levelAt(device, position) == recount(list)) || history.peak(Curve::Active).bytes < 0)
            problem = QStringLiteral("position %1").arg(position);
        ++reads;
    }
    worker.join();
    QCOMPARE(problem, QString());
    QVERIFY(reads > 0);
}

void DeviceHistoryTest::stopsEarly()
{
    std::stop_source source;
    source.request_stop();
    Recording recording = recordingOf(QStringLiteral("vary"));
    const std::size_t events = recording.devices[0].events.size();
    const AnalyzedRecording analyzed = analyze(std::move(recording), source.get_token());
    QCOMPARE(analyzed.histories.size(), 1U);
    QVERIFY(analyzed.histories[0].eventCount() <= events);
}

// The trace does not say which segments belong to a private pool; the segments at its end do.
void DeviceHistoryTest::privatePools()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("graphs")));
    const Device& device = analyzed.recording.devices[0];
    const SegmentList half = analyzed.histories[0].segmentsAt(device, 30);
    const auto isPrivate = [](const SegmentInfo& segment) { return segment.pool != 0; };
    QCOMPARE(std::count_if(half.segments.begin(), half.segments.end(), isPrivate), 2);
    QCOMPARE(device.pools.at(1).first, 1U);
}

// An address may have been in the default pool before.
void DeviceHistoryTest::poolOfAnAddressUsedTwice()
{
    TraceWriter trace;
    trace.segment(0x200000, 2 << 20).add(Action::SegmentFree, 0x200000, 2 << 20).segment(0x200000, 2 << 20);
    Device device = trace.device();
    device.pools.push_back({1, 0});
    device.after = trace.replay().segments();
    device.after->segments[0].pool = 1;
    DeviceHistory history;
    history.advance(device);
    QCOMPARE(history.segmentsAt(device, 1).segments.at(0).pool, 0);
    QCOMPARE(history.segmentsAt(device, 3).segments.at(0).pool, 1);
}

void DeviceHistoryTest::settings_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<quint64>("maxSplit");
    QTest::addColumn<quint64>("divisions");
    QTest::addColumn<bool>("expandable");
    const quint64 unlimited = AllocatorSettings::unlimited;
    QTest::newRow("plain") << "rand" << unlimited << quint64(0) << false;
    QTest::newRow("roundup") << "roundup" << unlimited << quint64(8) << false;
    QTest::newRow("expandable") << "expandable" << unlimited << quint64(0) << true;
    QTest::newRow("split_gc") << "split_gc" << quint64(64 << 20) << quint64(0) << false;
    QTest::newRow("torch 2.0, none") << "outside/torch20_history" << unlimited << quint64(0) << false;
}

// From the list alone as well as from the settings text alone.
void DeviceHistoryTest::settings()
{
    QFETCH(QString, name);
    QFETCH(quint64, maxSplit);
    QFETCH(quint64, divisions);
    QFETCH(bool, expandable);
    const Recording recording = recordingOf(name);
    Recording listOnly = recording;
    listOnly.allocatorConf.clear();
    Recording textOnly = recording;
    textOnly.settings.clear();
    for (const Recording* variant :
        {&recording, static_cast<const Recording*>(&listOnly), static_cast<const Recording*>(&textOnly)}) {
        const AllocatorSettings settings = settingsOf(*variant);
        QCOMPARE(settings.maxSplitSize, maxSplit);
        QCOMPARE(settings.expandableSegments, expandable);
        QCOMPARE(settings.garbageCollectionThreshold, name == QStringLiteral("split_gc") ? 0.6 : 0.0);
        for (const std::uint64_t interval : settings.roundupPower2Divisions)
            QCOMPARE(interval, divisions);
    }
}

QTEST_GUILESS_MAIN(DeviceHistoryTest)
#include "tst_device_history.moc"
