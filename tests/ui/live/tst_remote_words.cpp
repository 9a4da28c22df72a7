// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_launch.h"
#include "ui/live/remote_words.h"

#include <QDir>
#include <QProcess>
#include <QTest>
#include <random>

using namespace tidemark::ui;

namespace {

// What a shell makes of a line: its words, each ended by a zero byte.
QStringList readByShell(const QString& line)
{
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("printf '%s\\0' ") + line});
    shell.waitForFinished(120'000);
    QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(QChar(0));
    words.removeLast();
    return words;
}

// Joined by spaces and taken apart, as ssh and the shell behind it do.
QStringList throughShells(QStringList words, int shells)
{
    for (int i = 0; i < shells; ++i)
        words = readByShell(words.join(QLatin1Char(' ')));
    return words;
}

QString randomWord(std::mt19937& random)
{
    static const QString letters = QStringLiteral("ab \t\n'\"\\$`!*?[]{}()<>|&;#~=:,.-%^äé");
    std::uniform_int_distribution<int> length(0, 12);
    std::uniform_int_distribution<qsizetype> letter(0, letters.size() - 1);
    QString word;
    for (int i = length(random); i > 0; --i)
        word += letters[letter(random)];
    return word;
}

} // namespace

class TestRemoteWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoJoinsItsWords_data();
    void whoJoinsItsWords();
    void anyWordsArrive_data();
    void anyWordsArrive();
    void linesAreTakenApart_data();
    void linesAreTakenApart();
    void whatIsShownCanBeTyped();
    void usualWordsStayAsTheyAre();
    void aHomeFolderIsTheShells();
    void launches_data();
    void launches();
    void eachRankHasItsEnvironment();
    void placesOfRecorders();
};

void TestRemoteWords::whoJoinsItsWords_data()
{
    QTest::addColumn<QString>("carrier");
    QTest::addColumn<int>("shells");
    QTest::newRow("here") << "" << 0;
    QTest::newRow("ssh") << "ssh gpu-box" << 1;
    QTest::newRow("its path") << "/usr/bin/ssh -p 22 me@gpu-box" << 1;
    QTest::newRow("behind another") << "sshpass -e ssh gpu-box" << 1;
    QTest::newRow("one behind the other") << "ssh login ssh node7" << 2;
    QTest::newRow("a cloud's") << "gcloud compute ssh gpu-box --" << 1;
    QTest::newRow("Slurm") << "srun -G1" << 0;
    QTest::newRow("Slurm behind ssh") << "ssh login srun -G1" << 1;
    QTest::newRow("Kubernetes") << "kubectl exec -i pod --" << 0;
    QTest::newRow("only in a name") << "docker exec -i ssh-box" << 0;
}

void TestRemoteWords::whoJoinsItsWords()
{
    QFETCH(QString, carrier);
    QTEST(shellsBehind(wordsTyped(carrier)), "shells");
}

void TestRemoteWords::anyWordsArrive_data()
{
    QTest::addColumn<int>("shells");
    QTest::newRow("as they are") << 0;
    QTest::newRow("one shell") << 1;
    QTest::newRow("two shells") << 2;
}

void TestRemoteWords::anyWordsArrive()
{
    QFETCH(int, shells);
    constexpr unsigned seed = 20'261'130;
    std::mt19937 random(seed);
    for (int round = 0; round < 40; ++round) {
        QStringList words{QString(), QStringLiteral("~"), QStringLiteral("=x")};
        while (words.size() < 12)
            words << randomWord(random);
        QStringList sent;
        for (const QString& word : words)
            sent << shellQuoted(word, shells);
        QCOMPARE(throughShells(sent, shells), words);
    }
}

void TestRemoteWords::linesAreTakenApart_data()
{
    QTest::addColumn<QString>("line");
    for (const char* line : {"", "  ", "ssh gpu-box", "ssh  -p\t22 box ",
             "ssh -o 'ProxyCommand nc %h %p' box", "a \"b c\" d", "a'b'\"c\"d", "''", "a '' b", "\"a 'b' c\"",
             "'a \"b\" c'", "a\\ b", "\"a\\\"b\\n\"", "'a\\b'", "\\'a"})
        QTest::newRow(line) << QString::fromLatin1(line);
}

void TestRemoteWords::linesAreTakenApart()
{
    QFETCH(QString, line);
    // printf prints once without words.
    QCOMPARE(wordsTyped(line), line.trimmed().isEmpty() ? QStringList() : readByShell(line));
}

void TestRemoteWords::whatIsShownCanBeTyped()
{
    constexpr unsigned seed = 7;
    std::mt19937 random(seed);
    for (int round = 0; round < 500; ++round) {
        QStringList words;
        for (int i = round % 6; i > 0; --i)
            words << randomWord(random);
        QCOMPARE(wordsTyped(asTyped(words)), words);
    }
    QCOMPARE(wordsTyped(QStringLiteral("a 'b c")), QStringList({QStringLiteral("a"), QStringLiteral("b c")}));
    QCOMPARE(wordsTyped(QStringLiteral("$HOME/x ~/y *")),
        QStringList({QStringLiteral("$HOME/x"), QStringLiteral("~/y"), QStringLiteral("*")}));
}

