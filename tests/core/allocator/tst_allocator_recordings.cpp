// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "core/files/open_recording.h"
#include "tests/core/allocator/event_log.h"
#include "tests/support/test_data.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <boost/unordered/unordered_flat_map.hpp>
#include <optional>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t deviceTotal = 150109880320; // of the GPU that the recordings were made on

struct RecordedEvent {
    AllocatorEvent event;
    std::size_t partner = 0; // free_requested: where its free_completed is
};

std::vector<RecordedEvent> recordedEvents(const QString& name)
{
    const auto recording = openRecording(testDataFile(name + QStringLiteral(".pickle")).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    std::vector<RecordedEvent> events;
    boost::unordered_flat_map<std::uint64_t, std::size_t> pending;
    const Device& device = recording->devices.front();
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        const Event event = device.events[i];
        events.push_back({{event.action, event.address, event.size, device.streams[event.stream]}});
        if (event.action == Action::FreeRequested)
            pending[event.address] = i;
        else if (event.action == Action::FreeCompleted)
            events[pending.at(event.address)].partner = i;
    }
    return events;
}

QJsonArray recordedMarks(const QString& name)
{
    const QByteArray truth = testData(name + QStringLiteral(".truth.json"));
    return QJsonDocument::fromJson(truth).object().value(QStringLiteral("marks")).toArray();
}

// Runs the program of a recording again: its allocations, frees and calls of empty_cache, as far as the
// events tell them. What the allocator does by itself must be what PyTorch's did.
class Rerun {
public:
    Rerun(const QString& name, const AllocatorSettings& settings, std::uint64_t limit, bool comparesPeaks)
        : m_comparesPeaks(comparesPeaks)
        , m_events(recordedEvents(name))
        , m_marks(recordedMarks(name))
        , m_allocator(m_memory, settings, &m_log)
    {
        m_allocator.setMemoryLimit(limit);
        for (const RecordedEvent& recorded : m_events)
            if (recorded.event.action == Action::SegmentAlloc)
                m_memory.setNextAddress(recorded.event.address);
    }

    QString run()
    {
        while (m_at < m_events.size()) {
            if (m_events[m_at].event.action == Action::Snapshot) {
                if (const QString fault = compareStatistics(); !fault.isEmpty())
                    return fault;
                ++m_at;
                continue;
            }
            callAllocator();
            if (const QString fault = compareEvents(); !fault.isEmpty())
                return fault;
        }
        return {};
    }

    std::size_t comparedFigures() const { return m_comparedFigures; }

private:
    void callAllocator()
    {
        const AllocatorEvent& event = m_events[m_at].event;
        if (event.action == Action::FreeRequested)
            return free(event.address, m_events[m_at].partner);
        if (isRelease(event.action) && isEmptyCache()) {
            m_allocator.emptyCache();
            return;
        }
        // Everything else comes from the next allocation; late frees before it are found done by it.
        std::size_t next = m_at;
        std::optional<std::uint64_t> firstMap;
        while (m_events[next].event.action != Action::Alloc && m_events[next].event.action != Action::Oom) {
            if (m_events[next].event.action == Action::FreeCompleted)
                m_memory.finish(streamOfItsOwn(next));
            if (m_events[next].event.action == Action::SegmentMap && !firstMap)
                firstMap = m_events[next].event.address;
            ++next;
        }
        if (firstMap)
            m_memory.setNextReservation(*firstMap);
        const AllocatorEvent& wanted = m_events[next].event;
        (void)m_allocator.allocate(wanted.size, wanted.stream);
    }

    // A free that completed late waited for a stream; which one is not told, so it gets one of its own.
    void free(std::uint64_t address, std::size_t completed)
    {
        if (completed != m_at + 1)
            m_allocator.recordStream(address, streamOfItsOwn(completed));
        m_allocator.free(address);
    }
    static bool isRelease(Action action)
    {
        return action == Action::SegmentFree || action == Action::SegmentUnmap;
    }
    static StreamHandle streamOfItsOwn(std::size_t completed) { return completed + 1; }

