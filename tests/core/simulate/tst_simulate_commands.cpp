// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace tidemark::tests;

namespace {

struct Output {
    int exitCode = -1;
    QByteArray text;
    QByteArray errors;

    QJsonObject json() const { return QJsonDocument::fromJson(text).object(); }
};

Output runTidemark(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

QString file(const char* name)
{
    return testDataFile(QString::fromLatin1(name));
}

} // namespace

class TestSimulateCommands : public QObject {
    Q_OBJECT

private slots:
    void checkAsJson()
    {
        const Output output = runTidemark({QStringLiteral("simulate"), file("rand.pickle"),
            QStringLiteral("--check"), QStringLiteral("--json")});
        QCOMPARE(output.exitCode, 0);
        const QJsonObject json = output.json();
        for (const char* const key :
            {"conf", "events", "allocs", "mismatched_allocs", "mismatched_segment_events", "first_mismatch",
                "given", "peak", "end", "device_mallocs", "device_frees", "ooms", "alloc_retries"})
            QVERIFY2(json.contains(QLatin1String(key)), key);
        QCOMPARE(json.value(QStringLiteral("allocs")).toInt(), 3105);
        QCOMPARE(json.value(QStringLiteral("mismatched_allocs")).toInt(-1), 0);
        QCOMPARE(json.value(QStringLiteral("device_mallocs")).toInt(), 50);
        QCOMPARE(json.value(QStringLiteral("device_frees")).toInt(), 9);
        const QJsonObject given = json.value(QStringLiteral("given")).toArray().first().toObject();
        QCOMPARE(given.value(QStringLiteral("kind")).toString(), QStringLiteral("empty_cache"));
        QCOMPARE(given.value(QStringLiteral("count")).toInt(), 4);
        QVERIFY(!given.value(QStringLiteral("why")).toString().isEmpty());
    }

    // The recorded limit decides here; another one gives another run.
    void checkFailsUnderAnotherLimit()
    {
        const QStringList check = {
            QStringLiteral("simulate"), file("split_gc.pickle"), QStringLiteral("--check")};
        QCOMPARE(runTidemark(check + QStringList{QStringLiteral("--limit"), QStringLiteral("4503296409")})
                     .exitCode,
            0);
        const Output wrong =
            runTidemark(check + QStringList{QStringLiteral("--limit"), QStringLiteral("6GiB")});
        QCOMPARE(wrong.exitCode, 1);
        QVERIFY(wrong.text.contains("first difference: event "));
    }

    void manySettingsGiveOneTable()
    {
        const QStringList tried = {QStringLiteral("simulate"), file("vgg.pickle"), QStringLiteral("--conf"),
            QStringLiteral("expandable_segments:True"), QStringLiteral("--conf"),
            QStringLiteral("max_split_size_mb:64"), QStringLiteral("--limit"), QStringLiteral("24GiB")};
        const Output words = runTidemark(tried);
        QCOMPARE(words.exitCode, 0);
        QVERIFY(words.text.startsWith("Recorded settings (default): 428 of 428 decisions equal."));
        QVERIFY(words.text.contains("\nas recorded "));
        QVERIFY(words.text.contains("\nexpandable_segments:True "));
        const QJsonArray runs = runTidemark(tried + QStringList{QStringLiteral("--json")})
                                    .json()
                                    .value(QStringLiteral("runs"))
                                    .toArray();
        QCOMPARE(runs.size(), 3);
        QVERIFY(runs[1].toObject().value(QStringLiteral("device_mallocs")).toInt() > 0);
    }

    void suggestPrintsTheLine()
    {
        const Output words = runTidemark({QStringLiteral("suggest"), file("vary.pickle")});
        QCOMPARE(words.exitCode, 0);
        QVERIFY(words.text.contains("export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"));
        QVERIFY(words.errors.isEmpty());
        const Output json =
            runTidemark({QStringLiteral("suggest"), file("vgg.pickle"), QStringLiteral("--json")});
        QVERIFY(json.json().value(QStringLiteral("trials")).toArray().size() > 15);
    }

    void wrongUseIsExplained_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("complaint");
        const auto row = [](const char* name, const QStringList& arguments, int exitCode,
                             const char* complaint) {
            QTest::newRow(name) << arguments << exitCode << QByteArray(complaint);
        };
        const QString simulate = QStringLiteral("simulate");
        row("setting",
            {simulate, file("vgg.pickle"), QStringLiteral("--conf"), QStringLiteral("no_such_key:1")}, 2,
            "no_such_key");
        row("moment",
            {simulate, file("vgg.pickle"), QStringLiteral("--empty-cache-at"), QStringLiteral("nowhere")}, 2,
            "nowhere");
        row("limit", {simulate, file("vgg.pickle"), QStringLiteral("--limit"), QStringLiteral("much")}, 2,
            "much");
        row("policy", {simulate, file("vgg.pickle"), QStringLiteral("--policy"), QStringLiteral("1.9")}, 2,
            "1.9");
        row("file", {simulate, QStringLiteral("/nowhere/at/all")}, 3, "/nowhere/at/all");
        row("partial", {simulate, file("wrapped.pickle"), QStringLiteral("--check")}, 1,
            "begins in the middle");
    }
    void wrongUseIsExplained()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, complaint);
        const Output output = runTidemark(arguments);
        QCOMPARE(output.exitCode, exitCode);
        QVERIFY2(output.errors.contains(complaint), output.errors.constData());
    }
};

QTEST_GUILESS_MAIN(TestSimulateCommands)
#include "tst_simulate_commands.moc"
