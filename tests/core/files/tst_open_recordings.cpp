// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"
#include "core/files/natural_order.h"
#include "core/files/open_recording.h"
#include "core/files/open_recordings.h"
#include "core/files/tide_file.h"
#include "random_recording.h"
#include "recording_difference.h"
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

using Paths = std::vector<std::filesystem::path>;

std::string textOf(const Recording& recording, StringIndex index)
{
    return std::string(recording.strings[index]);
}

// A context followed to its texts, so that it can be compared across tables.
std::string contextText(const Recording& recording, ContextIndex index)
{
    const Context context = recording.contexts[index];
    std::string text;
    for (const StringIndex part :
        {context.thread, context.compileContext, context.userMetadata, context.category, context.extra})
        text += textOf(recording, part) + '\n';
    for (StackIndex stack : {context.stack, context.forwardStack}) {
        for (; !stack.isNone(); stack = recording.stacks[stack].caller) {
            const Frame frame = recording.frames[recording.stacks[stack].frame];
            text += textOf(recording, frame.function) + '|' + textOf(recording, frame.file) + '|'
                + std::to_string(frame.line) + '|' + std::to_string(int(frame.kind)) + '|'
                + textOf(recording, frame.extra) + '\n';
        }
        text += "--\n";
    }
    return text;
}

// The first event that differs, as a sentence; empty when none does.
std::string eventDifference(const Recording& left, const Device& a, const Recording& right, const Device& b)
{
    if (a.events.size() != b.events.size())
        return "the numbers of events";
    for (std::size_t i = 0; i < a.events.size(); ++i) {
        Event one = a.events[i];
        Event other = b.events[i];
        if (contextText(left, one.context) != contextText(right, other.context))
            return "the context of event " + std::to_string(i);
        one.context = other.context = {};
        if (one != other)
            return "event " + std::to_string(i);
    }
    return {};
}

// A device's labels with their texts, so that they can be compared across tables.
std::string labelTexts(const Recording& recording, const Device& device)
{
    std::string text;
    for (std::size_t i = 0; i < device.tensors.size(); ++i) {
        const TensorLabel& label = device.tensors[i];
        text += std::to_string(label.event) + '|' + std::to_string(label.address) + '|'
            + std::to_string(label.bytes) + '|' + std::to_string(int(label.category)) + '|'
            + std::to_string(int(label.dataType));
        for (const StringIndex part : {label.name, label.shape, label.operation})
            text += '|' + textOf(recording, part);
        text += '\n';
    }
    return text;
}

// Whether a merge must take it: the second rank's file has nothing of the first's GPU but markers.
bool tells(const Device& device)
{
    const auto has = [](const std::optional<SegmentList>& list) { return list && !list->segments.empty(); };
    const auto isMarker = [](Action action) {
        return action == Action::Snapshot || action == Action::Annotate || action == Action::UserDefined
            || action == Action::Unknown;
    };
    bool moves = false;
    for (std::size_t i = 0; i < device.events.size(); ++i)
        moves = moves || !isMarker(device.events.action()[i]);
    return moves || has(device.before) || has(device.after) || !device.curves.empty()
        || !device.statistics.empty() || device.lostEvents > 0;
}

bool mentions(const std::vector<std::string>& warnings, const std::string& words)
{
    return std::any_of(warnings.begin(), warnings.end(),
        [&](const std::string& warning) { return warning.find(words) != std::string::npos; });
}

} // namespace

class TestOpenRecordings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreInNaturalOrder_data();
    void namesAreInNaturalOrder();
    void ranksStandSideBySide();
    void mergedRanksEqualMemoryStats();
    void anyRecordingsMergeWithoutLoss();
    void aFolderGivesItsRecordings();
    void whatCannotBeReadIsLeftOut();
    void nothingToReadIsToldInOneLine();
    void progressAndCancelGoOverAllFiles();
    void oneFileIsAsIfOpenedAlone();

private:
    std::filesystem::path path(const QTemporaryDir& folder, const char* name) const
    {
        return folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    static void write(const std::filesystem::path& path, const QByteArray& bytes)
    {
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    static Paths ranks()
    {
        return {testDataFile(QStringLiteral("ddp_rank0.pickle")).toStdString(),
            testDataFile(QStringLiteral("ddp_rank1.pickle")).toStdString()};
    }
};

void TestOpenRecordings::namesAreInNaturalOrder_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::newRow("ranks") << QStringList{"rank0", "rank1", "rank2", "rank10", "rank11", "rank100"};
    QTest::newRow("two numbers") << QStringList{"a1_b2", "a1_b10", "a2_b1", "a10"};
    QTest::newRow("zeros") << QStringList{"r", "r000", "r0", "r1", "r01x", "r2"};
    QTest::newRow("beginnings") << QStringList{"", "1", "a", "a.b", "b"};
    QTest::newRow("huge") << QStringList{"9", "99999999999999999999999", "100000000000000000000000"};
}

