// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/out_of_memory_report.h"
#include "core/analysis/reserved/out_of_memory_text.h"
#include "core/base/bytes.h"
#include "core/files/open_recording.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/support/test_data.h"

#include <QtTest>
#include <fmt/format.h>
#include <map>
#include <numeric>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;
constexpr std::uint64_t far = base + 64 * gibibyte;
constexpr std::uint64_t mib = mebibyte;
constexpr std::uint64_t gib = gibibyte;

// A program that ends in an oom, and what is to be said of it.
struct Case {
    TraceWriter trace;
    std::uint64_t capacity = 0;
    std::uint64_t limit = 0;
    OomCause cause = OomCause::TooMuchHeld;
    Certainty defragmented = Certainty::No;
    bool isLimited = false;
    std::uint64_t lacking = 0;
    std::uint64_t roomInAll = 0;
    QString word; // of the verdict
};

TraceWriter& oom(TraceWriter& trace, std::uint64_t driverFree, std::uint64_t size)
{
    return trace.add(Action::Oom, driverFree, size);
}

// 100 MiB on `stream` in one segment, of which two pieces, of 30 MiB and of `last`, are free.
TraceWriter& pieces(TraceWriter& trace, std::uint64_t at, std::uint64_t last, StreamSlot stream = 0)
{
    const std::uint64_t middle = 70 * mib - last;
    trace.add(Action::SegmentAlloc, at, 100 * mib, stream)
        .add(Action::Alloc, at, 30 * mib, stream)
        .add(Action::Alloc, at + 30 * mib, middle, stream)
        .add(Action::FreeRequested, at, 30 * mib, stream);
    return trace.add(Action::FreeCompleted, at, 30 * mib, stream);
}

void addWithoutLimit(std::map<QString, Case>& cases)
{
    Case& device = cases[QStringLiteral("more than the device")];
    device.capacity = 8 * gib;
    oom(device.trace.segment(base, 20 * mib).alloc(base, 20 * mib), 7 * gib, 10 * gib);
    device.cause = OomCause::MoreThanThereIs;
    device.lacking = 3 * gib;
    device.roomInAll = 7 * gib + 20 * mib;
    device.word = QStringLiteral("more than the device has in all, 8,589,934,592 bytes");

    Case& stream = cases[QStringLiteral("other stream")];
    oom(pieces(stream.trace, far, 60 * mib, 1), 4 * mib, 60 * mib);
    stream.cause = OomCause::HeldElsewhere;
    stream.defragmented = Certainty::Yes;
    stream.lacking = 56 * mib;
    stream.roomInAll = 104 * mib;
    stream.word = QStringLiteral("belonged to another stream or pool");

    Case& own = cases[QStringLiteral("pieces of its own")];
    oom(pieces(own.trace, base, 60 * mib), 4 * mib, 80 * mib);
    own.cause = OomCause::Fragmented;
    own.defragmented = Certainty::Yes;
    own.lacking = 76 * mib;
    own.roomInAll = 104 * mib;
    own.word = QStringLiteral("94,371,840 bytes (90.0 MiB) were free in its own pool and stream");

    Case& all = cases[QStringLiteral("pieces everywhere")];
    oom(pieces(pieces(all.trace, base, 10 * mib), far, 10 * mib, 1), 40 * mib, 90 * mib);
    all.cause = OomCause::Scattered;
    all.defragmented = Certainty::Yes;
    all.lacking = 50 * mib;
    all.roomInAll = 240 * mib;
    all.word = QStringLiteral("live blocks keep 83,886,080 bytes (80.0 MiB) of free memory from the device");

    Case& others = cases[QStringLiteral("others")];
    others.capacity = 8 * gib;
    oom(others.trace.segment(base, 20 * mib).alloc(base, 20 * mib), 100 * mib, gib);
    others.cause = OomCause::OthersHold;
    others.lacking = 924 * mib;
    others.roomInAll = 120 * mib;
    others.word = QStringLiteral("Others on the device hold 8,464,105,472 bytes");

    Case& held = cases[QStringLiteral("live blocks")];
    held.capacity = gib;
    oom(held.trace.segment(base, 900 * mib).alloc(base, 900 * mib), 60 * mib, 100 * mib);
    held.lacking = 40 * mib;
    held.roomInAll = 960 * mib;
    held.word = QStringLiteral("41,943,040 bytes (40.0 MiB) would have been lacking");
}

