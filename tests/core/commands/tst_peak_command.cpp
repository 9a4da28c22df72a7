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

Output run(const QString& command, const QString& name, const QStringList& more)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM),
        QStringList{command, testDataFile(name + QStringLiteral(".pickle"))} + more);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

QJsonDocument json(const Output& output)
{
    return QJsonDocument::fromJson(output.text.toUtf8());
}

// Bytes and count of what the other command says is allocated.
std::pair<qint64, qint64> allocatedBlocks(const QString& name, const QString& moment)
{
    qint64 bytes = 0;
    qint64 count = 0;
    const Output output = run(QStringLiteral("blocks"), name, {QStringLiteral("--at"), moment});
    for (const QJsonValue segment : json(output).array())
        for (const QJsonValue block : segment[QStringLiteral("blocks")].toArray())
            if (block[QStringLiteral("state")].toString() == QStringLiteral("active_allocated")) {
                bytes += block[QStringLiteral("size")].toInteger();
                ++count;
            }
    return {bytes, count};
}

} // namespace

class PeakCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsToTheBlocks_data();
    void sumsToTheBlocks();
    void peaksOfThreeCurves();
    void textEndsInTheSum();
    void csvHasARowEach();
    void seriesByGroup();
    void wrongUsage_data();
    void wrongUsage();
};

void PeakCommandTest::sumsToTheBlocks_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("by");
    for (const char* name : {"vgg_ckpt", "cpp_stacks"})
        for (const char* by : {"category", "dtype", "module", "phase", "step", "operator", "stack"})
            QTest::newRow(qPrintable(QStringLiteral("%1 by %2").arg(QLatin1String(name), QLatin1String(by))))
                << QString::fromLatin1(name) << QString::fromLatin1(by);
}

void PeakCommandTest::sumsToTheBlocks()
{
    QFETCH(const QString, name);
    QFETCH(const QString, by);
    for (const QString& top : {QStringLiteral("0"), QStringLiteral("3")}) {
        const Output output = run(QStringLiteral("peak"), name,
            {QStringLiteral("--by"), by, QStringLiteral("--top"), top, QStringLiteral("--json")});
        QCOMPARE(output.exitCode, 0);
        const QJsonObject peak = json(output).object();
        const auto [bytes, count] =
            allocatedBlocks(name, QStringLiteral("event:%1").arg(peak[QStringLiteral("event")].toInteger()));
        QVERIFY(bytes > 0);
        const QJsonArray groups = peak[QStringLiteral("groups")].toArray();
        qint64 sum = 0;
        qint64 blocks = 0;
        for (const QJsonValue group : groups) {
            sum += group[QStringLiteral("bytes")].toInteger();
            blocks += group[QStringLiteral("blocks")].toInteger();
        }
        QCOMPARE(sum, bytes);
        QCOMPARE(blocks, count);
        QCOMPARE(peak[QStringLiteral("by")].toString(), by);
        QVERIFY(top == QStringLiteral("0") || groups.size() <= 4);
    }
}

void PeakCommandTest::peaksOfThreeCurves()
{
    const Output info = run(QStringLiteral("info"), QStringLiteral("vgg_ckpt"), {QStringLiteral("--json")});
    for (const char* curve : {"allocated", "active", "reserved"}) {
        const QString name = QLatin1String(curve);
        const QJsonObject peak = json(run(QStringLiteral("peak"), QStringLiteral("vgg_ckpt"),
                                          {QStringLiteral("--of"), name, QStringLiteral("--json")}))
                                     .object();
        const QString moment = QStringLiteral("event:%1").arg(peak[QStringLiteral("event")].toInteger());
        const QJsonObject there =
            json(run(QStringLiteral("series"), QStringLiteral("vgg_ckpt"), {QStringLiteral("--at"), moment}))
                .array()
                .first()
                .toObject();
        const QString key = name + QStringLiteral("_bytes");
        for (const QString& figure : there.keys())
            if (figure.startsWith(key))
                QCOMPARE(peak[figure], there[figure]);
        QVERIFY2(info.text.contains(QString::number(there[key].toInteger()))
                || info.text.contains(QString::number(peak[key].toInteger())),
            qPrintable(key));
    }
}

