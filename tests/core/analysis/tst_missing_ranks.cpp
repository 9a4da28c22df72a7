// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/devices/missing_ranks.h"

#include <QtTest>
#include <algorithm>

using namespace tidemark;

namespace {

// Of each rank a device; a world of 0 is not told.
Recording job(const std::vector<int>& ranks, int world)
{
    Recording recording;
    if (world > 0)
        recording.settings.push_back({"world_size", std::to_string(world)});
    for (const int rank : ranks) {
        Device device;
        device.source = "run-" + std::to_string(rank) + ".tide";
        device.settings.push_back({"rank", std::to_string(rank)});
        recording.devices.push_back(device);
    }
    return recording;
}

} // namespace

class MissingRanksTest : public QObject {
    Q_OBJECT

private slots:
    void sentences_data();
    void sentences();
    void worldsThatDiffer();
};

void MissingRanksTest::sentences_data()
{
    QTest::addColumn<QList<int>>("ranks");
    QTest::addColumn<int>("world");
    QTest::addColumn<QString>("which"); // empty: nothing is said
    const auto row = [](const char* name, const QList<int>& ranks, int world, const char* which) {
        QTest::newRow(name) << ranks << world << QString::fromLatin1(which);
    };
    row("all", {0, 1, 2}, 3, "");
    row("one", {0, 2}, 3, "1 is");
    row("two", {0, 2}, 4, "1 and 3 are");
    row("a run of them", {0, 2}, 8, "1 and 3-7 are");
    row("neighbours", {0, 3, 4}, 7, "1, 2, 5 and 6 are");
    row("several runs", {3, 8}, 12, "0-2, 4-7 and 9-11 are");
    row("a single file", {2}, 4, "");
    row("not told", {0, 2}, 0, "");
    row("another job's", {0, 9}, 3, "1 and 2 are");
}

void MissingRanksTest::sentences()
{
    QFETCH(QList<int>, ranks);
    QFETCH(int, world);
    QFETCH(QString, which);
    const Recording recording = job({ranks.begin(), ranks.end()}, world);
    const QString sentence = QString::fromStdString(missingRanksSentence(recording));
    if (which.isEmpty())
        QCOMPARE(sentence, QString());
    else
        QVERIFY2(sentence.startsWith(
                     QStringLiteral("Of the %1 ranks of this job %2 missing").arg(world).arg(which)),
            qPrintable(sentence));
    const auto& warnings = analyze(recording).recording.warnings;
    QCOMPARE(std::count(warnings.begin(), warnings.end(), sentence.toStdString()), which.isEmpty() ? 0 : 1);
}

void MissingRanksTest::worldsThatDiffer()
{
    Recording recording = job({0, 2}, 4);
    recording.devices[1].settings.push_back({"world_size", "8"});
    QVERIFY(missingRanks(recording).empty());
}

QTEST_GUILESS_MAIN(MissingRanksTest)
#include "tst_missing_ranks.moc"