void addWithLimit(std::map<QString, Case>& cases)
{
    Case& limit = cases[QStringLiteral("more than the limit")];
    limit.limit = gib;
    oom(limit.trace.segment(base, 20 * mib).alloc(base, 20 * mib), 7 * gib, 2 * gib);
    limit.cause = OomCause::MoreThanThereIs;
    limit.isLimited = true;
    limit.lacking = gib + 20 * mib;
    limit.roomInAll = gib;
    limit.word = QStringLiteral("more than the limit of this process in all, 1,073,741,824 bytes");

    Case& unknown = cases[QStringLiteral("limit not told")];
    oom(pieces(unknown.trace, base, 10 * mib), 10 * gib, 60 * mib);
    unknown.cause = OomCause::UnknownLimit;
    unknown.defragmented = Certainty::Unknown;
    unknown.isLimited = true;
    unknown.roomInAll = 100 * mib;
    unknown.word = QStringLiteral("a limit on this process refused it; the recording does not tell which");

    Case& left = cases[QStringLiteral("limit told")];
    left.limit = gib;
    oom(left.trace.segment(base, 900 * mib).alloc(base, 900 * mib), 10 * gib, 200 * mib);
    left.isLimited = true;
    left.lacking = 76 * mib;
    left.roomInAll = gib;
    left.word = QStringLiteral("79,691,776 bytes (76.0 MiB) would have been lacking");

    Case& driver = cases[QStringLiteral("no limit in the way")];
    driver.limit = gib;
    oom(driver.trace.segment(base, 100 * mib).alloc(base, 100 * mib), 10 * gib, 200 * mib);
    driver.cause = OomCause::Unexplained;
    driver.defragmented = Certainty::Yes;
    driver.roomInAll = gib;
    driver.word = QStringLiteral("the driver found no room for it in one place");
}

std::map<QString, Case> allCases()
{
    std::map<QString, Case> cases;
    addWithoutLimit(cases);
    addWithLimit(cases);
    return cases;
}

AnalyzedRecording analyzedOf(const Case& about)
{
    Recording recording;
    recording.devices.push_back(about.trace.device());
    recording.devices[0].streams = {0, 0x5500};
    recording.devices[0].capacity = about.capacity;
    if (about.limit > 0)
        recording.settings.push_back({"limit", std::to_string(about.limit)});
    return analyze(std::move(recording));
}

OutOfMemoryReport reportOf(const AnalyzedRecording& analyzed, std::size_t device, std::size_t event)
{
    auto report = outOfMemoryReport(analyzed.recording, device, analyzed.histories[device], event);
    if (!report)
        qFatal("%s", report.error().message.c_str());
    return std::move(*report);
}

AnalyzedRecording opened(const QString& name)
{
    auto recording = openRecording(testDataFile(name).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return analyze(std::move(*recording));
}

} // namespace

class OutOfMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void causes_data();
    void causes();
    void figuresAreThoseOfTheState_data();
    void figuresAreThoseOfTheState();
    void recordedOomIsAsTheAllocatorSaid();
    void moreFreeThanThereIs();
    void otherEventsAreRefused();
    void sizeThatIsNotTold();
    void whatWentBackBeforeIsTold();
};

void OutOfMemoryTest::causes_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, about] : allCases())
        QTest::newRow(qPrintable(name)) << name;
}

