// SPDX-License-Identifier: GPL-3.0-or-later
// tidemark batch, as scripts run it.
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

    QJsonObject json() const { return QJsonDocument::fromJson(text.toUtf8()).object(); }
};

Output run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

Output ran(const QStringList& arguments)
{
    return run(QStringList{u"batch"_s} + arguments);
}

QString deit(int batch)
{
    return testDataFile(u"batch/deit_%1.tide"_s.arg(batch));
}

} // namespace

class BatchCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void predictsAThird();
    void theMarginIsOfWhatWasReserved();
    void keepsToTheLimit();
    void textSaysWhatItAssumes();
    void takesBatchesFromTheUser();
    void refuses_data();
    void refuses();
};

void BatchCommandTest::predictsAThird()
{
    const QJsonObject json = ran({deit(2), deit(8), u"--for"_s, u"64"_s, u"--json"_s}).json();
    QCOMPARE(json[u"basis"].toString(), u"moments"_s);
    const QJsonObject forecast = json[u"forecast"].toObject();
    const qint64 needed = forecast[u"allocated"].toInteger();
    const qint64 peak =
        ran({deit(2), deit(64), u"--for"_s, u"64"_s, u"--json"_s}).json()[u"peaks"][1].toInteger();
    QVERIFY2(std::abs(needed - peak) * 50 < peak, qPrintable(u"%1 %2"_s.arg(needed).arg(peak)));
    qint64 sum = 0;
    for (const QJsonValue& category : forecast[u"categories"].toArray())
        sum += category[u"bytes"].toInteger();
    QVERIFY(std::abs(sum - needed) <= forecast[u"categories"].toArray().size());
}

// The third run reserved something between what the other two tell; and so did they themselves.
void BatchCommandTest::theMarginIsOfWhatWasReserved()
{
    const auto reservedBy = [](int batch) {
        const QJsonObject json = run({u"info"_s, deit(batch), u"--json"_s}).json();
        return json[u"devices"][0][u"peak"][u"reserved"][u"bytes"].toInteger();
    };
    for (const int batch : {2, 8, 64}) {
        const QJsonObject forecast = ran({deit(2), deit(8), u"--for"_s, QString::number(batch), u"--json"_s})
                                         .json()[u"forecast"]
                                         .toObject();
        const qint64 least = forecast[u"reserved_least"].toInteger();
        const qint64 most = forecast[u"reserved_most"].toInteger();
        const qint64 estimate = forecast[u"reserved"].toInteger();
        QVERIFY(least <= estimate && estimate <= most);
        QVERIFY(forecast[u"allocated"].toInteger() <= least);
        QVERIFY2(least <= reservedBy(batch) && reservedBy(batch) <= most,
            qPrintable(u"%1 %2 %3"_s.arg(least).arg(reservedBy(batch)).arg(most)));
    }
    const Output text = ran({deit(2), deit(8), u"--for"_s, u"64"_s});
    QVERIFY2(text.text.contains(u"it cannot be less than what is allocated"_s), qPrintable(text.text));
}

void BatchCommandTest::keepsToTheLimit()
{
    const auto reservedAt = [](qint64 batch) {
        return ran({deit(2), deit(8), u"--for"_s, QString::number(batch), u"--json"_s})
            .json()[u"forecast"][u"reserved"]
            .toInteger();
    };
    const QJsonObject json = ran({deit(2), deit(8), u"--limit"_s, u"200MiB"_s, u"--json"_s}).json();
    const qint64 largest = json[u"largest_batch"].toInteger();
    QVERIFY(largest > 64 && json[u"largest_batch_at_best"].toInteger() > largest);
    QCOMPARE(json[u"limit"][u"bytes"].toInteger(), qint64(200) << 20);
    QVERIFY(reservedAt(largest) <= qint64(200) << 20 && reservedAt(largest + 1) > qint64(200) << 20);
    QCOMPARE(
        ran({deit(2), deit(8), u"--limit"_s, u"1MiB"_s, u"--json"_s}).json()[u"largest_batch"].toInteger(-1),
        qint64(0));
}

void BatchCommandTest::textSaysWhatItAssumes()
{
    const Output output = ran({deit(8), deit(2), u"--limit"_s, u"200MiB"_s});
    QCOMPARE(output.exitCode, 0);
    for (const QString& words : {u"Batch 2 needs 24.2 MiB"_s, u"At most batch "_s, u"(given with --limit)"_s,
             u"a fixed part and an equal part for each sample"_s, u"  activation\n"_s, u"  allocated\n"_s})
        QVERIFY2(output.text.contains(words), qPrintable(output.text));
    const Output device = ran({deit(2), deit(8)});
    QVERIFY2(device.text.contains(u"(all that the device has)"_s), qPrintable(device.text));
}

void BatchCommandTest::takesBatchesFromTheUser()
{
    const QString vgg = testDataFile(u"vgg.pickle"_s);
    const QString other = testDataFile(u"vgg_ckpt.pickle"_s);
    const Output output = ran({vgg, other, u"--batch"_s, u"32"_s, u"16"_s, u"--json"_s});
    QCOMPARE(output.exitCode, 0);
    QCOMPARE(output.json()[u"batches"].toArray(), QJsonArray({16, 32}));
    QCOMPARE(output.json()[u"basis"].toString(), u"peaks"_s); // no phases, and another order
    QVERIFY(ran({vgg, other, u"--batch"_s, u"32"_s, u"16"_s}).text.contains(u"say it with --limit"_s));
}

void BatchCommandTest::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    const QString vgg = testDataFile(u"vgg.pickle"_s);
    QTest::newRow("no batch told") << QStringList{vgg, deit(8)} << u"say both with --batch"_s;
    QTest::newRow("the same batch") << QStringList{deit(8), deit(8)} << u"both runs have batch 8"_s;
    QTest::newRow("one batch") << QStringList{deit(2), deit(8), u"--batch"_s, u"8"_s} << u"--batch"_s;
    QTest::newRow("no batch at all") << QStringList{deit(2), deit(8), u"--batch"_s, u"0"_s, u"8"_s}
                                     << u"--batch"_s;
    QTest::newRow("limit") << QStringList{deit(2), deit(8), u"--limit"_s, u"much"_s} << u"much"_s;
    QTest::newRow("no limit") << QStringList{deit(2), deit(8), u"--limit"_s, u"0"_s} << u"--limit"_s;
    QTest::newRow("one recording") << QStringList{deit(2)} << u"OTHER"_s;
}

void BatchCommandTest::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const Output output = ran(arguments);
    QCOMPARE(output.exitCode, 2);
    QVERIFY2(output.text.isEmpty() && output.errors.contains(words), qPrintable(output.errors));
}

QTEST_GUILESS_MAIN(BatchCommandTest)
#include "tst_batch_command.moc"