void TestRemoteWords::usualWordsStayAsTheyAre()
{
    for (const char* word : {"--workload", "transformer", "max_split_size_mb:64,expandable_segments:True",
             "batch=8", "/opt/bin/tidemark-record", "RANK=0", "cuda:0,cuda:1"})
        QCOMPARE(shellQuoted(QLatin1String(word), 2), QLatin1String(word));
}

void TestRemoteWords::aHomeFolderIsTheShells()
{
    const QString home = QDir::homePath();
    for (int shells = 1; shells <= 2; ++shells) {
        const QString sent = shellQuotedProgram(QStringLiteral("~/my tools/tidemark-record"), shells);
        QCOMPARE(
            throughShells({sent}, shells), QStringList(home + QStringLiteral("/my tools/tidemark-record")));
    }
    // Where no shell is, nobody replaces it.
    QCOMPARE(shellQuotedProgram(QStringLiteral("~/x"), 0), QStringLiteral("~/x"));
}

void TestRemoteWords::launches_data()
{
    QTest::addColumn<RecorderProgram>("recorder");
    QTest::addColumn<QStringList>("variables");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QStringList>("environment");
    const QStringList rank{"RANK=1"};
    QTest::newRow("here") << RecorderProgram{"/opt/tidemark-record", {"-x"}} << rank << "/opt/tidemark-record"
                          << "-x|--conf|a [b]" << rank;
    QTest::newRow("ssh") << RecorderProgram{"tidemark-record", {}, {"ssh", "gpu-box"}} << QStringList()
                         << "ssh"
                         << "gpu-box|tidemark-record|--conf|'a [b]'" << QStringList();
    QTest::newRow("ssh, a rank") << RecorderProgram{"tidemark-record", {}, {"ssh", "gpu-box"}} << rank
                                 << "ssh"
                                 << "gpu-box|env|RANK=1|tidemark-record|--conf|'a [b]'" << QStringList();
    QTest::newRow("srun, a rank") << RecorderProgram{"my recorder", {}, {"srun", "-G1"}} << rank << "srun"
                                  << "-G1|env|RANK=1|my recorder|--conf|a [b]" << QStringList();
}

void TestRemoteWords::launches()
{
    QFETCH(RecorderProgram, recorder);
    QFETCH(QStringList, variables);
    const RecorderLaunch launch =
        launchOf(recorder, {QStringLiteral("--conf"), QStringLiteral("a [b]")}, variables);
    QTEST(launch.program, "program");
    QTEST(launch.arguments.join(QLatin1Char('|')), "arguments");
    QTEST(launch.variables, "environment");
    QCOMPARE(launch.carrier, recorder.carrier.join(QLatin1Char(' ')));
}

void TestRemoteWords::eachRankHasItsEnvironment()
{
    RunOptions options;
    options.workload = QStringLiteral("mlp");
    QVERIFY(launchesOf({QStringLiteral("tidemark-record")}, options).front().variables.isEmpty());
    options.ranks = 3;
    const auto launches = launchesOf({QStringLiteral("tidemark-record")}, options);
    QCOMPARE(launches.size(), std::size_t(3));
    const QString port = launches[0].variables.back();
    QVERIFY(port.startsWith(QLatin1String("MASTER_PORT=")));
    for (int rank = 0; rank < 3; ++rank)
        QCOMPARE(launches[static_cast<std::size_t>(rank)].variables,
            QStringList({QStringLiteral("RANK=%1").arg(rank), QStringLiteral("LOCAL_RANK=%1").arg(rank),
                QStringLiteral("WORLD_SIZE=3"), QStringLiteral("MASTER_ADDR=127.0.0.1"), port}));
}

void TestRemoteWords::placesOfRecorders()
{
    const RecorderProgram found{QStringLiteral("/here/tidemark-record")};
    QCOMPARE(recorderAt({}, found), found);
    QCOMPARE(recorderAt({{}, QStringLiteral("/there/record -x")}, found),
        (RecorderProgram{QStringLiteral("/there/record"), {QStringLiteral("-x")}}));
    QCOMPARE(recorderAt({QStringLiteral("ssh -i \"my key\" gpu-box"), {}}, found),
        (RecorderProgram{QStringLiteral("tidemark-record"), {},
            {QStringLiteral("ssh"), QStringLiteral("-i"), QStringLiteral("my key"),
                QStringLiteral("gpu-box")}}));
    QCOMPARE(recorderAt({QStringLiteral("ssh gpu-box"), QStringLiteral("srun ~/bin/tidemark-record")}, found),
        (RecorderProgram{QStringLiteral("~/bin/tidemark-record"), {},
            {QStringLiteral("ssh"), QStringLiteral("gpu-box"), QStringLiteral("srun")}}));
}

QTEST_GUILESS_MAIN(TestRemoteWords)
#include "tst_remote_words.moc"