void OutOfMemoryTest::causes()
{
    QFETCH(QString, name);
    const auto cases = allCases();
    const Case& about = cases.at(name);
    const AnalyzedRecording analyzed = analyzedOf(about);
    const Device& device = analyzed.recording.devices[0];
    const OutOfMemoryReport report = reportOf(analyzed, 0, device.events.size() - 1);
    QCOMPARE(report.cause, about.cause);
    QCOMPARE(report.servedDefragmented, about.defragmented);
    QCOMPARE(report.isLimited, about.isLimited);
    QCOMPARE(report.lacking, about.lacking);
    QCOMPARE(report.roomInAll(), about.roomInAll);
    QCOMPARE(report.limit, about.limit);
    QCOMPARE(report.capacity, about.capacity);
    const OutOfMemoryText text = outOfMemoryText(report, device, settingsOf(analyzed.recording));
    const std::string verdict = plainText(text.verdict);
    QVERIFY2(verdict.find(about.word.toStdString()) != std::string::npos, verdict.c_str());
    QVERIFY(plainText(text).find(verdict) != std::string::npos);
}

void OutOfMemoryTest::figuresAreThoseOfTheState_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("PyTorch 2.11, a limit") << QStringLiteral("oom.pickle");
    QTest::newRow("recorded on a GPU") << QStringLiteral("cuda/out_of_memory.tide");
}

// Counted anew from the segments and blocks.
void OutOfMemoryTest::figuresAreThoseOfTheState()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = opened(name);
    std::size_t seen = 0;
    for (std::size_t index = 0; index < analyzed.recording.devices.size(); ++index) {
        const Device& device = analyzed.recording.devices[index];
        for (const std::size_t position : outOfMemoryPositions(device.events)) {
            const OutOfMemoryReport report = reportOf(analyzed, index, position - 1);
            const SegmentList list = analyzed.histories[index].segmentsAt(device, position);
            std::uint64_t reserved = 0;
            std::uint64_t active = 0;
            FreeMemory free;
            FreeMemory own;
            for (const SegmentInfo& segment : list.segments) {
                reserved += segment.totalSize;
                for (const BlockInfo& block : list.blocksOf(segment)) {
                    if (block.state != BlockState::Inactive)
                        active += block.size;
                    else
                        free.add(block.size);
                    if (block.state == BlockState::Inactive && keyOf(segment) == report.reason.request.key)
                        own.add(block.size);
                }
            }
            QCOMPARE(report.reserved, reserved);
            QCOMPARE(report.active, active);
            QCOMPARE(report.free, free);
            QCOMPARE(report.freeInPool, own);
            QCOMPARE(report.reserved, report.active + report.free.bytes);
            const auto sum = [](std::uint64_t bytes, const MemoryHolder& holder) {
                return bytes + holder.bytes;
            };
            QCOMPARE(
                std::accumulate(report.holders.begin(), report.holders.end(), std::uint64_t(0), sum), active);
            QCOMPARE(report.driverFree, device.events.address()[position - 1]);
            QCOMPARE(report.reason.rounded, device.events.sizes()[position - 1]);
            const std::string text =
                plainText(outOfMemoryText(report, device, settingsOf(analyzed.recording, device), 5));
            const bool isRoundingTold = text.find(fmt::format("Rounding takes {} bytes",
                                            formatCount(report.active - report.requestedByLive)))
                != std::string::npos;
            QCOMPARE(isRoundingTold, report.requestedByLive > 0 && report.active > report.requestedByLive);
            ++seen;
        }
    }
    QVERIFY(seen > 0);
}

