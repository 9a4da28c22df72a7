// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/segment_reason.h"
#include "core/analysis/reserved/segment_reason_text.h"
#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;
constexpr std::uint64_t far = base + gibibyte;
constexpr std::uint64_t mib = mebibyte;

// A recording of one device, with two streams.
AnalyzedRecording analyzedOf(const TraceWriter& trace, const std::string& conf = {})
{
    Recording recording;
    recording.allocatorConf = conf;
    recording.devices.push_back(trace.device());
    recording.devices[0].streams = {0, 0x5500};
    return analyze(std::move(recording));
}

SegmentReason reasonOf(const AnalyzedRecording& analyzed, std::size_t event)
{
    const auto reason = whySegment(analyzed, 0, event);
    if (!reason)
        qFatal("%s", reason.error().message.c_str());
    return *reason;
}

SegmentReason lastReason(const TraceWriter& trace, const std::string& conf = {})
{
    return reasonOf(analyzedOf(trace, conf), trace.device().events.size() - 1);
}

std::string wordsOf(const AnalyzedRecording& analyzed, std::size_t event)
{
    return plainText(
        reasonText(reasonOf(analyzed, event), analyzed.recording.devices[0], settingsOf(analyzed.recording)));
}

TraceWriter& allocOn(TraceWriter& trace, std::uint64_t address, std::uint64_t size, StreamSlot stream)
{
    return trace.add(Action::Alloc, address, size, stream);
}

TraceWriter& segmentOn(TraceWriter& trace, std::uint64_t address, std::uint64_t size, StreamSlot stream)
{
    return trace.add(Action::SegmentAlloc, address, size, stream);
}

struct NamedTrace {
    TraceWriter trace;
    std::string conf;
    std::optional<WhyNot> refused;
    std::optional<WhyNot> elsewhere;
    std::uint64_t lacking = 0;
    bool isFragmented = false;
};

// Each ends in the alloc that needed memory.
std::map<QString, NamedTrace> namedTraces()
{
    std::map<QString, NamedTrace> cases;
    NamedTrace& first = cases[QStringLiteral("nothing free")];
    first.trace.segment(base, 20 * mib).alloc(base, 4 * mib);

    NamedTrace& small = cases[QStringLiteral("too small")];
    small.trace.segment(base, 20 * mib).alloc(base, 15 * mib).segment(far, 20 * mib).alloc(far, 6 * mib);
    small.refused = WhyNot::TooSmall;
    small.lacking = mib;

    NamedTrace& pieces = cases[QStringLiteral("in pieces")];
    pieces.trace.segment(base, 20 * mib)
        .alloc(base, 6 * mib)
        .alloc(base + 6 * mib, 4 * mib)
        .free(base, 6 * mib)
        .segment(far, 12 * mib)
        .alloc(far, 12 * mib);
    pieces.refused = WhyNot::TooSmall;
    pieces.lacking = 2 * mib;
    pieces.isFragmented = true;

    NamedTrace& stream = cases[QStringLiteral("other stream")];
    stream.trace.segment(base, 20 * mib).alloc(base, 4 * mib).free(base, 4 * mib);
    segmentOn(stream.trace, far, 20 * mib, 1);
    allocOn(stream.trace, far, 4 * mib, 1);
    stream.elsewhere = WhyNot::OtherStream;

    NamedTrace& kind = cases[QStringLiteral("other kind")];
    kind.trace.segment(base, 20 * mib).alloc(base, 4 * mib).segment(far, 2 * mib).alloc(far, 1000);
    kind.elsewhere = WhyNot::OtherKind;

    NamedTrace& keeps = cases[QStringLiteral("oversize block")];
    keeps.conf = "max_split_size_mb:200";
    keeps.trace.segment(base, 300 * mib)
        .alloc(base, 300 * mib)
        .free(base, 300 * mib)
        .segment(far, 200 * mib)
        .alloc(far, 199 * mib);
    keeps.refused = WhyNot::OversizeBlock;

    NamedTrace& rest = cases[QStringLiteral("oversize rest")];
    rest.conf = "max_split_size_mb:200";
    rest.trace.segment(base, 300 * mib)
        .alloc(base, 300 * mib)
        .free(base, 300 * mib)
        .segment(far, 280 * mib)
        .alloc(far, 280 * mib);
    rest.refused = WhyNot::OversizeRest;

    NamedTrace& plain = cases[QStringLiteral("expandable block, plain request")];
    plain.trace.map(base, 20 * mib).alloc(base, 4 * mib).segment(far, 20 * mib).alloc(far, 4 * mib);
    plain.refused = WhyNot::Expandable;

    NamedTrace& grows = cases[QStringLiteral("expandable grows")];
    grows.conf = "expandable_segments:True";
    grows.trace.map(base, 20 * mib)
        .alloc(base, 16 * mib)
        .map(base + 20 * mib, 20 * mib)
        .alloc(base + 16 * mib, 16 * mib);
    grows.refused = WhyNot::TooSmall;
    grows.lacking = 12 * mib;
    return cases;
}

} // namespace

