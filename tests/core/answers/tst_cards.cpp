// SPDX-License-Identifier: GPL-3.0-or-later
// The cards: for whom they are, and what their figures say.
#include "core/analysis/explain/checkpoint_card.h"
#include "core/analysis/explain/packing_card.h"
#include "core/analysis/explain/reserved_card.h"
#include "core/trace/recording_builder.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t mebi = 1024 * 1024;
constexpr std::uint64_t base = 0x7f0000000000;

std::optional<Card> reservedCardOf(const TraceWriter& trace)
{
    Recording recording;
    recording.devices = {trace.device()};
    recording.devices[0].history = History::Whole;
    const AnalyzedRecording analyzed = analyze(recording);
    const DeviceHistory& history = analyzed.histories[0];
    const SegmentList segments = history.segmentsAt(analyzed.recording.devices[0], history.eventCount());
    return reservedCard({analyzed.recording, 0, history, history.eventCount(), segments, history}, {});
}

// Two segments run again backward: "stage 2" first, which makes 30 MiB and then needs 10 for gradients; then
// "stage 1", which makes 5.
AnalyzedRecording checkpointed(std::string_view phase = "backward")
{
    TraceWriter trace;
    trace.segment(base, 100 * mebi).alloc(base, 20 * mebi); // events 0, 1: parameters
    trace.alloc(base + 20 * mebi, 30 * mebi); // 2: made again by stage 2
    trace.alloc(base + 50 * mebi, 10 * mebi); // 3: a gradient
    trace.free(base + 20 * mebi, 30 * mebi); // 4, 5
    trace.alloc(base + 20 * mebi, 5 * mebi); // 6: made again by stage 1
    RecordingBuilder builder;
    builder.recording().devices = {trace.device()};
    builder.recording().devices[0].history = History::Whole;
    const auto range = [&](std::string_view name, AnnotationKind kind, std::uint64_t begin,
                           std::uint64_t end) {
        Annotation annotation;
        annotation.name = builder.string(name);
        annotation.kind = kind;
        annotation.startEvent = begin;
        annotation.endEvent = end;
        annotation.endUs = 1;
        builder.recording().annotations.push_back(annotation);
    };
    range("0", AnnotationKind::Step, 0, 7);
    range(phase, AnnotationKind::Phase, 2, 7);
    range("recompute stage 2", AnnotationKind::Range, 2, 3);
    range("recompute stage 1", AnnotationKind::Range, 6, 7);
    return analyze(builder.snapshot());
}

KeptRow row(const char* operation, DataType type, bool isPacked, std::uint64_t bytes)
{
    return {operation, type, isPacked, bytes, 1};
}

} // namespace

class TestCards : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reservedFarAbove();
    void reservedClose();
    void checkpointPeaks();
    void peakInAnotherPhase();
    void withoutCheckpoints();
    void keptBytes();
    void packing();
};

void TestCards::reservedFarAbove()
{
    TraceWriter trace;
    trace.segment(base, 60 * mebi).alloc(base, 60 * mebi).free(base, 60 * mebi);
    trace.segment(base + 100 * mebi, 20 * mebi).alloc(base + 100 * mebi, 2 * mebi);
    const auto card = reservedCardOf(trace);
    QVERIFY(card.has_value());
    QCOMPARE(card->sentences.front().bytes, 78 * mebi);
    const std::string text = plainText(*card);
    QVERIFY2(
        text.find("Empty cache would return 62,914,560 bytes (60.0 MiB)") != std::string::npos, text.c_str());
    // 60 MiB were held at once, 80 are reserved.
    QVERIFY2(text.find("20,971,520 bytes (20.0 MiB) of what is reserved were never needed at once")
            != std::string::npos,
        text.c_str());
    // No free piece was there when the second segment was got, which is larger than what it was got for.
    QVERIFY2(text.find("segments came larger than what was asked for, or free pieces did not fit it")
            != std::string::npos,
        text.c_str());
    QCOMPARE(card->tries.size(), std::size_t(2));
}

void TestCards::reservedClose()
{
    TraceWriter half; // 19 MiB free of 20: far in proportion, but no more than a segment
    half.segment(base, 20 * mebi).alloc(base, mebi);
    QVERIFY(!reservedCardOf(half));
    TraceWriter most; // 40 MiB free, but 60 held
    most.segment(base, 100 * mebi).alloc(base, 60 * mebi);
    QVERIFY(!reservedCardOf(most));
}