void OutOfMemoryTest::recordedOomIsAsTheAllocatorSaid()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("oom")));
    const Truth truth = truthOf(QStringLiteral("oom"));
    const auto index = static_cast<std::size_t>(truth.device);
    const auto positions = outOfMemoryPositions(analyzed.recording.devices[index].events);
    QCOMPARE(positions, std::vector<std::size_t>{33});
    const OutOfMemoryReport report = reportOf(analyzed, index, 32);
    const Level& level = truth.marks.front().level;
    QCOMPARE(report.reserved, static_cast<std::uint64_t>(level.reservedBytes));
    QCOMPARE(report.allocated, static_cast<std::uint64_t>(level.allocatedBytes));
    QCOMPARE(report.active, static_cast<std::uint64_t>(level.activeBytes));
    QCOMPARE(report.requestedByLive, static_cast<std::uint64_t>(level.requestedBytes));
    QCOMPARE(report.driverFree, std::uint64_t(148'110'442'496));
    QVERIFY(report.isLimited);
    QCOMPARE(report.cause, OomCause::UnknownLimit);
    // Nothing was free, so nothing would have helped, whatever the limit.
    QCOMPARE(report.servedDefragmented, Certainty::No);
    QCOMPARE(report.stillReturnable, std::uint64_t(0));
}

// Some recorders wrote the limit of the process where the capacity stands.
void OutOfMemoryTest::moreFreeThanThereIs()
{
    Case about;
    about.capacity = gib;
    oom(about.trace.segment(base, 900 * mib).alloc(base, 900 * mib), 10 * gib, 200 * mib);
    const OutOfMemoryReport made = reportOf(analyzedOf(about), 0, 2);
    QCOMPARE(made.limit, gib);
    QCOMPARE(made.capacity, std::uint64_t(0));
    QVERIFY(made.isLimited);
    QCOMPARE(made.lacking, 76 * mib);
    QCOMPARE(made.cause, OomCause::TooMuchHeld);

    const AnalyzedRecording analyzed = opened(QStringLiteral("cuda/out_of_memory.tide"));
    const auto positions = outOfMemoryPositions(analyzed.recording.devices[0].events);
    const OutOfMemoryReport report = reportOf(analyzed, 0, positions.back() - 1);
    QCOMPARE(report.limit, 64 * mib);
    QCOMPARE(report.room, 64 * mib - report.reserved);
    QCOMPARE(report.lacking, report.reason.segmentSize - report.room);
}

void OutOfMemoryTest::otherEventsAreRefused()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("oom")));
    for (const std::size_t event : {std::size_t(0), std::size_t(31), std::size_t(1000)}) {
        const auto report = outOfMemoryReport(analyzed.recording, 0, analyzed.histories[0], event);
        QVERIFY(!report);
        QVERIFY(report.error().message.find("is no oom") != std::string::npos);
    }
}

void OutOfMemoryTest::sizeThatIsNotTold()
{
    Case about;
    oom(about.trace.segment(base, 20 * mib).alloc(base, 10 * mib), 5 * mib, 0);
    const AnalyzedRecording analyzed = analyzedOf(about);
    const OutOfMemoryReport report = reportOf(analyzed, 0, 2);
    QCOMPARE(report.cause, OomCause::Unexplained);
    QCOMPARE(report.reserved, 20 * mib);
    const OutOfMemoryText text =
        outOfMemoryText(report, analyzed.recording.devices[0], settingsOf(analyzed.recording));
    QVERIFY(plainText(text.verdict).find("not told") != std::string::npos);
    QVERIFY(text.request.empty());
    QVERIFY(text.defragmented.empty());
}

void OutOfMemoryTest::whatWentBackBeforeIsTold()
{
    Case about;
    about.trace.segment(base, 40 * mib).alloc(base, 40 * mib).free(base, 40 * mib);
    about.trace.segment(far, 40 * mib).alloc(far, 40 * mib);
    about.trace.add(Action::SegmentFree, base, 40 * mib);
    oom(about.trace, 45 * mib, 90 * mib);
    const AnalyzedRecording analyzed = analyzedOf(about);
    const Device& device = analyzed.recording.devices[0];
    const OutOfMemoryReport report = reportOf(analyzed, 0, device.events.size() - 1);
    QCOMPARE(report.givenBack, 40 * mib);
    QCOMPARE(report.reason.free.largest, 40 * mib); // as it was looked through, before that went
    QCOMPARE(report.free.bytes, std::uint64_t(0));
    QCOMPARE(report.stillReturnable, std::uint64_t(0));
    const OutOfMemoryText text = outOfMemoryText(report, device, settingsOf(analyzed.recording));
    const std::string words = plainText(text.emptyCache);
    QVERIFY2(
        words.find("gave back 41,943,040 bytes (40.0 MiB) by itself") != std::string::npos, words.c_str());
    QVERIFY2(words.find("nothing more") != std::string::npos, words.c_str());
}

QTEST_GUILESS_MAIN(OutOfMemoryTest)
#include "tst_out_of_memory.moc"
