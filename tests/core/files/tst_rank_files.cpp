// SPDX-License-Identifier: GPL-3.0-or-later
// The recordings of a job's ranks, opened together.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/devices/device_labels.h"
#include "core/files/open_recordings.h"
#include "core/files/tide_file.h"
#include "core/trace/recording_builder.h"
#include "tests/support/setting_of.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

using Paths = std::vector<std::filesystem::path>;

// As tidemark-record leaves it: `rank` allocates rank + 1 blocks of its own size. -1: of no job.
Recording recordingOf(int rank, const char* batch = "8")
{
    RecordingBuilder builder;
    Recording& recording = builder.recording();
    recording.allocatorConf = "max_split_size_mb:64";
    recording.settings = {{"batch", batch}, {"seed", std::to_string(2 + rank)}};
    if (rank >= 0) {
        recording.settings.push_back({"rank", std::to_string(rank)});
        recording.settings.push_back({"world_size", "12"});
    }
    const std::string own = "rank " + std::to_string(rank);
    Device& device = recording.devices.emplace_back();
    device.name = "cpu";
    device.history = History::Whole;
    for (int i = 0; i <= rank; ++i) {
        Event event;
        event.action = i == 0 ? Action::SegmentAlloc : Action::Alloc;
        event.address = 0x1000'0000 + static_cast<std::uint64_t>(i > 1 ? i - 1 : 0) * 512;
        event.size = i == 0 ? 2 * 1024 * 1024 : 512;
        event.timeUs = 1000 - rank;
        device.events.append(event);
    }
    Annotation annotation;
    annotation.name = builder.string(own);
    annotation.startUs = 1000 - rank;
    recording.annotations.push_back(annotation);
    Mark mark;
    mark.name = builder.string(own);
    mark.timeUs = 1000 - rank;
    mark.value = rank;
    recording.marks.push_back(mark);
    return builder.snapshot();
}

} // namespace

class TestRankFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksAreInTheirOrder_data();
    void ranksAreInTheirOrder();
    void otherSettingsThatDifferAreTold();
    void withoutAllRanksTheOrderStays();

private:
    std::filesystem::path write(const Recording& recording, const QString& name)
    {
        const std::filesystem::path path = m_folder.filePath(name).toStdString();
        if (const auto written = writeTide(recording, path); !written)
            QTest::qFail(written.error().message.c_str(), __FILE__, __LINE__);
        return path;
    }

    QTemporaryDir m_folder;
};

void TestRankFiles::ranksAreInTheirOrder_data()
{
    QTest::addColumn<QList<int>>("given");
    QTest::addColumn<QList<int>>("expected");
    QTest::newRow("in order") << QList<int>{1, 2, 3} << QList<int>{1, 2, 3};
    QTest::newRow("as a shell lists them") << QList<int>{1, 10, 11, 2} << QList<int>{1, 2, 10, 11};
    QTest::newRow("backwards") << QList<int>{3, 2, 1} << QList<int>{1, 2, 3};
    QTest::newRow("the same twice") << QList<int>{4, 1, 4} << QList<int>{1, 4, 4};
}

void TestRankFiles::ranksAreInTheirOrder()
{
    QFETCH(const QList<int>, given);
    QFETCH(const QList<int>, expected);
    Paths paths;
    for (const int rank : given)
        paths.push_back(write(recordingOf(rank), QStringLiteral("%1-%2.tide").arg(paths.size()).arg(rank)));
    const auto merged = openRecordings(paths);
    QVERIFY2(merged, merged ? "" : merged.error().message.c_str());
    QVERIFY2(merged->warnings.empty(), merged->warnings.empty() ? "" : merged->warnings.front().c_str());
    QCOMPARE(merged->devices.size(), std::size_t(expected.size()));
    for (std::size_t i = 0; i < merged->devices.size(); ++i) {
        const Device& device = merged->devices[i];
        const int rank = expected[qsizetype(i)];
        QCOMPARE(device.events.size(), std::size_t(rank + 1));
        QCOMPARE(rankOf(*merged, device), std::optional(rank));
        QCOMPARE(settingOf(device.settings, "seed"), std::to_string(2 + rank));
        QCOMPARE(device.allocatorConf, std::string("max_split_size_mb:64"));
    }
    QCOMPARE(settingOf(merged->settings, "batch"), std::string("8"));
    QCOMPARE(settingOf(merged->settings, "rank"), std::string());
    QCOMPARE(merged->allocatorConf, std::string("max_split_size_mb:64"));
    for (const Mark& mark : merged->marks)
        QCOMPARE(std::int64_t(expected[mark.device]), mark.value);
    for (const Annotation& annotation : merged->annotations)
        QCOMPARE(std::string(merged->strings[annotation.name]),
            "rank " + std::to_string(expected[annotation.device]));
    QVERIFY(std::is_sorted(merged->marks.begin(), merged->marks.end(),
        [](const Mark& one, const Mark& other) { return one.timeUs < other.timeUs; }));
    const std::string first = "rank " + std::to_string(expected.front());
    QVERIFY(deviceLabels(*merged).front().starts_with(first));
}

void TestRankFiles::otherSettingsThatDifferAreTold()
{
    const auto merged =
        openRecordings(Paths{write(recordingOf(2, "8"), "b.tide"), write(recordingOf(1, "16"), "a.tide")});
    QVERIFY(merged);
    QCOMPARE(merged->warnings.size(), std::size_t(1));
    QVERIFY(merged->settings.empty());
    QCOMPARE(settingOf(merged->devices.at(0).settings, "batch"), std::string("16"));
    QCOMPARE(settingOf(merged->devices.at(1).settings, "batch"), std::string("8"));
}

void TestRankFiles::withoutAllRanksTheOrderStays()
{
    Recording other = recordingOf(5);
    std::erase_if(other.settings, [](const Setting& setting) { return setting.name == "rank"; });
    const auto merged = openRecordings(Paths{write(other, "other.tide"), write(recordingOf(1), "one.tide")});
    QVERIFY(merged);
    QCOMPARE(merged->devices.at(0).events.size(), std::size_t(6));
    QCOMPARE(merged->devices.at(1).events.size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestRankFiles)
#include "tst_rank_files.moc"