void TestCards::checkpointPeaks()
{
    const AnalyzedRecording analyzed = checkpointed();
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const auto peak = checkpointPeak(analyzed.recording, 0, analyzed.histories[0], attribution);
    QVERIFY(peak.has_value());
    QCOMPARE(peak->segment, std::string("stage 2"));
    QCOMPARE(peak->peak, 60 * mebi);
    QCOMPARE(peak->madeAgain, 30 * mebi);
    QCOMPARE(peak->since, 10 * mebi);
    QCOMPARE(peak->before, 20 * mebi);
    const auto card = checkpointCard(analyzed.recording, 0, analyzed.histories[0], attribution);
    QVERIFY(card.has_value());
    const std::string text = plainText(*card);
    QVERIFY2(text.find("stage 2 runs backward, and its own backward holds 41,943,040 bytes (40.0 MiB) of the "
                       "62,914,560 bytes (60.0 MiB) allocated, 67 %.")
            != std::string::npos,
        text.c_str());
    QVERIFY2(text.find("stage 1 saves least: 5,242,880 bytes") != std::string::npos, text.c_str());
}

// What the optimizer needs behind the backward pass is no segment's.
void TestCards::peakInAnotherPhase()
{
    const AnalyzedRecording analyzed = checkpointed("optimizer");
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    QVERIFY(!checkpointPeak(analyzed.recording, 0, analyzed.histories[0], attribution));
    const auto card = checkpointCard(analyzed.recording, 0, analyzed.histories[0], attribution);
    QVERIFY(card.has_value() && card->tries.empty());
    QVERIFY(
        plainText(*card).find("(step 0 · optimizer), lies outside the backward pass") != std::string::npos);
}

void TestCards::withoutCheckpoints()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("vgg")));
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    QVERIFY(!checkpointCard(analyzed.recording, 0, analyzed.histories[0], attribution));
}

void TestCards::keptBytes()
{
    TraceWriter trace;
    trace.segment(base, 20 * mebi).alloc(base, 2 * mebi).alloc(base + 2 * mebi, mebi);
    trace.alloc(base + 3 * mebi, mebi);
    RecordingBuilder builder;
    Device device = trace.device();
    device.history = History::Whole;
    const auto label = [&](std::uint64_t address, MemoryCategory category, DataType type) {
        TensorLabel added;
        added.event = 4;
        added.address = address;
        added.bytes = mebi;
        added.operation = builder.string("GeluBackward0");
        added.category = category;
        added.dataType = type;
        device.tensors.push_back(added);
    };
    label(base, MemoryCategory::Activation, DataType::Float32);
    label(base, MemoryCategory::Activation, DataType::Float32); // a second operator keeps it, too
    label(base + 2 * mebi, MemoryCategory::PackedActivation, DataType::Int8);
    builder.recording().devices = {device};
    const AnalyzedRecording analyzed = analyze(builder.snapshot());
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const KeptBytes kept = keptAt(analyzed.recording, attribution, 4);
    QCOMPARE(kept.bytes, 3 * mebi);
    QCOMPARE(kept.rows.size(), std::size_t(2));
    QCOMPARE(kept.rows[0].operation, std::string("GeluBackward0"));
    QCOMPARE(kept.rows[0].bytes, 2 * mebi);
    QCOMPARE(kept.rows[0].tensors, std::uint64_t(1));
    QVERIFY(kept.rows[1].isPacked);
    QCOMPARE(kept.bytesOf(DataType::Int8), mebi);
    QCOMPARE(keptPosition(analyzed.recording, 0, analyzed.histories[0]), std::size_t(4)); // the peak
}

void TestCards::packing()
{
    KeptBytes before;
    before.bytes = 500;
    before.rows = {
        row("softmax", DataType::Float32, false, 400), row("linear", DataType::Float16, false, 100)};
    KeptBytes after;
    after.bytes = 150;
    after.rows = {row("softmax", DataType::Int8, true, 100), row("linear", DataType::Int8, true, 50)};
    const auto card = packingCard(before, after);
    QVERIFY(card.has_value());
    QCOMPARE(card->title, std::string("Packed activations save more than 2x"));
    const std::string text = plainText(*card);
    QVERIFY2(
        text.find("500 bytes before, 150 bytes after, 3.33 times less.") != std::string::npos, text.c_str());
    QVERIFY2(text.find("softmax: 400 bytes before, 100 bytes after.") != std::string::npos, text.c_str());
    QVERIFY(!packingCard(after, before));
    QVERIFY(!packingCard(before, before));
}

QTEST_GUILESS_MAIN(TestCards)
#include "tst_cards.moc"
