// SPDX-License-Identifier: GPL-3.0-or-later
// Why real allocators got their segments: what is said agrees with PyTorch's rules, looked up anew.
#include "core/allocator/size_rules.h"
#include "core/analysis/reserved/segment_reason.h"
#include "core/analysis/reserved/segment_reason_text.h"
#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

SegmentReason reasonOf(const AnalyzedRecording& analyzed, std::size_t event)
{
    const auto reason = whySegment(analyzed, 0, event);
    if (!reason)
        qFatal("%s", reason.error().message.c_str());
    return *reason;
}

// The rules of get_free_block, over every free block: what would be taken from `key`, looked up anew.
std::optional<std::uint64_t> bruteForce(
    const SegmentList& list, const FreeKey& key, std::uint64_t rounded, const AllocatorSettings& settings)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> fitting; // size, address
    for (const SegmentInfo& segment : list.segments) {
        if (segment.stream != key.stream || segment.pool != key.pool || segment.isLarge != key.isLarge)
            continue;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state == BlockState::Inactive && block.size >= rounded)
                fitting.emplace_back(block.size, block.address);
        }
    }
    if (fitting.empty())
        return std::nullopt;
    const auto [size, address] = *std::min_element(fitting.begin(), fitting.end());
    const bool isKept = rounded < settings.maxSplitSize && size >= settings.maxSplitSize;
    const bool isWasteful =
        rounded >= settings.maxSplitSize && size >= rounded + settings.maxNonSplitRounding;
    return isKept || isWasteful ? std::nullopt : std::optional(address);
}

// The pool that the memory of a segment event belongs to, from the state behind it.
const SegmentInfo* segmentHolding(const SegmentList& list, std::uint64_t address)
{
    for (const SegmentInfo& segment : list.segments) {
        if (address >= segment.address && address - segment.address < segment.totalSize)
            return &segment;
    }
    return nullptr;
}

} // namespace

class RecordedReasonsTest : public QObject {
    Q_OBJECT

private slots:
    void recordings_data();
    void recordings();
    void privatePool();
    void sameAnswerForAlloc();
    void recordedOom();
};

void RecordedReasonsTest::recordings_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
}

// Every segment that a real allocator got: no free block existed that it would have taken, and the size is
// what its rules give.
void RecordedReasonsTest::recordings()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    const AllocatorSettings settings = settingsOf(analyzed.recording);
    std::size_t seen = 0;
    for (std::size_t d = 0; d < analyzed.histories.size(); ++d) {
        const Device& device = analyzed.recording.devices[d];
        const DeviceHistory& history = analyzed.histories[d];
        for (std::size_t i = 0; i < device.events.size(); ++i) {
            const Event event = device.events[i];
            if (event.action != Action::SegmentAlloc && event.action != Action::SegmentMap)
                continue;
            const auto reason = whySegment(analyzed, d, i);
            QVERIFY2(reason.has_value(), qPrintable(QString::number(i)));
            QVERIFY2(reason->isKnown, qPrintable(QString::number(i)));
            QVERIFY2(!reason->unexplained, qPrintable(QString::number(i)));
            const std::size_t alloc = reason->call.alloc.value();
            QCOMPARE(device.events.action()[alloc], Action::Alloc);
            QCOMPARE(reason->rounded, size_rules::roundSize(device.events.sizes()[alloc], settings));
            if (event.action == Action::SegmentAlloc)
                QCOMPARE(event.size, size_rules::segmentSize(reason->rounded, settings));
            const SegmentList behind = history.segmentsAt(device, i + 1);
            const SegmentInfo* segment = segmentHolding(behind, event.address);
            QVERIFY(segment != nullptr);
            const FreeKey key{segment->pool, reason->rounded > mebibyte, segment->stream};
            QCOMPARE(reason->request.key, key);
            const SegmentList list = history.segmentsAt(device, reason->searched);
            QVERIFY(!bruteForce(list, key, reason->rounded, settings));
            FreeMemory own;
            FreeMemory all;
            for (const SegmentInfo& info : list.segments) {
                for (const BlockInfo& block : list.blocksOf(info)) {
                    if (block.state != BlockState::Inactive)
                        continue;
                    all.add(block.size);
                    if (keyOf(info) == key)
                        own.add(block.size);
                }
            }
            QCOMPARE(reason->free, own);
            QCOMPARE(reason->freeInAll, all);
            ++seen;
        }
    }
    QVERIFY(seen > 0);
}

void RecordedReasonsTest::recordedOom()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("oom")));
    const SegmentReason reason = reasonOf(analyzed, 32);
    QCOMPARE(reason.call.kind, Action::Oom);
    QCOMPARE(reason.rounded, std::uint64_t(62'914'560));
    QCOMPARE(reason.oom->driverFree, std::uint64_t(148'110'442'496));
    QCOMPARE(reason.oom->lacking, std::uint64_t(0));
    const std::string words =
        plainText(reasonText(reason, analyzed.recording.devices[0], settingsOf(analyzed.recording)));
    QVERIFY2(words.find("a limit on this process stood in the way") != std::string::npos, words.c_str());
}

void RecordedReasonsTest::privatePool()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("graphs")));
    const Device& device = analyzed.recording.devices[0];
    bool isSeen = false;
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        if (device.events.action()[i] != Action::SegmentAlloc)
            continue;
        const SegmentReason reason = reasonOf(analyzed, i);
        QVERIFY(!reason.unexplained);
        isSeen = isSeen || reason.request.key.pool != 0;
    }
    QVERIFY(isSeen);
}

void RecordedReasonsTest::sameAnswerForAlloc()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("expandable_vary")));
    const Device& device = analyzed.recording.devices[0];
    std::size_t compared = 0;
    for (std::size_t i = 0; i < device.events.size() && compared < 60; ++i) {
        if (device.events.action()[i] != Action::SegmentMap)
            continue;
        const SegmentReason ofMap = reasonOf(analyzed, i);
        QVERIFY(ofMap.call.alloc.has_value());
        const SegmentReason ofAlloc = reasonOf(analyzed, *ofMap.call.alloc);
        QCOMPARE(ofAlloc.call.begin, ofMap.call.begin);
        QCOMPARE(ofAlloc.call.bytes, ofMap.call.bytes);
        ++compared;
    }
    QVERIFY(compared > 5);
}

QTEST_GUILESS_MAIN(RecordedReasonsTest)
#include "tst_recorded_reasons.moc"
