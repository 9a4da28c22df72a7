// SPDX-License-Identifier: GPL-3.0-or-later
// Moments are named in one way, whatever the command.
#include "tests/support/test_data.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace tidemark::tests;

namespace {

struct Output {
    int exitCode = -1;
    QString text;
    QString errors;

    QJsonDocument json() const { return QJsonDocument::fromJson(text.toUtf8()); }
};

// A training of two steps.
Output ran(const QString& command, const QStringList& more)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM),
        QStringList{command, testDataFile(u"batch/deit_2.tide"_s), u"--json"_s} + more);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

const QStringList commands = {u"series"_s, u"blocks"_s, u"peak"_s, u"tensors"_s, u"diff"_s};

QStringList at(const QString& command, const QString& moment)
{
    return command == u"diff"_s ? QStringList{u"--at"_s, moment, u"--at"_s, u"end"_s}
                                : QStringList{u"--at"_s, moment};
}

qint64 allocatedIn(const QString& command, const QJsonDocument& json)
{
    if (command == u"series"_s)
        return json[0][u"allocated_bytes"].toInteger();
    if (command == u"peak"_s)
        return json[u"allocated_bytes"].toInteger();
    if (command == u"tensors"_s)
        return json[u"allocated"].toInteger();
    qint64 bytes = 0;
    for (const QJsonValue& segment : json.array())
        for (const QJsonValue& block : segment[u"blocks"].toArray())
            if (block[u"state"].toString() == u"active_allocated"_s)
                bytes += block[u"size"].toInteger();
    for (const QJsonValue& group : json[u"groups"].toArray())
        bytes += group[u"a_bytes"].toInteger();
    return bytes;
}

} // namespace

class MomentNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void known_data();
    void known();
    void unknown_data();
    void unknown();
};

void MomentNamesTest::known_data()
{
    QTest::addColumn<QString>("moment");
    for (const char* moment : {"start", "end", "peak", "event:100", "step:1", "step:2"})
        QTest::newRow(moment) << QString::fromLatin1(moment);
}

void MomentNamesTest::known()
{
    QFETCH(QString, moment);
    const qint64 expected = allocatedIn(u"series"_s, ran(u"series"_s, at(u"series"_s, moment)).json());
    for (const QString& command : commands) {
        const Output output = ran(command, at(command, moment));
        QVERIFY2(output.exitCode == 0, qPrintable(command + u": "_s + output.errors));
        QCOMPARE(allocatedIn(command, output.json()), expected);
    }
    if (moment.startsWith(u"step:"_s)) {
        const QString assertion = u"step-%1_end_allocated == %2"_s.arg(moment.back()).arg(expected);
        QCOMPARE(ran(u"assert"_s, {assertion}).exitCode, 0);
    }
}

void MomentNamesTest::unknown_data()
{
    QTest::addColumn<QString>("moment");
    QTest::addColumn<QString>("words");
    QTest::newRow("noon") << u"noon"_s << u"\"noon\" names no moment; write start, end, peak, event:K"_s;
    QTest::newRow("no event") << u"event:9999999"_s << u"there is no event 9999999"_s;
    QTest::newRow("no step") << u"step:7"_s << u"there is no step 7: device 0 has steps 1 to 2"_s;
    QTest::newRow("no number") << u"step:two"_s << u"names no moment"_s;
    QTest::newRow("no mark") << u"mark lunch"_s << u"there is no mark \"lunch\""_s;
    QTest::newRow("never") << u"every:0"_s << u"moment"_s;
}

void MomentNamesTest::unknown()
{
    QFETCH(QString, moment);
    QFETCH(QString, words);
    for (const QString& command : commands) {
        const Output output = ran(command, at(command, moment));
        QVERIFY2(output.exitCode == 2, qPrintable(command));
        QVERIFY2(output.text.isEmpty() && output.errors.contains(words), qPrintable(output.errors));
    }
}

QTEST_GUILESS_MAIN(MomentNamesTest)
#include "tst_moment_names.moc"
