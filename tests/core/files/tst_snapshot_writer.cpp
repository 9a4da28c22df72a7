// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that never were snapshots, written as such: what a recorder saw, and whatever chance makes.
#include "core/files/pickle_writer/pickle_output.h"
#include "core/files/snapshot_reader.h"
#include "core/files/snapshot_writer.h"
#include "core/trace/recording_builder.h"
#include "random_recording.h"
#include "snapshot_summary.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestSnapshotWriter : public QObject {
    Q_OBJECT

private slots:
    void numbers();
    void values();
    void marksAndAnnotations();
    void framesWithoutFiles();
    void devicesAndTheirLists();
    void recordersOptions();
    void leftOut();
    void chance_data();
    void chance();
    void longListsComeInBatches();
    void refused();
    void nothingIsLeftBehind();

private:
    Recording throughPickle(const Recording& recording);
    QByteArray pickled(const Recording& recording);
    QString path() const { return m_folder.filePath(QStringLiteral("made.pickle")); }

    QTemporaryDir m_folder;
};

namespace {

constexpr std::uint64_t largestSize = std::uint64_t(1) << 48; // that the reader believes

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// A device with one event, so that it is one.
Device deviceWithEvent(int ordinal)
{
    Device device;
    device.ordinal = ordinal;
    device.events.append({1000, 512, 100, {}, 0, 0, Action::Alloc});
    return device;
}

std::string stackText(const Recording& recording, StackIndex stack)
{
    std::string text;
    for (; !stack.isNone(); stack = recording.stacks[stack].caller) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        text += std::string(recording.strings[frame.function]) + "|"
            + std::string(recording.strings[frame.file]) + "|" + std::to_string(frame.line) + ";";
    }
    return text;
}

} // namespace

QByteArray TestSnapshotWriter::pickled(const Recording& recording)
{
    if (const auto written = writeSnapshot(recording, path().toStdString()); !written)
        qFatal("%s", written.error().message.c_str());
    return contentOf(path());
}

Recording TestSnapshotWriter::throughPickle(const Recording& recording)
{
    const QByteArray bytes = pickled(recording);
    auto read = readSnapshot(bytesOf(bytes));
    if (!read)
        qFatal("%s", read.error().message.c_str());
    return std::move(*read);
}

// The forms that Python gives them: pickletools.dis(pickle.dumps([...], 4)).
void TestSnapshotWriter::numbers()
{
    auto file = OutputFile::create(path().toStdString());
    QVERIFY(file.has_value());
    PickleOutput out(*file);
    for (const std::int64_t value : {std::int64_t(0), std::int64_t(255), std::int64_t(256),
             std::int64_t(65535), std::int64_t(65536), std::int64_t(INT32_MAX), std::int64_t(INT32_MAX) + 1,
             std::int64_t(-1), std::int64_t(INT32_MIN), std::int64_t(INT32_MIN) - 1, INT64_MIN})
        out.integer(value);
    out.natural(std::uint64_t(1) << 63);
    out.natural(UINT64_MAX);
    out.real(0.6);
    QVERIFY(out.finish().has_value());
    QVERIFY(file->commit().has_value());
    const QByteArray expected = QByteArray::fromHex("8004"
                                                    "4b00"
                                                    "4bff"
                                                    "4d0001"
                                                    "4dffff"
                                                    "4a00000100"
                                                    "4affffff7f"
                                                    "8a050000008000"
                                                    "4affffffff"
                                                    "4a00000080"
                                                    "8a05ffffff7fff"
                                                    "8a080000000000000080"
                                                    "8a09000000000000008000"
                                                    "8a09ffffffffffffffff00"
                                                    "473fe3333333333333"
                                                    "2e");
    QCOMPARE(contentOf(path()).toHex(), expected.toHex());
}

// Settings keep their types; a text that looks like another type stays a text.
void TestSnapshotWriter::values()
{
    Recording recording;
    recording.devices.push_back(deviceWithEvent(0));
    recording.settings = {{"PYTORCH_CUDA_ALLOC_CONF", "\"1\""}, {"max_split_size", "-1"},
        {"garbage_collection_threshold", "0.0"}, {"expandable_segments", "true"}, {"nothing", "null"},
        {"roundup_power2_divisions", R"({"1":0,"2":8})"}, {"list", "[true,[],{}]"}, {"text", "a b"},
        {"huge", "18446744073709551615"}};
    const Recording read = throughPickle(recording);
    QCOMPARE(read.allocatorConf, std::string("1"));
    QCOMPARE(read.settings.size(), recording.settings.size());
    for (std::size_t i = 0; i < read.settings.size(); ++i) {
        QCOMPARE(read.settings[i].name, recording.settings[i].name);
        QCOMPARE(read.settings[i].value, recording.settings[i].value);
    }
}