    // Segments also go when memory is short, just before a new one comes. Where both could be meant, the
    // allocator's own count of emptied caches tells.
    bool isEmptyCache() const
    {
        std::size_t end = m_at;
        while (end < m_events.size() && isRelease(m_events[end].event.action))
            ++end;
        if (end == m_events.size()
            || (m_events[end].event.action != Action::SegmentAlloc
                && m_events[end].event.action != Action::SegmentMap))
            return true;
        return m_allocator.stats().numSyncAllStreams < nextSyncCount()
            && m_allocator.predictEmptyCache().segments == end - m_at;
    }

    std::int64_t nextSyncCount() const
    {
        const QJsonObject stats =
            m_marks[static_cast<qsizetype>(m_snapshots)].toObject().value(QStringLiteral("stats")).toObject();
        return stats.value(QStringLiteral("num_sync_all_streams")).toInteger();
    }

    QString compareEvents()
    {
        for (const AllocatorEvent& got : m_log.take()) {
            const AllocatorEvent& expected = m_events[m_at].event;
            // The driver's free memory is not ours to know.
            const bool isSame = got.action == expected.action && got.size == expected.size
                && got.stream == expected.stream
                && (got.action == Action::Oom || got.address == expected.address);
            if (!isSame)
                return QStringLiteral("event %1: %2, but PyTorch: %3")
                    .arg(m_at)
                    .arg(toText(got), toText(expected));
            ++m_at;
        }
        return {};
    }

    QString compareStatistics()
    {
        const auto mark = static_cast<qsizetype>(m_snapshots++);
        const QJsonObject stats = m_marks[mark].toObject().value(QStringLiteral("stats")).toObject();
        for (const auto& [name, value] : m_allocator.stats().flattened()) {
            const QString key = QString::fromStdString(name);
            if (!stats.contains(key) || (!m_comparesPeaks && key.endsWith(QLatin1String(".peak"))))
                continue;
            ++m_comparedFigures;
            const qint64 expected = stats.value(key).toInteger();
            if (expected != value)
                return QStringLiteral("mark %1: %2 is %3, but PyTorch's is %4")
                    .arg(mark)
                    .arg(key)
                    .arg(value)
                    .arg(expected);
        }
        return {};
    }

    bool m_comparesPeaks = true;
    std::vector<RecordedEvent> m_events;
    QJsonArray m_marks;
    SimulatedMemory m_memory{deviceTotal, SimulatedMemory::Streams::ByHand};
    EventLog m_log;
    CachingAllocator m_allocator;
    std::size_t m_at = 0;
    std::size_t m_snapshots = 0;
    std::size_t m_comparedFigures = 0;
};

} // namespace

// Recordings of PyTorch 2.11 on a GPU that begin with an empty allocator.
class TestAllocatorRecordings : public QObject {
    Q_OBJECT

private slots:
    void decidesAsPyTorchDid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("conf");
        QTest::addColumn<double>("fraction"); // of the device; 0: no limit
        QTest::addColumn<bool>("comparesPeaks");
        const auto row = [](const char* name, const char* conf = "", double fraction = 0) {
            QTest::newRow(name) << QString::fromLatin1(name) << QByteArray(conf) << fraction << true;
        };
        row("seed_example");
        row("rand");
        row("rand_small");
        row("rand_streams");
        row("record_stream");
        row("roundup", "roundup_power2_divisions:8");
        row("split_gc", "max_split_size_mb:64,garbage_collection_threshold:0.6", 0.03);
        row("oom", "", 0.01);
        row("expandable", "expandable_segments:True");
        row("expandable_vary", "expandable_segments:True");
        // These reset their peaks at moments that no event tells.
        QTest::newRow("vgg") << QStringLiteral("vgg") << QByteArray() << 0.0 << false;
        QTest::newRow("vgg_ckpt") << QStringLiteral("vgg_ckpt") << QByteArray() << 0.0 << false;
    }
    void decidesAsPyTorchDid()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, conf);
        QFETCH(double, fraction);
        QFETCH(bool, comparesPeaks);
        const auto settings = AllocatorSettings::parse(conf.toStdString());
        QVERIFY(settings);
        Rerun rerun(name, *settings, static_cast<std::uint64_t>(fraction * static_cast<double>(deviceTotal)),
            comparesPeaks);
        const QString fault = rerun.run();
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        QVERIFY(rerun.comparedFigures() > 10);
    }
};

QTEST_GUILESS_MAIN(TestAllocatorRecordings)
#include "tst_allocator_recordings.moc"