void PeakCommandTest::textEndsInTheSum()
{
    const Output output = run(QStringLiteral("peak"), QStringLiteral("vgg_ckpt"),
        {QStringLiteral("--by"), QStringLiteral("stack"), QStringLiteral("--top"), QStringLiteral("2")});
    QCOMPARE(output.exitCode, 0);
    QVERIFY2(
        output.text.startsWith(QStringLiteral("Device 0, the peak of allocated memory: just after event ")),
        qPrintable(output.text));
    QVERIFY(output.text.contains(QStringLiteral("100.0%")));
    QVERIFY(output.text.contains(QStringLiteral(" others\n")));
    const Output modules = run(QStringLiteral("peak"), QStringLiteral("vgg_ckpt"),
        {QStringLiteral("--by"), QStringLiteral("module")});
    QVERIFY2(modules.text.contains(QStringLiteral("no module names")), qPrintable(modules.text));
}

void PeakCommandTest::csvHasARowEach()
{
    const Output output = run(QStringLiteral("peak"), QStringLiteral("vgg_ckpt"),
        {QStringLiteral("--csv"), QStringLiteral("--at"), QStringLiteral("end")});
    QCOMPARE(output.exitCode, 0);
    const QStringList lines = output.text.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines[0], QStringLiteral("category,bytes,share,blocks"));
    qint64 sum = 0;
    for (const QString& line : lines.mid(1))
        sum += line.split(u',')[1].toLongLong();
    QCOMPARE(sum, allocatedBlocks(QStringLiteral("vgg_ckpt"), QStringLiteral("end")).first);
}

void PeakCommandTest::seriesByGroup()
{
    for (const char* by : {"category", "stack"}) {
        const Output output = run(QStringLiteral("series"), QStringLiteral("vgg_ckpt"),
            {QStringLiteral("--at"), QStringLiteral("every:40"), QStringLiteral("--by"), QLatin1String(by)});
        QCOMPARE(output.exitCode, 0);
        const QJsonArray series = json(output).array();
        QVERIFY(series.size() > 5);
        for (const QJsonValue moment : series) {
            qint64 sum = 0;
            const QJsonObject groups = moment[QStringLiteral("groups")].toObject();
            for (const QString& name : groups.keys())
                sum += groups[name].toInteger();
            QCOMPARE(sum, moment[QStringLiteral("allocated_bytes")].toInteger());
        }
    }
}

void PeakCommandTest::wrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("kind") << QStringList{QStringLiteral("--by"), QStringLiteral("colour")};
    QTest::newRow("curve") << QStringList{QStringLiteral("--of"), QStringLiteral("driver")};
    QTest::newRow("several") << QStringList{QStringLiteral("--at"), QStringLiteral("every:2")};
    QTest::newRow("no event") << QStringList{QStringLiteral("--at"), QStringLiteral("event:99999999")};
    QTest::newRow("less than none") << QStringList{QStringLiteral("--top"), QStringLiteral("-1")};
    QTest::newRow("no number") << QStringList{QStringLiteral("--top"), QStringLiteral("ten")};
    QTest::newRow("two forms") << QStringList{QStringLiteral("--json"), QStringLiteral("--csv")};
}

void PeakCommandTest::wrongUsage()
{
    QFETCH(const QStringList, arguments);
    const Output output = run(QStringLiteral("peak"), QStringLiteral("vgg_ckpt"), arguments);
    QCOMPARE(output.exitCode, 2);
    QVERIFY(!output.errors.isEmpty());
}

QTEST_GUILESS_MAIN(PeakCommandTest)
#include "tst_peak_command.moc"