void TestSnapshotWriter::marksAndAnnotations()
{
    RecordingBuilder builder;
    Recording& recording = builder.recording();
    recording.devices.push_back(deviceWithEvent(3));
    const StringIndex outer = builder.string("step 1");
    const StringIndex inner = builder.string("forward");
    recording.annotations = {{10, 100, 0, 1, outer, 0, AnnotationKind::Step},
        {10, 50, 0, 1, inner, 0, AnnotationKind::Phase}, {50, 100, 0, 1, inner, 0, AnnotationKind::Phase},
        {200, Annotation::open, 1, UINT64_MAX, outer, 0, AnnotationKind::Step}};
    recording.marks = {
        {50, 0, 0, builder.string("here"), 0, MarkKind::Named}, {60, 0, 4096, {}, 0, MarkKind::EmptyCache}};
    const Recording read = throughPickle(builder.snapshot());
    std::string told;
    for (const Annotation& annotation : read.annotations)
        told += std::string(read.strings[annotation.name]) + " " + std::to_string(annotation.startUs) + "-"
            + (annotation.endUs == Annotation::open ? "" : std::to_string(annotation.endUs)) + "; ";
    QCOMPARE(told,
        std::string(
            "step 1 10-100; forward 10-50; forward 50-100; here 50-50; empty_cache 60-60; step 1 200-; "));
    QCOMPARE(read.devices.at(read.annotations.front().device).ordinal, 3);
}

void TestSnapshotWriter::framesWithoutFiles()
{
    RecordingBuilder builder;
    const auto frame = [&](const char* function, const char* file, FrameKind kind) {
        return builder.frame({builder.string(function), builder.string(file), 0, kind, {}});
    };
    StackIndex stack = builder.stack(frame("main", "main.cpp", FrameKind::Source), {});
    stack = builder.stack(frame("layer1.conv", "", FrameKind::Scope), stack);
    stack = builder.stack(frame("aten::conv2d", "", FrameKind::Operation), stack);
    Device device;
    Context context;
    context.stack = stack;
    device.events.append({1000, 512, 100, builder.context(context), 0, 0, Action::Alloc});
    builder.recording().devices.push_back(device);
    const Recording read = throughPickle(builder.snapshot());
    const Event event = read.devices.at(0).events[0];
    QCOMPARE(stackText(read, read.contexts[event.context].stack),
        std::string("aten::conv2d|??|0;layer1.conv|??|0;main|main.cpp|0;"));
    QVERIFY(read.contexts[event.context].extra.isNone());
}

void TestSnapshotWriter::devicesAndTheirLists()
{
    Recording recording;
    for (const int ordinal : {2, 0, -1, -3})
        recording.devices.push_back(deviceWithEvent(ordinal));
    recording.devices[0].streams.push_back(static_cast<std::uint64_t>(-8));
    recording.devices[0].events.append({1001, UINT64_MAX - 511, 100, {}, 1, 0, Action::Oom});
    const Recording read = throughPickle(recording);
    const int expected[] = {0, 2, -3, -1};
    QCOMPARE(read.devices.size(), std::size(expected));
    for (std::size_t i = 0; i < read.devices.size(); ++i)
        QCOMPARE(read.devices[i].ordinal, expected[i]);
    const Event oom = read.devices[1].events[1];
    QCOMPARE(oom.address, UINT64_MAX - 511);
    QCOMPARE(read.devices[1].streams.at(oom.stream), static_cast<std::uint64_t>(-8));
}

// What a recorder was told is none of the allocator's settings.
void TestSnapshotWriter::recordersOptions()
{
    Recording recording;
    recording.format = "Tidemark recording";
    recording.allocatorConf = "max_split_size_mb:64";
    recording.settings = {{"steps", "20"}};
    recording.devices.push_back(deviceWithEvent(0));
    const Recording read = throughPickle(recording);
    QCOMPARE(read.settings.size(), std::size_t(1));
    QCOMPARE(read.settings[0].name, std::string("PYTORCH_CUDA_ALLOC_CONF"));
    QCOMPARE(read.allocatorConf, recording.allocatorConf);
    QCOMPARE(leftOutOfSnapshot(recording),
        std::vector<std::string>{"A snapshot has no place for 1 option of the run: left out."});
}

