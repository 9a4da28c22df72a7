// SPDX-License-Identifier: GPL-3.0-or-later
// Every recording of tests/data holds what Python's own pickle module finds in it.
#include "core/files/snapshot_reader.h"
#include "recording_difference.h"
#include "snapshot_summary.h"
#include "tests/support/test_data.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestSnapshotFiles : public QObject {
    Q_OBJECT

private slots:
    void asPythonReadsIt_data();
    void asPythonReadsIt();
    void history_data();
    void history();
    void identicalInEveryProtocol_data();
    void identicalInEveryProtocol();
    void sameInAnyOrderOfKeys();
    void progressAndCancel();
};

namespace {

Recording read(const QString& name)
{
    const QByteArray bytes = testData(name);
    auto recording = readSnapshot(bytesOf(bytes));
    if (!recording)
        qFatal("%s: %s", qPrintable(name), recording.error().message.c_str());
    return *recording;
}

} // namespace

void TestSnapshotFiles::asPythonReadsIt_data()
{
    QTest::addColumn<QString>("name");
    const nlohmann::json summaries = expectedSummaries();
    for (const auto& [name, summary] : summaries.items())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestSnapshotFiles::asPythonReadsIt()
{
    QFETCH(QString, name);
    QVERIFY(looksLikeSnapshot(bytesOf(testData(name).first(16))));
    const Recording recording = read(name);
    QVERIFY(recording.complete);
    QCOMPARE(brokenReference(recording), std::string());

    nlohmann::json expected = expectedSummaries()[name.toStdString()];
    for (auto& device : expected["devices"]) {
        const bool fills = device["fills"];
        device.erase("fills");
        if (fills)
            continue;
        // A made-up file whose blocks contradict their segments: they are mended, and that is said.
        for (const char* key : {"blocks", "block_addresses", "block_sizes", "block_stacks", "active_blocks",
                 "active_bytes", "requested_bytes"})
            device.erase(key);
        QVERIFY(recording.warnings.size() >= 2);
    }
    QCOMPARE(summaryDifference(expected, summaryOf(recording)), std::string());
}

void TestSnapshotFiles::history_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("history");
    QTest::addColumn<int>("warnings");
    const auto add = [](const char* name, History history, int warnings) {
        QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(history) << warnings;
    };
    for (const char* name : {"annotations", "cpp_stacks", "ddp_rank0", "ddp_rank1", "deit_small", "deit_tiny",
             "expandable", "expandable_vary", "graphs", "graphs_freed", "oom", "rand", "rand_small",
             "rand_streams", "record_stream", "roundup", "seed_example", "split_gc", "vary", "vgg",
             "vgg_ckpt", "outside/torch26_small"})
        add(name, History::Whole, 0);
    for (const char* name : {"wrapped", "segments_only", "outside/torch20_history", "outside/torch20_oom",
             "outside/torch211_inference", "outside/torch211_training", "outside/torch26_bf16"})
        add(name, History::Partial, 1);
    add("segments_only_list", History::None, 1);
}

void TestSnapshotFiles::history()
{
    QFETCH(QString, name);
    QFETCH(int, history);
    QFETCH(int, warnings);
    const Recording recording = read(name + QStringLiteral(".pickle"));
    for (const Device& device : recording.devices)
        QCOMPARE(static_cast<int>(device.history), history);
    QCOMPARE(static_cast<int>(recording.warnings.size()), warnings);
}

void TestSnapshotFiles::identicalInEveryProtocol_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("same");
    for (const char* name : {"vgg", "small", "everything", "texts"}) {
        for (int protocol = 0; protocol <= 5; ++protocol)
            QTest::addRow("%s, protocol %d", name, protocol)
                << QStringLiteral("%1_protocol%2").arg(QLatin1String(name)).arg(protocol)
                << QStringLiteral("%1_protocol4").arg(QLatin1String(name));
    }
    for (const char* name : {"vgg_optimized", "vgg_torch", "small_torch"})
        QTest::newRow(name)
            << QString::fromLatin1(name)
            << QStringLiteral("%1_protocol4").arg(QString::fromLatin1(name).section(QLatin1Char('_'), 0, 0));
}

void TestSnapshotFiles::identicalInEveryProtocol()
{
    QFETCH(QString, name);
    QFETCH(QString, same);
    const auto file = [](const QString& stem) { return QStringLiteral("snapshots/%1.pickle").arg(stem); };
    const QByteArray bytes = testData(file(name));
    QVERIFY(looksLikeSnapshot(bytesOf(bytes.first(16))));
    const Recording recording = read(file(name));
    QVERIFY(recording.devices.size() >= 1 && recording.devices.front().events.size() >= 8);
    QCOMPARE(brokenReference(recording), std::string());
    QCOMPARE(differenceOf(recording, read(file(same))), std::string());
}

void TestSnapshotFiles::sameInAnyOrderOfKeys()
{
    nlohmann::json expected = expectedSummaries()["vgg.pickle"];
    expected["devices"]["0"].erase("fills");
    expected.erase("settings"); // their order is the file's
    QCOMPARE(summaryDifference(expected, summaryOf(read(QStringLiteral("snapshots/vgg_shuffled.pickle")))),
        std::string());
    expected["devices"]["0"]["events"] = 1049;
    QVERIFY(!summaryDifference(expected, summaryOf(read(QStringLiteral("vgg.pickle")))).empty());
}

void TestSnapshotFiles::progressAndCancel()
{
    const QByteArray bytes = testData(QStringLiteral("vary.pickle"));
    Progress progress;
    QVERIFY(readSnapshot(bytesOf(bytes), {&progress, {}, nullptr}));
    QCOMPARE(progress.total.load(), static_cast<std::uint64_t>(bytes.size()));
    QCOMPARE(progress.done.load(), progress.total.load());

    std::stop_source source;
    source.request_stop();
    const auto cancelled = readSnapshot(bytesOf(bytes), {&progress, source.get_token(), nullptr});
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().message, std::string("reading was cancelled."));
    QVERIFY(progress.done.load() < progress.total.load());
}

QTEST_GUILESS_MAIN(TestSnapshotFiles)
#include "tst_snapshot_files.moc"
