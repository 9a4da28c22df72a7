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
    void lastOutOfMemory();
    void otherSettings();
    void aLimitThatIsTold();
    void segmentAndItsAllocSayTheSame();
    void otherEventsAreRefused_data();
    void otherEventsAreRefused();
};

void WhyCommandTest::outOfMemoryInWords()
{
    const Output output = why(QStringLiteral("oom"), atEvent(32));
    QCOMPARE(output.exitCode, 0);
    const QStringList lines = output.text.split(QLatin1Char('\n'));
    QCOMPARE(lines[0], QStringLiteral("Event 33: Out of memory: 60.0 MiB asked for."));
    QVERIFY2(output.text.contains(QStringLiteral("\n62,914,560 bytes (60.0 MiB) were asked for")),
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

void WhyCommandTest::lastOutOfMemory()
{
    const QString name = QStringLiteral("oom");
    QCOMPARE(why(name, {QStringLiteral("--oom")}).text, why(name, atEvent(32)).text);
    const Output none = why(QStringLiteral("vgg"), {QStringLiteral("--oom")});
    QCOMPARE(none.exitCode, 2);
    QVERIFY2(none.errors.contains(QStringLiteral("memory never ran out")), qPrintable(none.errors));
    const Output both = why(name, atEvent(32) << QStringLiteral("--oom"));
    QVERIFY(both.exitCode != 0);
    QVERIFY(both.text.isEmpty());
    QVERIFY(why(name, {}).exitCode != 0);
}

void WhyCommandTest::otherSettings()
{
    const QStringList asked = {QStringLiteral("--oom"), QStringLiteral("--simulate")};
    const Output output = why(QStringLiteral("oom"), asked);
    QCOMPARE(output.exitCode, 0);
    QVERIFY2(output.text.contains(QStringLiteral("with 1,447,034,880 bytes (1.35 GiB) to reserve")),
        qPrintable(output.text));
    QVERIFY2(output.text.contains(QStringLiteral("expandable_segments:True    would not have served it")),
        qPrintable(output.text));
    const Output json = why(QStringLiteral("oom"), asked + QStringList{QStringLiteral("--json")});
    const QJsonObject trials =
        QJsonDocument::fromJson(json.text.toUtf8())[QStringLiteral("trials")].toObject();
    QVERIFY(trials.value(QStringLiteral("refused_as_recorded")).toBool());
    QVERIFY(trials.value(QStringLiteral("trials")).toArray().size() > 3);
    const Output segment = why(QStringLiteral("oom"), atEvent(0) << QStringLiteral("--simulate"));
    QCOMPARE(segment.exitCode, 2);
}

void WhyCommandTest::aLimitThatIsTold()
{
    const QStringList asked = {QStringLiteral("--oom"), QStringLiteral("--recorded-limit"),
        QStringLiteral("1500000000"), QStringLiteral("--json")};
    const Output output = why(QStringLiteral("oom"), asked);
    QCOMPARE(output.exitCode, 0);
    const QJsonObject report =
        QJsonDocument::fromJson(output.text.toUtf8())[QStringLiteral("report")].toObject();
    QCOMPARE(report.value(QStringLiteral("limit")).toInteger(), 1'500'000'000);
    QCOMPARE(report.value(QStringLiteral("room")).toInteger(), 1'500'000'000 - 1'447'034'880);
    QCOMPARE(
        report.value(QStringLiteral("lacking")).toInteger(), 62'914'560 - (1'500'000'000 - 1'447'034'880));
    QCOMPARE(report.value(QStringLiteral("cause")).toString(), QStringLiteral("too_much_held"));
    QVERIFY(report.value(QStringLiteral("holders")).toArray().size() > 0);
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