class SegmentReasonTest : public QObject {
    Q_OBJECT

private slots:
    void reasons_data();
    void reasons();
    void figures();
    void pins();
    void waiting();
    void growth();
    void afterReleases_data();
    void afterReleases();
    void outOfMemory();
    void refusedEvents_data();
    void refusedEvents();
    void unknownRequest();
    void words();
    void wordsOfFragmentation();
};

void SegmentReasonTest::reasons_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, trace] : namedTraces())
        QTest::newRow(qPrintable(name)) << name;
}

void SegmentReasonTest::reasons()
{
    QFETCH(QString, name);
    const NamedTrace named = namedTraces()[name];
    const SegmentReason reason = lastReason(named.trace, named.conf);
    QVERIFY(reason.isKnown);
    QVERIFY(!reason.unexplained);
    QCOMPARE(reason.refused.has_value(), named.refused.has_value());
    if (named.refused) {
        QCOMPARE(reason.refused->why, *named.refused);
        QCOMPARE(reason.refused->lacking, named.lacking);
    }
    QCOMPARE(reason.elsewhere.size(), std::size_t(named.elsewhere ? 1 : 0));
    if (named.elsewhere)
        QCOMPARE(reason.elsewhere[0].why, *named.elsewhere);
    QCOMPARE(reason.isFragmented(), named.isFragmented);
}

void SegmentReasonTest::figures()
{
    TraceWriter trace;
    trace.segment(base, 20 * mib).alloc(base, 4'000'000).segment(far, 2 * mib).alloc(far, 1000);
    segmentOn(trace, far + 64 * mib, 20 * mib, 1);
    allocOn(trace, far + 64 * mib, 5'000'001, 1);
    const SegmentReason reason = lastReason(trace);
    QCOMPARE(reason.requested, std::uint64_t(5'000'001));
    QCOMPARE(reason.rounded, std::uint64_t(5'000'192));
    QCOMPARE(reason.segmentSize, 20 * mib);
    QCOMPARE(reason.request.key, (FreeKey{0, true, 1}));
    QCOMPARE(reason.call.begin, std::size_t(4));
    QCOMPARE(reason.call.alloc, std::optional<std::size_t>(5));
    QCOMPARE(reason.searched, std::size_t(4));
    QCOMPARE(reason.free, FreeMemory());
    QCOMPARE(reason.freeInAll.bytes, 20 * mib - 4'000'256 + 2 * mib - 1024);
    QCOMPARE(reason.freeInAll.pieces, std::size_t(2));
    QCOMPARE(reason.elsewhere[0].block.address, base + 4'000'256);
}

void SegmentReasonTest::pins()
{
    // 4 MiB held in the middle of 20, 1 MiB at the front: 15 MiB fit where the 4 MiB stand.
    TraceWriter trace;
    trace.segment(base, 20 * mib)
        .alloc(base, 2 * mib)
        .alloc(base + 2 * mib, 6 * mib)
        .alloc(base + 8 * mib, 4 * mib)
        .free(base + 2 * mib, 6 * mib)
        .segment(far, 16 * mib)
        .alloc(far, 15 * mib);
    const SegmentReason reason = lastReason(trace);
    QVERIFY(reason.pinned.has_value());
    QCOMPARE(reason.pinned->begin, base + 2 * mib);
    QCOMPARE(reason.pinned->end, base + 20 * mib);
    QCOMPARE(reason.pinned->liveBytes, 4 * mib);
    QCOMPARE(reason.pinned->freeBytes, 14 * mib);
    QCOMPARE(reason.pinned->pinCount, std::size_t(1));
    QCOMPARE(reason.pinned->pins[0].address, base + 8 * mib);
    QCOMPARE(reason.pinned->pins[0].allocEvent, std::uint64_t(3));
}