void TestOpenRecordings::namesAreInNaturalOrder()
{
    QFETCH(QStringList, names);
    for (qsizetype i = 0; i < names.size(); ++i) {
        for (qsizetype k = 0; k < names.size(); ++k) {
            const bool isBefore = comesBefore(names[i].toStdString(), names[k].toStdString());
            const bool isBehind = comesBefore(names[k].toStdString(), names[i].toStdString());
            QVERIFY2(!(isBefore && isBehind), qPrintable(names[i] + QLatin1Char(' ') + names[k]));
            QCOMPARE(isBefore || isBehind, i != k);
            if (QTest::currentDataTag() != QByteArray("zeros"))
                QCOMPARE(isBefore, i < k);
        }
    }
}

void TestOpenRecordings::ranksStandSideBySide()
{
    const auto merged = openRecordings(ranks());
    QVERIFY2(merged.has_value(), merged ? "" : merged.error().message.c_str());
    QCOMPARE(merged->devices.size(), std::size_t(2)); // each rank lists both GPUs, and used one
    QCOMPARE(brokenReference(*merged), std::string());
    QVERIFY(merged->format.find("2 files") != std::string::npos);
    const AnalyzedRecording together = analyze(*merged);
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const auto alone = openRecording(ranks()[rank]);
        QVERIFY(alone.has_value());
        const AnalyzedRecording single = analyze(*alone);
        const auto own = std::size_t(
            std::find_if(alone->devices.begin(), alone->devices.end(), tells) - alone->devices.begin());
        const Device& device = together.recording.devices[rank];
        QCOMPARE(device.source, ranks()[rank].filename().string());
        QCOMPARE(eventDifference(*merged, device, *alone, alone->devices[own]), std::string());
        for (std::size_t position = 0; position <= device.events.size(); ++position)
            for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
                QCOMPARE(together.histories[rank].valueAt(curve, position),
                    single.histories[own].valueAt(curve, position));
    }
}

void TestOpenRecordings::mergedRanksEqualMemoryStats()
{
    const auto merged = openRecordings(ranks());
    QVERIFY(merged.has_value());
    const AnalyzedRecording analyzed = analyze(*merged);
    int compared = 0;
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const Device& device = analyzed.recording.devices[rank];
        std::vector<std::size_t> snapshots;
        for (std::size_t i = 0; i < device.events.size(); ++i)
            if (device.events.action()[i] == Action::Snapshot)
                snapshots.push_back(i);
        const auto truth =
            QJsonDocument::fromJson(testData(QStringLiteral("ddp_rank%1.truth.json").arg(rank))).object();
        for (const QJsonValue& mark : truth.value(QStringLiteral("marks")).toArray()) {
            const QJsonValue event = mark[QStringLiteral("snapshot_event")];
            const QJsonObject stats = mark[QStringLiteral("stats")].toObject();
            if (event.isNull() || stats.isEmpty())
                continue;
            const Level level =
                analyzed.histories[rank].levelAt(device, snapshots.at(std::size_t(event.toInt())) + 1);
            QCOMPARE(level.allocatedBytes, stats[QStringLiteral("allocated_bytes.all.current")].toInteger());
            QCOMPARE(level.reservedBytes, stats[QStringLiteral("reserved_bytes.all.current")].toInteger());
            QCOMPARE(level.requestedBytes, stats[QStringLiteral("requested_bytes.all.current")].toInteger());
            ++compared;
        }
    }
    QVERIFY(compared > 2);
}

void TestOpenRecordings::anyRecordingsMergeWithoutLoss()
{
    QTemporaryDir folder;
    Paths paths;
    std::vector<Recording> alone;
    for (std::uint64_t i = 0; i < 4; ++i) {
        paths.push_back(path(folder, qPrintable(QStringLiteral("part%1.tide").arg(i))));
        QVERIFY(writeTide(randomRecording(firstSeed() + i, 300, 50), paths.back()).has_value());
        const auto opened = openRecording(paths.back());
        QVERIFY(opened.has_value());
        alone.push_back(*opened);
    }
    const auto merged = openRecordings(paths);
    QVERIFY2(merged.has_value(), merged ? "" : merged.error().message.c_str());
    QCOMPARE(brokenReference(*merged), std::string());
    const AnalyzedRecording together = analyze(*merged);
    std::size_t place = 0;
    std::size_t marks = 0;
    std::size_t labels = 0;
    for (const Recording& part : alone) {
        const AnalyzedRecording single = analyze(part);
        for (std::size_t d = 0; d < part.devices.size(); ++d) {
            if (!tells(part.devices[d]))
                continue;
            QVERIFY(place < merged->devices.size());
            const Device& device = together.recording.devices[place];
            QCOMPARE(eventDifference(*merged, device, part, part.devices[d]), std::string());
            QCOMPARE(labelTexts(*merged, device), labelTexts(part, part.devices[d]));
            labels += device.tensors.size();
            QCOMPARE(device.streams, part.devices[d].streams);
            QCOMPARE(device.statistics.size(), part.devices[d].statistics.size());
            for (std::size_t position = 0; position <= device.events.size(); ++position)
                for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
                    QCOMPARE(together.histories[place].valueAt(curve, position),
                        single.histories[d].valueAt(curve, position));
            const auto isHere = [](std::size_t wanted) {
                return [wanted](const auto& item) { return item.device == wanted; };
            };
            QCOMPARE(std::count_if(merged->marks.begin(), merged->marks.end(), isHere(place)),
                std::count_if(part.marks.begin(), part.marks.end(), isHere(d)));
            QCOMPARE(std::count_if(merged->annotations.begin(), merged->annotations.end(), isHere(place)),
                std::count_if(part.annotations.begin(), part.annotations.end(), isHere(d)));
            marks += std::size_t(std::count_if(part.marks.begin(), part.marks.end(), isHere(d)));
            ++place;
        }
    }
    QCOMPARE(place, merged->devices.size());
    QCOMPARE(marks, merged->marks.size());
    QVERIFY(labels > 0);
    QVERIFY(std::is_sorted(merged->marks.begin(), merged->marks.end(),
        [](const Mark& left, const Mark& right) { return left.timeUs < right.timeUs; }));
}

