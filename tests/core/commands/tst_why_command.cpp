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
    QString text;
    QString errors;
};

Output why(const QString& name, const QStringList& more)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM),
        QStringList{QStringLiteral("why"), testDataFile(name + QStringLiteral(".pickle"))} + more);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

QStringList atEvent(int event)
{
    return {QStringLiteral("--event"), QString::number(event)};
}

} // namespace

class WhyCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void outOfMemoryInWords();
    void outOfMemoryAsJson();
    void segmentAndItsAllocSayTheSame();
    void otherEventsAreRefused_data();
    void otherEventsAreRefused();
};

void WhyCommandTest::outOfMemoryInWords()
{
    const Output output = why(QStringLiteral("oom"), atEvent(32));
    QCOMPARE(output.exitCode, 0);
    const QStringList lines = output.text.split(QLatin1Char('\n'));
    QVERIFY2(lines[0].startsWith(QStringLiteral("62,914,560 bytes (60.0 MiB) were asked for")),
        qPrintable(output.text));
    QVERIFY2(output.text.contains(QStringLiteral("the driver reported 148,110,442,496 bytes (138 GiB) free")),
        qPrintable(output.text));
}

void WhyCommandTest::outOfMemoryAsJson()
{
    const Output output = why(QStringLiteral("oom"), atEvent(32) << QStringLiteral("--json"));
    QCOMPARE(output.exitCode, 0);
    const QJsonObject json = QJsonDocument::fromJson(output.text.toUtf8()).object();
    QCOMPARE(json.value(QStringLiteral("action")).toString(), QStringLiteral("oom"));
    QCOMPARE(json.value(QStringLiteral("rounded")).toInteger(), 62'914'560);
    QCOMPARE(json.value(QStringLiteral("segment_type")).toString(), QStringLiteral("large"));
    QVERIFY(json.value(QStringLiteral("requested")).isNull());
    const QJsonObject oom = json.value(QStringLiteral("oom")).toObject();
    QCOMPARE(oom.value(QStringLiteral("device_free")).toInteger(), 148'110'442'496);
    QVERIFY(oom.value(QStringLiteral("limit")).toBool());
    QVERIFY(json.value(QStringLiteral("sentences")).toArray().size() >= 3);
}

void WhyCommandTest::segmentAndItsAllocSayTheSame()
{
    const QString name = QStringLiteral("expandable_vary");
    const Output map = why(name, atEvent(2401));
    QCOMPARE(map.exitCode, 0);
    QVERIFY2(map.text.startsWith(QStringLiteral("The alloc at event 2,403 asked for 44,040,192 bytes")),
        qPrintable(map.text));
    QCOMPARE(why(name, atEvent(2402)).text, map.text);
}

void WhyCommandTest::otherEventsAreRefused_data()
{
    QTest::addColumn<int>("event");
    QTest::addColumn<QString>("words");
    QTest::newRow("snapshot") << 33 << "event 34 is a snapshot";
    QTest::newRow("behind the end") << 34 << "there is no event 35";
}

void WhyCommandTest::otherEventsAreRefused()
{
    QFETCH(int, event);
    QFETCH(QString, words);
    const Output output = why(QStringLiteral("oom"), atEvent(event));
    QCOMPARE(output.exitCode, 2);
    QVERIFY(output.text.isEmpty());
    QVERIFY2(output.errors.contains(words), qPrintable(output.errors));
    QCOMPARE(output.errors.count(QLatin1Char('\n')), 1);
}

QTEST_GUILESS_MAIN(WhyCommandTest)
#include "tst_why_command.moc"