void SegmentReasonTest::waiting()
{
    TraceWriter trace;
    trace.segment(base, 20 * mib)
        .alloc(base, 12 * mib)
        .add(Action::FreeRequested, base, 12 * mib)
        .segment(far, 14 * mib)
        .alloc(far, 14 * mib);
    const SegmentReason reason = lastReason(trace);
    QCOMPARE(reason.waiting, 12 * mib);
    QCOMPARE(reason.waitingPiece, 20 * mib);
    TraceWriter larger;
    larger.segment(base, 20 * mib)
        .alloc(base, 12 * mib)
        .add(Action::FreeRequested, base, 12 * mib)
        .segment(far, 24 * mib)
        .alloc(far, 24 * mib);
    QCOMPARE(lastReason(larger).waitingPiece, std::uint64_t(0));
}

void SegmentReasonTest::growth()
{
    // 34 MiB beside 16 MiB free at the end of a segment: 18 more, one page of 20, instead of 34.
    TraceWriter trace;
    trace.segment(base, 20 * mib).alloc(base, 4 * mib).segment(far, 34 * mib).alloc(far, 34 * mib);
    const SegmentReason reason = lastReason(trace);
    QVERIFY(reason.growable.has_value());
    QCOMPARE(reason.growable->tail.address, base + 4 * mib);
    QCOMPARE(reason.growable->growth, 20 * mib);
    // 12 MiB would have needed a page of 20 all the same, where 12 were enough.
    TraceWriter smaller;
    smaller.segment(base, 20 * mib).alloc(base, 15 * mib).segment(far, 12 * mib).alloc(far, 12 * mib);
    QVERIFY(!lastReason(smaller).growable);
}

void SegmentReasonTest::afterReleases_data()
{
    QTest::addColumn<quint64>("asked");
    QTest::addColumn<quint64>("capacity");
    QTest::addColumn<int>("cause");
    QTest::newRow("may be either") << quint64(40 * mib) << quint64(0) << int(ReleaseCause::Unknown);
    QTest::newRow("did not fit the device")
        << quint64(40 * mib) << quint64(50 * mib) << int(ReleaseCause::Pressure);
    QTest::newRow("a block would have served")
        << quint64(18 * mib) << quint64(50 * mib) << int(ReleaseCause::EmptyCache);
}

void SegmentReasonTest::afterReleases()
{
    QFETCH(quint64, asked);
    QFETCH(quint64, capacity);
    TraceWriter trace;
    trace.segment(base, 20 * mib)
        .alloc(base, 20 * mib)
        .free(base, 20 * mib)
        .add(Action::SegmentFree, base, 20 * mib)
        .segment(far, asked)
        .alloc(far, asked);
    AnalyzedRecording analyzed = analyzedOf(trace);
    analyzed.recording.devices[0].capacity = capacity;
    const SegmentReason reason = reasonOf(analyzed, 5);
    QCOMPARE(reason.call.releasedBytes, 20 * mib);
    QCOMPARE(reason.call.releasedSegments, std::uint64_t(1));
    QVERIFY(!reason.unexplained);
    QTEST(int(reason.releases), "cause");
    const bool isProgram = reason.releases == ReleaseCause::EmptyCache;
    QCOMPARE(reason.searched, std::size_t(isProgram ? 5 : 4));
    QCOMPARE(reason.free.bytes, isProgram ? 0 : 20 * mib);
}

void SegmentReasonTest::outOfMemory()
{
    TraceWriter trace;
    trace.segment(base, 20 * mib).alloc(base, 15 * mib).add(Action::Oom, 4 * mib, 30 * mib);
    const SegmentReason reason = lastReason(trace);
    QVERIFY(reason.isKnown && reason.oom);
    QCOMPARE(reason.rounded, 30 * mib);
    QCOMPARE(reason.segmentSize, 30 * mib);
    QCOMPARE(reason.oom->driverFree, 4 * mib);
    QCOMPARE(reason.oom->reserved, 20 * mib);
    QCOMPARE(reason.oom->lacking, 26 * mib);
    QCOMPARE(reason.refused->lacking, 25 * mib);
    TraceWriter limited;
    limited.segment(base, 20 * mib).alloc(base, 15 * mib).add(Action::Oom, gibibyte, 30 * mib);
    QCOMPARE(lastReason(limited).oom->lacking, std::uint64_t(0));
}