void TestOpenRecordings::aFolderGivesItsRecordings()
{
    QTemporaryDir folder;
    for (const char* name : {"rank10.pickle", "rank2.pickle"})
        write(path(folder, name), testData(QStringLiteral("seed_example.pickle")));
    write(path(folder, "notes.txt"), "nothing of interest");
    write(path(folder, ".hidden"), "nothing");
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("inner")));
    write(path(folder, "inner/rank3.pickle"), testData(QStringLiteral("seed_example.pickle")));
    const auto recording = openRecordings(Paths{folder.path().toStdString()});
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QCOMPARE(recording->devices.size(), std::size_t(2));
    QCOMPARE(recording->devices[0].source, std::string("rank2.pickle"));
    QCOMPARE(recording->devices[1].source, std::string("rank10.pickle"));
    QVERIFY(recording->complete);
    QVERIFY(mentions(recording->warnings, "notes.txt was passed over: "));
    QVERIFY(!mentions(recording->warnings, "hidden") && !mentions(recording->warnings, "inner"));
}

void TestOpenRecordings::whatCannotBeReadIsLeftOut()
{
    QTemporaryDir folder;
    const QByteArray pickle = testData(QStringLiteral("seed_example.pickle"));
    write(path(folder, "good.pickle"), pickle);
    write(path(folder, "cut.pickle"), pickle.left(pickle.size() - 40));
    write(path(folder, "empty.pickle"), {});
    const auto recording = openRecordings(Paths{path(folder, "good.pickle"), path(folder, "missing.pickle"),
        path(folder, "empty.pickle"), path(folder, "cut.pickle")});
    QVERIFY(recording.has_value());
    QVERIFY(mentions(recording->warnings, "missing.pickle could not be opened: "));
    QVERIFY(mentions(recording->warnings, "empty.pickle could not be opened: the file is empty."));
    QVERIFY(mentions(recording->warnings, "cut.pickle: The file ends early"));
    QVERIFY(!recording->complete);
    QCOMPARE(recording->devices.front().source, std::string("good.pickle"));
}

void TestOpenRecordings::nothingToReadIsToldInOneLine()
{
    QTemporaryDir folder;
    const auto messageOf = [](const Paths& paths) {
        const auto recording = openRecordings(paths);
        return recording ? QString() : QString::fromStdString(recording.error().message);
    };
    const QString empty = messageOf({folder.path().toStdString()});
    QVERIFY2(empty.contains(QStringLiteral("no file in this folder")), qPrintable(empty));
    write(path(folder, "a.txt"), "a");
    write(path(folder, "b.txt"), "b");
    const QString none = messageOf({folder.path().toStdString()});
    QVERIFY2(none.startsWith(QStringLiteral("none of 2 files could be opened; the first, a.txt: ")),
        qPrintable(none));
    QVERIFY(!none.contains(QLatin1Char('\n')));
    QVERIFY(!messageOf({}).isEmpty());
}

void TestOpenRecordings::progressAndCancelGoOverAllFiles()
{
    Progress progress;
    std::size_t previews = 0;
    const auto recording = openRecordings(
        ranks(), {&progress, {}, [&](const Recording& soFar) { previews += soFar.devices.size(); }});
    QVERIFY(recording.has_value());
    std::uint64_t size = 0;
    for (const auto& path : ranks())
        size += std::filesystem::file_size(path);
    QCOMPARE(progress.total.load(), size);
    QCOMPARE(progress.done.load(), size);
    QCOMPARE(previews, std::size_t(1));
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = openRecordings(ranks(), {nullptr, stop.get_token(), nullptr});
    QVERIFY(!stopped.has_value());
    QVERIFY(stopped.error().message.find("cancelled") != std::string::npos);
}

void TestOpenRecordings::oneFileIsAsIfOpenedAlone()
{
    for (const auto& path : ranks()) {
        const auto one = openRecordings(Paths{path});
        const auto same = openRecording(path);
        QVERIFY(one.has_value() && same.has_value());
        QCOMPARE(differenceOf(*one, *same), std::string());
        QCOMPARE(one->format, same->format);
        QVERIFY(one->devices.front().source.empty());
    }
}

QTEST_GUILESS_MAIN(TestOpenRecordings)
#include "tst_open_recordings.moc"
