// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/job_rank.h"

#include <QMap>
#include <QtTest>

using namespace tidemark;

namespace {

using Variables = QMap<QByteArray, QByteArray>;

JobRank::Environment environmentOf(const Variables& variables)
{
    return [&variables](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->constData();
    };
}

// "RANK=1 WORLD_SIZE=4"
Variables variablesOf(const QByteArray& text)
{
    Variables variables;
    for (const QByteArray& word : text.split(' ')) {
        if (const auto equals = word.indexOf('='); equals > 0)
            variables.insert(word.left(equals), word.mid(equals + 1));
    }
    return variables;
}

} // namespace

class TestJobRank : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void accepted_data();
    void accepted();
    void noJob_data();
    void noJob();
    void refused_data();
    void refused();
    void names_data();
    void names();
    void aSharedNameIsRefused();
};

void TestJobRank::accepted_data()
{
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("worldSize");
    QTest::addColumn<int>("localRank");
    const auto row = [](const char* environment, int rank, int worldSize, int localRank) {
        QTest::newRow(environment) << QByteArray(environment) << rank << worldSize << localRank;
    };
    row("RANK=0 WORLD_SIZE=1 LOCAL_RANK=0", 0, 1, 0);
    row("RANK=3 WORLD_SIZE=4 LOCAL_RANK=1 MASTER_ADDR=nonsense", 3, 4, 1);
    row("RANK=3 WORLD_SIZE=4", 3, 4, -1);
    row("RANK=3 WORLD_SIZE=4 LOCAL_RANK=", 3, 4, -1);
    row("RANK=1048575 WORLD_SIZE=1048576 LOCAL_RANK=127", 1048575, 1048576, 127);
}

void TestJobRank::accepted()
{
    QFETCH(const QByteArray, environment);
    QFETCH(const int, rank);
    QFETCH(const int, worldSize);
    QFETCH(const int, localRank);
    const Variables variables = variablesOf(environment);
    const auto job = JobRank::from(environmentOf(variables));
    QVERIFY2(job, job ? "" : job.error().message.c_str());
    QVERIFY(job->has_value());
    QCOMPARE((*job)->rank, rank);
    QCOMPARE((*job)->worldSize, worldSize);
    QCOMPARE((*job)->localRank.value_or(-1), localRank);
}

void TestJobRank::noJob_data()
{
    QTest::addColumn<QByteArray>("environment");
    for (const char* environment : {"", "RANK=", "WORLD_SIZE=x", "LOCAL_RANK=1 WORLD_SIZE=4"})
        QTest::newRow(environment) << QByteArray(environment);
}

void TestJobRank::noJob()
{
    QFETCH(const QByteArray, environment);
    const Variables variables = variablesOf(environment);
    const auto job = JobRank::from(environmentOf(variables));
    QVERIFY(job && !job->has_value());
}

void TestJobRank::refused_data()
{
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* environment, const char* says) {
        QTest::newRow(environment) << QByteArray(environment) << QByteArray(says);
    };
    row("RANK=1", "not WORLD_SIZE");
    row("RANK=x WORLD_SIZE=4", "RANK=x");
    row("RANK=-1 WORLD_SIZE=4", "RANK=-1");
    row("RANK=+1 WORLD_SIZE=4", "RANK=+1");
    row("RANK=1.5 WORLD_SIZE=4", "RANK=1.5");
    row("RANK=4 WORLD_SIZE=4", "from 0 to 3");
    row("RANK=1 WORLD_SIZE=0", "WORLD_SIZE=0");
    row("RANK=1 WORLD_SIZE=99999999999999999999", "WORLD_SIZE=99999999999999999999");
    row("RANK=1 WORLD_SIZE=1048577", "from 1 to 1048576");
    row("RANK=1 WORLD_SIZE=4 LOCAL_RANK=4", "LOCAL_RANK=4");
    row("RANK=1 WORLD_SIZE=400 LOCAL_RANK=128", "from 0 to 127");
    row("RANK=1 WORLD_SIZE=4 LOCAL_RANK=one", "LOCAL_RANK=one");
}

void TestJobRank::refused()
{
    QFETCH(const QByteArray, environment);
    QFETCH(const QByteArray, says);
    const Variables variables = variablesOf(environment);
    const auto job = JobRank::from(environmentOf(variables));
    QVERIFY(!job);
    QVERIFY2(job.error().message.find(says.toStdString()) != std::string::npos, job.error().message.c_str());
}

void TestJobRank::names_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("alone");
    QTest::addColumn<QByteArray>("rank3");
    const auto row = [](const char* name, const char* alone, const char* rank3) {
        QTest::newRow(name) << QByteArray(name) << QByteArray(alone) << QByteArray(rank3);
    };
    row("run-{rank}.tide", "run-0.tide", "run-3.tide");
    row("{rank}/{rank}", "0/0", "3/3");
    row("{rank", "{rank", nullptr);
    row("{Rank}{rank}", "{Rank}0", "{Rank}3");
    row("", "", "");
}

void TestJobRank::names()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, alone);
    QFETCH(const QByteArray, rank3);
    QCOMPARE(rankedName(name.toStdString(), std::nullopt).value(), alone.toStdString());
    const auto ranked = rankedName(name.toStdString(), JobRank{3, 4});
    QCOMPARE(ranked.has_value(), !rank3.isNull());
    if (ranked)
        QCOMPARE(*ranked, rank3.toStdString());
}

void TestJobRank::aSharedNameIsRefused()
{
    const auto shared = rankedName("run.tide", JobRank{0, 8});
    QVERIFY(!shared);
    QVERIFY(shared.error().message.find("All 8 processes") != std::string::npos);
    QVERIFY(shared.error().message.find("run-{rank}.tide") != std::string::npos);
    QCOMPARE(rankedName("run.tide", JobRank{0, 1}).value(), std::string("run.tide"));
    QCOMPARE(rankedName("run.tide", std::nullopt).value(), std::string("run.tide"));
}

QTEST_GUILESS_MAIN(TestJobRank)
#include "tst_job_rank.moc"
