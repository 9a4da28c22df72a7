// SPDX-License-Identifier: GPL-3.0-or-later
// Every key that PyTorch or another tool writes, read from one made snapshot (make_fixtures.py,
// `everything`).
#include "core/files/snapshot_reader.h"
#include "snapshot_summary.h"
#include "tests/support/test_data.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestSnapshotKeys : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void devices();
    void events();
    void contexts();
    void stacks();
    void segmentsAndBlocks();
    void oldBlocks();
    void annotations();
    void settings();
    void keptKeys();
    void warnings();
    void texts();

private:
    std::string text(StringIndex index) const { return std::string(m_recording.strings[index]); }
    std::string stackText(StackIndex stack) const;
    Context contextOf(std::size_t event) const
    {
        return m_recording.contexts[m_recording.devices[0].events[event].context];
    }

    Recording m_recording;
};

namespace {

constexpr std::int64_t begin = 1'700'000'000'000'000;
constexpr std::uint64_t high = 0xFFFF'FFFF'FFFF'0000;

Recording read(const char* name)
{
    const QByteArray bytes = testData(QStringLiteral("snapshots/%1.pickle").arg(QLatin1String(name)));
    auto recording = readSnapshot(bytesOf(bytes));
    if (!recording)
        qFatal("%s: %s", name, recording.error().message.c_str());
    return *recording;
}

} // namespace

void TestSnapshotKeys::initTestCase()
{
    m_recording = read("everything_protocol4");
    QVERIFY(m_recording.complete);
}

std::string TestSnapshotKeys::stackText(StackIndex stack) const
{
    std::string result;
    for (; !stack.isNone(); stack = m_recording.stacks[stack].caller) {
        const Frame& frame = m_recording.frames[m_recording.stacks[stack].frame];
        result += text(frame.function) + "|" + text(frame.file) + "|" + std::to_string(frame.line) + ";";
    }
    return result;
}

void TestSnapshotKeys::devices()
{
    QCOMPARE(m_recording.devices.size(), std::size_t(4));
    const int ordinals[] = {0, 1, 2, -1};
    const std::size_t events[] = {10, 0, 2, 1};
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(m_recording.devices[i].ordinal, ordinals[i]);
        QCOMPARE(m_recording.devices[i].events.size(), events[i]);
        QCOMPARE(m_recording.devices[i].after->segments.size(), std::size_t(1));
    }
    // Pinned host memory is nobody else's.
    QCOMPARE(m_recording.devices[3].name, std::string("pinned host memory"));
    QCOMPARE(m_recording.devices[3].events[0].address, std::uint64_t(0x5000));
    QCOMPARE(m_recording.devices[3].after->segments[0].totalSize, std::uint64_t(4096));
    // The flag of the ring buffer is each device's own.
    QCOMPARE(m_recording.devices[0].history, History::Partial);
    QCOMPARE(m_recording.devices[1].history, History::None);
    QCOMPARE(m_recording.devices[2].history, History::Whole);
}

void TestSnapshotKeys::events()
{
    const Device& device = m_recording.devices[0];
    const Action actions[] = {Action::SegmentAlloc, Action::Alloc, Action::Alloc, Action::FreeRequested,
        Action::FreeCompleted, Action::Annotate, Action::UserDefined, Action::Unknown, Action::Oom,
        Action::Snapshot};
    for (std::size_t i = 0; i < std::size(actions); ++i)
        QCOMPARE(device.events[i].action, actions[i]);
    const Event second = device.events[2];
    QCOMPARE(second.address, high + 512);
    QCOMPARE(second.size, std::uint64_t(400));
    QCOMPARE(second.timeUs, begin + 2);
    QCOMPARE(device.streams.at(second.stream), static_cast<std::uint64_t>(-8));
    QVERIFY(device.pools.at(second.pool) == (PoolId{0, 3}));
    QCOMPARE(device.events[1].pool, second.pool); // a tuple and a list
    QCOMPARE(device.events[3].pool, PoolSlot(0)); // not said
    const Event oom = device.events[8];
    QCOMPARE(oom.address, std::uint64_t(123'456'789)); // device_free
    QCOMPARE(oom.size, std::uint64_t(1) << 40);
}

void TestSnapshotKeys::contexts()
{
    QVERIFY(contextOf(0).compileContext.isNone()); // "N/A" and ""
    QVERIFY(contextOf(0).userMetadata.isNone());
    QCOMPARE(text(contextOf(1).compileContext), std::string("Torch-Compiled Region 0"));
    QCOMPARE(text(contextOf(1).userMetadata), std::string("step 1"));
    QCOMPARE(text(contextOf(2).userMetadata), std::string("{\"epoch\":1,\"tag\":\"é\\u000a\\\"\"}"));
    QCOMPARE(text(contextOf(2).category), std::string("activation"));
    QCOMPARE(text(contextOf(5).userMetadata), std::string("weights"));
    QVERIFY(m_recording.devices[0].events[9].context.isNone());
}

