// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/recorder_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

const QStringList playground = {QStringLiteral("--workload"), QStringLiteral("playground")};

} // namespace

class RecordAllocatorsTest : public QObject {
    Q_OBJECT

private slots:
    void refusals_data();
    void refusals();
    void theRecordingSaysWhose_data();
    void theRecordingSaysWhose();
    void settingsOfTheEnvironment_data();
    void settingsOfTheEnvironment();
    void aRefusedStartTakesNothingAway();
};

void RecordAllocatorsTest::refusals_data()
{
    QTest::addColumn<QString>("allocator");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing to record") << "native"
                                       << "keeps no cache";
    QTest::newRow("unknown") << "mimalloc"
                             << "'mimalloc' is no allocator: use native or tidemark.";
}

void RecordAllocatorsTest::refusals()
{
    QFETCH(QString, allocator);
    QFETCH(QString, sentence);
    const PlainRun run = runRecorder(playground + QStringList{QStringLiteral("--allocator"), allocator});
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.startsWith("--allocator: ") && run.errors.contains(sentence.toUtf8()),
        run.errors.constData());
    QVERIFY(run.output.isEmpty());
}

void RecordAllocatorsTest::theRecordingSaysWhose_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("as usual") << playground;
    QTest::newRow("asked for") << playground
            + QStringList{QStringLiteral("--allocator"), QStringLiteral("tidemark")};
}

void RecordAllocatorsTest::theRecordingSaysWhose()
{
    QFETCH(QStringList, arguments);
    RecorderProcess process(arguments);
    process.closeInput();
    QCOMPARE(process.waitForEnd().value_or(-1), 0);
    const auto settings = process.recording().settings;
    const auto found = std::find_if(
        settings.begin(), settings.end(), [](const Setting& setting) { return setting.name == "allocator"; });
    QVERIFY(found != settings.end());
    QCOMPARE(found->value, std::string("tidemark"));
}

void RecordAllocatorsTest::settingsOfTheEnvironment_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("conf");
    const QByteArray expandable = "expandable_segments:True";
    QTest::newRow("today's") << QByteArray("PYTORCH_ALLOC_CONF") << playground << expandable;
    QTest::newRow("the older") << QByteArray("PYTORCH_CUDA_ALLOC_CONF") << playground << expandable;
    QTest::newRow("the command line comes first")
        << QByteArray("PYTORCH_ALLOC_CONF")
        << playground + QStringList{QStringLiteral("--conf"), QStringLiteral("max_split_size_mb:64")}
        << QByteArray("max_split_size_mb:64");
}

void RecordAllocatorsTest::settingsOfTheEnvironment()
{
    QFETCH(const QByteArray, variable);
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, conf);
    qputenv(variable.constData(), "expandable_segments:True");
    RecorderProcess process(arguments);
    process.closeInput();
    const auto code = process.waitForEnd();
    qunsetenv(variable.constData());
    QCOMPARE(code.value_or(-1), 0);
    QCOMPARE(process.recording().allocatorConf, conf.toStdString());
}

void RecordAllocatorsTest::aRefusedStartTakesNothingAway()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("kept.tide")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("precious");
    file.close();
    // No machine has so many devices, and most have none.
    const PlainRun run = runRecorder(playground
        + QStringList{
            QStringLiteral("--device"), QStringLiteral("cuda:127"), QStringLiteral("-o"), file.fileName()});
    QCOMPARE(run.exitCode, 1);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("precious"));
}

QTEST_GUILESS_MAIN(RecordAllocatorsTest)
#include "tst_record_allocators.moc"