void SegmentReasonTest::refusedEvents_data()
{
    QTest::addColumn<int>("event");
    QTest::addColumn<QString>("words");
    QTest::newRow("free") << 2 << "event 3 is a free_requested";
    QTest::newRow("free block taken") << 4 << "event 5 took a free block";
    QTest::newRow("none") << 5 << "there is no event 6: the device has 5 events";
}

void SegmentReasonTest::refusedEvents()
{
    QFETCH(int, event);
    QFETCH(QString, words);
    TraceWriter trace;
    trace.segment(base, 20 * mib).alloc(base, 4 * mib).free(base, 4 * mib).alloc(base, 4 * mib);
    const auto reason = whySegment(analyzedOf(trace), 0, static_cast<std::size_t>(event));
    QVERIFY(!reason.has_value());
    QVERIFY2(
        QString::fromStdString(reason.error().message).startsWith(words), reason.error().message.c_str());
}

void SegmentReasonTest::unknownRequest()
{
    TraceWriter trace;
    trace.segment(base, 20 * mib);
    const AnalyzedRecording analyzed = analyzedOf(trace);
    QVERIFY(!reasonOf(analyzed, 0).isKnown);
    QCOMPARE(wordsOf(analyzed, 0),
        std::string(
            "event 1 got 20,971,520 bytes (20.0 MiB) from the device; the alloc behind it is not in the "
            "recording, so what was asked for is not known.\n"));
}

void SegmentReasonTest::words()
{
    TraceWriter trace;
    trace.segment(base, 20 * mib).alloc(base, 10 * mib).alloc(base + 10 * mib, 5 * mib);
    segmentOn(trace, far, 20 * mib, 1);
    allocOn(trace, far, 4 * mib, 1);
    trace.segment(far + 64 * mib, 20 * mib).alloc(far + 64 * mib, 6'000'000);
    QCOMPARE(QString::fromStdString(wordsOf(analyzedOf(trace), 5)),
        QStringLiteral(
            "The alloc at event 7 asked for 6,000,000 bytes (5.72 MiB), rounded to 6,000,128, from the large "
            "pool on stream 0; a segment of 20,971,520 bytes (20.0 MiB) was got for it at event 6.\n"
            "No free block there was large enough: the largest, 5,242,880 bytes (5.00 MiB) at "
            "0x7f0000f00000, is too small by 757,248 bytes (740 KiB).\n"
            "Free there: 5,242,880 bytes (5.00 MiB) in 1 block.\n"
            "Free in all pools and streams: 22,020,096 bytes (21.0 MiB) in 2 blocks, the largest 16,777,216 "
            "bytes (16.0 MiB).\n"
            "Nearest to a fit: 10,485,760 bytes (10.0 MiB) from 0x7f0000a00000 on, held by 5,242,880 bytes "
            "(5.00 MiB) in 1 block at 0x7f0000a00000, allocated at event 3.\n"
            "On stream 1 (0x5500) a free block of 16,777,216 bytes (16.0 MiB) at 0x7f0040400000 was large "
            "enough, but a request is served from its own stream's memory only.\n"
            "Had the block of 5,242,880 bytes (5.00 MiB) at 0x7f0000a00000 been free, the request would have "
            "fitted there.\n"
            "On stream 1 (0x5500) the block of 16,777,216 bytes (16.0 MiB) would have served it.\n"));
}

void SegmentReasonTest::wordsOfFragmentation()
{
    const NamedTrace named = namedTraces()[QStringLiteral("in pieces")];
    const AnalyzedRecording analyzed = analyzedOf(named.trace);
    const QString words = QString::fromStdString(wordsOf(analyzed, named.trace.device().events.size() - 1));
    QVERIFY2(words.contains(QStringLiteral("is too small by 2,097,152 bytes (2.00 MiB). The 16,777,216 bytes "
                                           "(16.0 MiB) free there would have been enough in one piece: "
                                           "fragmentation.\n")),
        qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("Free there: 16,777,216 bytes (16.0 MiB) in 2 blocks.\n")),
        qPrintable(words));
}

QTEST_GUILESS_MAIN(SegmentReasonTest)
#include "tst_segment_reason.moc"