void TestSnapshotKeys::stacks()
{
    const std::string outer = "train|site-packages/train.py|7;";
    QCOMPARE(stackText(contextOf(1).stack), "linear|site-packages/linear.py|114;" + outer);
    QCOMPARE(stackText(contextOf(2).stack), "call|site-packages/call.py|3;" + outer);
    // traceback.format_stack ends with the innermost call.
    QCOMPARE(stackText(contextOf(3).forwardStack),
        std::string("a line of another form||0;linear|ops.py|3;forward|model.py|12;"));
    QVERIFY(contextOf(3).stack.isNone());
}

void TestSnapshotKeys::segmentsAndBlocks()
{
    const Device& device = m_recording.devices[0];
    const SegmentInfo& segment = device.after->segments[0];
    QCOMPARE(segment.address, high);
    QCOMPARE(segment.totalSize, std::uint64_t(2048));
    QVERIFY(!segment.isLarge && !segment.isExpandable && segment.context.isNone());
    QVERIFY(device.pools.at(segment.pool) == (PoolId{0, 3}));
    const auto blocks = device.after->blocksOf(segment);
    QCOMPARE(blocks.size(), std::size_t(2));
    QCOMPARE(blocks[0].state, BlockState::ActiveAllocated);
    QCOMPARE(blocks[0].requestedSize, std::uint64_t(500));
    QCOMPARE(m_recording.contexts[blocks[0].context].stack, contextOf(1).stack);
    QCOMPARE(blocks[1].address, high + 512);
    QCOMPARE(blocks[1].state, BlockState::Inactive);

    const Device& other = m_recording.devices[2];
    const SegmentInfo& expandable = other.after->segments[0];
    QVERIFY(expandable.isLarge && expandable.isExpandable);
    QCOMPARE(other.streams.at(expandable.stream), std::uint64_t(64));
    QVERIFY(other.pools.at(expandable.pool) == (PoolId{1, 0}));
    QCOMPARE(stackText(m_recording.contexts[expandable.context].stack),
        std::string("train|site-packages/train.py|7;"));
}

// Before PyTorch 2.1 blocks have no address and no frames, but a history of who had them.
void TestSnapshotKeys::oldBlocks()
{
    const SegmentList& list = *m_recording.devices[1].after;
    QCOMPARE(list.blocks.size(), std::size_t(3));
    QCOMPARE(list.blocks[0].address, std::uint64_t(1024));
    QCOMPARE(list.blocks[0].requestedSize, std::uint64_t(1000));
    QCOMPARE(list.blocks[0].state, BlockState::ActivePendingFree);
    QCOMPARE(stackText(m_recording.contexts[list.blocks[0].context].stack),
        std::string("linear|site-packages/linear.py|114;"));
    QCOMPARE(list.blocks[1].address, std::uint64_t(2048));
    QVERIFY(m_recording.contexts[list.blocks[1].context].stack.isNone());
    QCOMPARE(list.blocks[2].address, std::uint64_t(3072));
    QCOMPARE(list.blocks[2].requestedSize, std::uint64_t(1001));
    QCOMPARE(list.blocks[2].state, BlockState::ActivePendingFree); // spelled as the documentation does
}

void TestSnapshotKeys::annotations()
{
    struct Row {
        std::string name;
        std::int64_t startUs, endUs;
        std::uint64_t startEvent, endEvent;
        std::uint16_t device;
        AnnotationKind kind;
    };
    const Row rows[] = {
        {"earlier", begin, begin + 1, 0, 2, 0, AnnotationKind::Range},
        {"## forward ##", begin + 1, begin + 6, 1, 9, 0, AnnotationKind::Phase},
        {"inner", begin + 2, begin + 5, 2, 8, 0, AnnotationKind::Range},
        {"inner", begin + 3, begin + 3, 3, 5, 0, AnnotationKind::Range},
        {"ProfilerStep#1", begin + 9, Annotation::open, 1, UINT64_MAX, 2, AnnotationKind::Step},
    };
    QCOMPARE(m_recording.annotations.size(), std::size(rows));
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        const Annotation& annotation = m_recording.annotations[i];
        QCOMPARE(text(annotation.name), rows[i].name);
        QCOMPARE(annotation.startUs, rows[i].startUs);
        QCOMPARE(annotation.endUs, rows[i].endUs);
        QCOMPARE(annotation.startEvent, rows[i].startEvent);
        QCOMPARE(annotation.endEvent, rows[i].endEvent);
        QCOMPARE(annotation.device, rows[i].device);
        QCOMPARE(annotation.kind, rows[i].kind);
    }
}