void TestSnapshotWriter::leftOut()
{
    Recording recording;
    recording.devices.push_back(deviceWithEvent(0));
    QVERIFY(leftOutOfSnapshot(recording).empty());
    recording.devices[0].statistics.resize(2);
    recording.devices[0].curves.resize(1);
    recording.devices[0].driver.push_back({});
    recording.devices[0].tensors.push_back({});
    const std::vector<std::string> sentences = leftOutOfSnapshot(recording);
    QCOMPARE(sentences.size(), std::size_t(4));
    QCOMPARE(sentences[2], std::string("A snapshot has no place for 1 label of a tensor: left out."));
    QCOMPARE(sentences[0],
        std::string("A snapshot has no place for 2 samples of the allocator's statistics: left out."));
    QCOMPARE(
        sentences[1], std::string("A snapshot has no place for 1 sample of the driver's figures: left out."));
}

void TestSnapshotWriter::chance_data()
{
    QTest::addColumn<quint64>("seed");
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + 40; ++seed)
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << quint64(seed);
}

// Any recording becomes a pickle that opens and holds the same events; texts that are no UTF-8 are made
// readable, and what says a size that cannot be is not believed.
void TestSnapshotWriter::chance()
{
    QFETCH(quint64, seed);
    const Recording recording = randomRecording(seed, 300);
    const Recording read = throughPickle(recording);
    for (const Device& device : recording.devices) {
        const auto found = std::find_if(read.devices.begin(), read.devices.end(),
            [&](const Device& other) { return other.ordinal == device.ordinal; });
        QVERIFY(found != read.devices.end());
        QCOMPARE(found->events.size(), device.events.size());
        for (std::size_t i = 0; i < device.events.size(); ++i) {
            const Event event = device.events[i];
            const Event other = found->events[i];
            QCOMPARE(other.address, event.address);
            QCOMPARE(found->streams.at(other.stream), device.streams[event.stream]);
            QVERIFY(found->pools.at(other.pool) == device.pools[event.pool]);
            if (event.size > largestSize)
                continue;
            QCOMPARE(other.size, event.size);
            QCOMPARE(other.action, event.action);
        }
    }
    // A second time there is nothing left that a snapshot could not hold.
    const QByteArray once = pickled(read);
    QCOMPARE(pickled(throughPickle(read)), once);
}

// PyTorch's viewer spreads a batch over the arguments of one call, of which there must not be too many.
void TestSnapshotWriter::longListsComeInBatches()
{
    Recording recording;
    recording.devices.emplace_back();
    for (int i = 0; i < 2500; ++i)
        recording.devices[0].events.append({1000 + i, 512, 100, {}, 0, 0, Action::Alloc});
    const QByteArray bytes = pickled(recording);
    QCOMPARE(bytes.count("ue("), 2); // two batches end and another begins
    QCOMPARE(throughPickle(recording).devices.at(0).events.size(), std::size_t(2500));
}

void TestSnapshotWriter::refused()
{
    Recording recording;
    recording.devices = {deviceWithEvent(1), deviceWithEvent(1)};
    const auto twice = writeSnapshot(recording, path().toStdString());
    QVERIFY(!twice.has_value());
    QVERIFY(twice.error().message.find("several of its devices have the number 1") != std::string::npos);
    recording.devices = {deviceWithEvent(5000)};
    QVERIFY(!writeSnapshot(recording, path().toStdString()).has_value());
}

void TestSnapshotWriter::nothingIsLeftBehind()
{
    Recording recording;
    recording.devices.push_back(deviceWithEvent(0));
    QVERIFY(!writeSnapshot(recording, m_folder.filePath(QStringLiteral("no/such.pickle")).toStdString()));
    const QString target = m_folder.filePath(QStringLiteral("cancelled.pickle"));
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = writeSnapshot(recording, target.toStdString(), nullptr, stop.get_token());
    QCOMPARE(cancelled.error().message, std::string("Saving was cancelled."));
    QVERIFY(!QFile::exists(target) && !QFile::exists(target + QStringLiteral(".part")));
}

QTEST_GUILESS_MAIN(TestSnapshotWriter)
#include "tst_snapshot_writer.moc"