void TestSnapshotKeys::settings()
{
    const std::string conf = "expandable_segments:True,roundup_power2_divisions:[256:1,512:2,>:4]";
    const std::pair<const char*, std::string> expected[] = {{"PYTORCH_CUDA_ALLOC_CONF", conf},
        {"max_split_size", "67108864"}, {"garbage_collection_threshold", "0.6"},
        {"expandable_segments", "true"}, {"roundup_power2_divisions", R"({"1":0,"256":1,"512":2,"1024":4})"},
        {"trace_alloc_overflowed", "[true,false,false]"}, {"trace_alloc_max_entries", "[10,10,10]"}};
    QCOMPARE(m_recording.allocatorConf, conf);
    QCOMPARE(m_recording.settings.size(), std::size(expected));
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        QCOMPARE(m_recording.settings[i].name, std::string(expected[i].first));
        QCOMPARE(m_recording.settings[i].value, expected[i].second);
    }
}

// What has no column stays as JSON, and so do values that a column takes for nothing.
void TestSnapshotKeys::keptKeys()
{
    const auto extraOf = [this](std::size_t event) { return text(contextOf(event).extra); };
    QCOMPARE(extraOf(0), std::string(R"({"compile_context":"N/A","user_metadata":""})"));
    QCOMPARE(extraOf(1), std::string());
    QCOMPARE(extraOf(2), std::string(R"({"user_metadata":{"epoch":1,"tag":"é\u000a\""}})"));
    QCOMPARE(extraOf(4), std::string(R"({"internal_metadata":"mallocWithAddress"})"));
    QCOMPARE(extraOf(7), std::string(R"({"action":"something_new"})"));
    const Frame& frame = m_recording.frames[m_recording.stacks[contextOf(2).stack].frame];
    QCOMPARE(text(frame.extra), std::string(R"({"fx_node_op":"call_module","fx_node_name":"fc1"})"));
    // A formatted line that would not come out of its parts again.
    std::string formatted;
    for (StackIndex place = contextOf(3).forwardStack; !place.isNone();
         place = m_recording.stacks[place].caller)
        formatted += text(m_recording.frames[m_recording.stacks[place].frame].extra) + ";";
    QCOMPARE(formatted,
        std::string(
            R"(;;{"formatted":"  File \"model.py\", line 12, in forward\u000a    x = self.fc(x)\u000a"};)"));

    const SegmentList& old = *m_recording.devices[1].after;
    const std::string inner = R"({"name":"linear","filename":"site-packages/linear.py","line":114})";
    const std::string older = R"x({"addr":1024,"real_size":900,"cpp_frames":["f()"]})x";
    QCOMPARE(text(m_recording.contexts[old.blocks[0].context].extra),
        R"({"history":[{"addr":1024,"real_size":1000,"frames":[)" + inner + "]}," + older + "]}");
    QCOMPARE(text(m_recording.contexts[old.blocks[1].context].extra),
        std::string(R"({"history":[{"addr":2048,"real_size":10}]})"));
    QCOMPARE(text(m_recording.contexts[old.blocks[2].context].extra),
        std::string(R"({"state":"active_awaiting_free"})"));
}

void TestSnapshotKeys::warnings()
{
    const auto has = [this](std::string_view part) {
        return std::any_of(m_recording.warnings.begin(), m_recording.warnings.end(),
            [part](const std::string& warning) { return warning.find(part) != std::string::npos; });
    };
    QVERIFY(has("Device 0: the beginning is missing: older events were overwritten"));
    QVERIFY(has("Device 1: the file holds no events"));
    QVERIFY(!has("internal_metadata"));
    QVERIFY(!has("fx_node_op"));
    QVERIFY(has("the unknown key \"written_by\" of the snapshot"));
    QVERIFY(has("events with the unknown action \"something_new\""));
    QVERIFY(has("an annotation of a device that the file does not hold"));
    QVERIFY(!has("time"));
}

void TestSnapshotKeys::texts()
{
    const Recording recording = read("texts_protocol4");
    const std::string replacement = "\xEF\xBF\xBD";
    const std::string expected[] = {replacement + replacement, std::string("a\0b", 3), "a\nb\\u0041", "שלום",
        "\U0001F600", std::string(100'000, 'x'), replacement, "'\"\\"};
    const EventColumns& events = recording.devices[0].events;
    QCOMPARE(events.size(), std::size(expected));
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Stack& stack = recording.stacks[recording.contexts[events[i].context].stack];
        const Frame& frame = recording.frames[stack.frame];
        QCOMPARE(std::string(recording.strings[frame.function]), expected[i]);
        QCOMPARE(frame.line, static_cast<std::uint32_t>(i));
    }
}

QTEST_GUILESS_MAIN(TestSnapshotKeys)
#include "tst_snapshot_keys.moc"
