// SPDX-License-Identifier: GPL-3.0-or-later
// tidemark scopes, steps, diff and assert, as scripts run them.
#include "tests/support/test_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
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

Output ran(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

QString file(const char* name)
{
    return testDataFile(QString::fromLatin1(name) + u".pickle"_s);
}

} // namespace

class ScopeCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scopesAsText();
    void scopesInOtherForms();
    void scopesRefuse_data();
    void scopesRefuse();
    void scopesWithoutScopes();
    void stepsTellDrift();
    void diffOfTwoRecordings();
    void diffOfTwoMoments();
    void sameRecordingsAreSaidToBe();
    void eventsOfPeaksCountFromZero();
    void noPhaseIsInsideItself();
    void cutHistoriesAreJudged_data();
    void cutHistoriesAreJudged();
    void diffRefuses_data();
    void diffRefuses();
    void assertions_data();
    void assertions();
};

void ScopeCommandsTest::scopesAsText()
{
    const Output output = ran({u"scopes"_s, file("annotations")});
    QCOMPARE(output.exitCode, 0);
    const QStringList lines = output.text.split(u'\n');
    QVERIFY2(lines[0].startsWith(u"## "_s), qPrintable(output.text));
    QVERIFY2(
        lines[2].contains(u"active_bytes"_s) && lines[2].contains(u"reserved_bytes"_s), qPrintable(lines[2]));
    QVERIFY2(lines[4].contains(u"peak inside"_s) && lines[4].endsWith(u"scope"_s), qPrintable(lines[4]));
    const Output without =
        ran({u"scopes"_s, file("annotations"), u"-D"_s, u"-c"_s, u"segment.all.current"_s});
    QCOMPARE(without.exitCode, 0);
    QVERIFY(!without.text.contains(u"active_bytes"_s) && without.text.contains(u"segment"_s));
}

void ScopeCommandsTest::scopesInOtherForms()
{
    const Output json = ran({u"scopes"_s, file("annotations"), u"--json"_s});
    const QJsonArray rows = json.json().array()[0].toObject()[u"rows"].toArray();
    QVERIFY(!rows.isEmpty());
    QVERIFY(rows[0].toObject().contains(u"active_bytes.all.peak"));
    const Output csv = ran({u"scopes"_s, file("annotations"), u"--csv"_s});
    QCOMPARE(csv.text.count(u"\r\n"_s), rows.size() + 1);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"scopes.html"_s);
    const Output html = ran({u"scopes"_s, file("annotations"), u"--html"_s, u"-T"_s, path});
    QCOMPARE(html.exitCode, 0);
    QVERIFY(html.text.isEmpty());
    QFile page(path);
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray bytes = page.readAll();
    QVERIFY(bytes.startsWith("<!DOCTYPE html>") && bytes.contains("linear-gradient"));
    QVERIFY(!bytes.contains("http")); // nothing from elsewhere
}

void ScopeCommandsTest::scopesRefuse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("column") << QStringList{u"-c"_s, u"active_byte.all.peak"_s}
                            << u"the nearest is active_bytes.all.peak"_s;
    QTest::newRow("step") << QStringList{u"--step"_s, u"99"_s} << u"there is no step 99"_s;
    QTest::newRow("every") << QStringList{u"--every"_s, u"99"_s} << u"too seldom"_s;
}

void ScopeCommandsTest::scopesRefuse()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const Output output = ran(QStringList{u"scopes"_s, file("annotations")} + arguments);
    QCOMPARE(output.exitCode, 2);
    QVERIFY2(output.errors.contains(words), qPrintable(output.errors));
}

void ScopeCommandsTest::scopesWithoutScopes()
{
    const Output none = ran({u"scopes"_s, file("segments_only")});
    QCOMPARE(none.exitCode, 0);
    QVERIFY2(none.text.contains(u"No data collected. The events of this device move no memory"_s),
        qPrintable(none.text));
    const Output filtered = ran({u"scopes"_s, file("annotations"), u"-f"_s, u"no such scope"_s});
    QVERIFY2(filtered.text.contains(u"No scope's path contains"_s), qPrintable(filtered.text));
    const Output lines = ran({u"scopes"_s, file("vgg"), u"--lines"_s});
    QVERIFY2(lines.text.contains(u".py:"_s), qPrintable(lines.text));
}

void ScopeCommandsTest::stepsTellDrift()
{
    const Output none = ran({u"steps"_s, file("vgg")});
    QCOMPARE(none.exitCode, 0);
    QCOMPARE(none.text, u"The recording names no training steps.\n"_s);
    const Output json = ran({u"steps"_s, file("vgg"), u"--by"_s, u"stack"_s, u"--json"_s});
    QVERIFY(json.json().object()[u"drift_per_step"].isNull());
}

void ScopeCommandsTest::diffOfTwoRecordings()
{
    const Output text = ran({u"diff"_s, file("vgg"), file("vgg_ckpt"), u"--by"_s, u"category"_s});
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.text.contains(u"Peaks of the whole recordings"_s), qPrintable(text.text));
    const QJsonObject json =
        ran({u"diff"_s, file("vgg"), file("vgg_ckpt"), u"--by"_s, u"stack"_s, u"--json"_s}).json().object();
    qint64 sums[2] = {0, 0};
    for (const QJsonValue& group : json[u"groups"].toArray()) {
        sums[0] += group[u"a_bytes"].toInteger();
        sums[1] += group[u"b_bytes"].toInteger();
    }
    QCOMPARE(sums[0], json[u"a"][u"peaks"][u"allocated"].toInteger());
    QCOMPARE(sums[1], json[u"b"][u"peaks"][u"allocated"].toInteger());
    QVERIFY(sums[1] < sums[0]);
}

void ScopeCommandsTest::diffOfTwoMoments()
{
    const Output output = ran({u"diff"_s, file("vgg"), u"--at"_s, u"start"_s, u"--at"_s, u"peak"_s});
    QCOMPARE(output.exitCode, 0);
    QVERIFY2(output.text.contains(u"only in B"_s) && !output.text.contains(u"whole recordings"_s),
        qPrintable(output.text));
}

void ScopeCommandsTest::diffRefuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("one moment") << QStringList{};
    QTest::newRow("three moments") << QStringList{
        u"--at"_s, u"start"_s, u"--at"_s, u"peak"_s, u"--at"_s, u"end"_s};
    QTest::newRow("no moment") << QStringList{u"--at"_s, u"noon"_s, u"--at"_s, u"peak"_s};
    QTest::newRow("by colour") << QStringList{
        u"--at"_s, u"start"_s, u"--at"_s, u"peak"_s, u"--by"_s, u"colour"_s};
    QTest::newRow("less than none") << QStringList{
        u"--at"_s, u"start"_s, u"--at"_s, u"peak"_s, u"--most"_s, u"-1"_s};
    QTest::newRow("no such step") << QStringList{u"--at"_s, u"step:9"_s, u"--at"_s, u"peak"_s};
}

void ScopeCommandsTest::diffRefuses()
{
    QFETCH(QStringList, arguments);
    const Output output = ran(QStringList{u"diff"_s, file("vgg")} + arguments);
    QCOMPARE(output.exitCode, 2);
    QVERIFY(output.errors.startsWith(u"tidemark: "_s) && output.text.isEmpty());
}

void ScopeCommandsTest::assertions_data()
{
    QTest::addColumn<QStringList>("assertions");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("words");
    const QString base = file("vgg_ckpt");
    QTest::newRow("holds") << QStringList{u"peak_reserved < 200GiB"_s, u"num_ooms == 0"_s} << 0
                           << u"holds  num_ooms == 0: 0 == 0, the same"_s;
    QTest::newRow("fails") << QStringList{u"peak_reserved < 1KiB"_s} << 1
                           << u"FAILS  peak_reserved < 1KiB: "_s;
    QTest::newRow("one of two fails")
        << QStringList{u"num_ooms == 0"_s, u"num_ooms > 0"_s} << 1 << u"FAILS  num_ooms > 0"_s;
    QTest::newRow("the same file") << QStringList{u"peak_active == "_s + file("vgg")} << 0 << u"the same"_s;
    QTest::newRow("more than the base")
        << QStringList{u"peak_allocated <= "_s + base} << 1 << u"bytes above"_s;
    QTest::newRow("margin") << QStringList{u"peak_allocated <= "_s + base + u" +2%"_s} << 0
                            << u"bytes below"_s;
    QTest::newRow("no quantity") << QStringList{u"peak_size < 1"_s} << 2 << u"is no quantity"_s;
    QTest::newRow("no file") << QStringList{u"peak_active < none.tide"_s} << 2 << u"none.tide"_s;
    QTest::newRow("not told") << QStringList{u"drift_per_step == 0"_s} << 2 << u"names no training steps"_s;
    // What cannot be told hides nothing behind it.
    QTest::newRow("not told, and holds")
        << QStringList{u"drift_per_step == 0"_s, u"num_ooms == 0"_s} << 2 << u"holds  num_ooms == 0"_s;
    QTest::newRow("not told, and fails")
        << QStringList{u"drift_per_step == 0"_s, u"num_ooms > 0"_s} << 1 << u"FAILS  num_ooms > 0"_s;
    QTest::newRow("no file, and holds")
        << QStringList{u"peak_active < none.tide"_s, u"num_ooms == 0"_s} << 2 << u"holds  num_ooms == 0"_s;
    QTest::newRow("no unit") << QStringList{u"peak_active < 1 parsec"_s} << 2 << u"its unit is one of"_s;
    QTest::newRow("two that cannot be read")
        << QStringList{u"peak_size < 1"_s, u"peak_active < 1 parsec"_s} << 2 << u"its unit is one of"_s;
}

void ScopeCommandsTest::assertions()
{
    QFETCH(QStringList, assertions);
    QFETCH(QString, words);
    const Output output = ran(QStringList{u"assert"_s, file("vgg")} + assertions);
    QTEST(output.exitCode, "exitCode");
    QVERIFY2((output.text + output.errors).contains(words), qPrintable(output.text + output.errors));
    QCOMPARE(ran({u"assert"_s, u"no-such.tide"_s, u"num_ooms == 0"_s}).exitCode, 2);
}

void ScopeCommandsTest::sameRecordingsAreSaidToBe()
{
    const Output same = ran({u"diff"_s, file("vgg"), file("vgg")});
    QVERIFY2(same.text.endsWith(u"\nNothing differs: not a byte, not a block.\n"_s), qPrintable(same.text));
    QVERIFY(!ran({u"diff"_s, file("vgg"), file("vgg"), u"--json"_s}).json()[u"differs"].toBool());
    QVERIFY(!ran({u"diff"_s, file("vgg"), file("vgg_ckpt")}).text.contains(u"Nothing differs"_s));
    QVERIFY(ran({u"diff"_s, file("vgg"), file("vgg_ckpt"), u"--json"_s}).json()[u"differs"].toBool());
    QVERIFY(!ran({u"diff"_s, file("vgg"), u"--at"_s, u"start"_s, u"--at"_s, u"peak"_s})
                 .text.contains(u"Nothing differs"_s));
}

// What JSON and CSV call the event of a peak is the event:K at which that much is allocated.
void ScopeCommandsTest::eventsOfPeaksCountFromZero()
{
    const auto allocatedAt = [](const QJsonValue& event) {
        const QString moment = event.isNull() ? u"start"_s : u"event:%1"_s.arg(event.toInteger());
        qint64 bytes = 0;
        for (const QJsonValue& group :
            ran({u"peak"_s, file("annotations"), u"--at"_s, moment, u"--json"_s}).json()[u"groups"].toArray())
            bytes += group[u"bytes"].toInteger();
        return bytes;
    };
    const QJsonArray steps = ran({u"steps"_s, file("annotations"), u"--json"_s}).json()[u"steps"].toArray();
    for (const QJsonValue& step : steps)
        QCOMPARE(allocatedAt(step[u"peak_event"]), step[u"peak"].toInteger());
    const QJsonArray tables = ran({u"scopes"_s, file("annotations"), u"--json"_s}).json().array();
    const QStringList lines =
        ran({u"scopes"_s, file("annotations"), u"--csv"_s}).text.split(u"\r\n"_s, Qt::SkipEmptyParts);
    const qsizetype place = lines[0].split(u',').indexOf(u"peak_event"_s);
    QVERIFY(place > 0 && lines.size() > 1);
    int compared = 0;
    for (const QJsonValue& table : tables)
        for (const QJsonValue& row : table[u"rows"].toArray()) {
            QCOMPARE(allocatedAt(row[u"peak_event"]), row[u"peak_inside"].toInteger());
            const QString cell =
                row[u"peak_event"].isNull() ? QString() : QString::number(row[u"peak_event"].toInteger());
            QCOMPARE(lines[compared + 1].split(u',')[place], cell);
            ++compared;
        }
    QVERIFY(compared > 2);
    const QJsonDocument diff =
        ran({u"diff"_s, file("vgg"), u"--at"_s, u"event:0"_s, u"--at"_s, u"event:7"_s, u"--json"_s}).json();
    QCOMPARE(diff[u"a"][u"event"].toInteger(-1), 0);
    QCOMPARE(diff[u"b"][u"event"].toInteger(-1), 7);
}

// PyTorch notes the optimizer's step inside its phase: both are the phase.
void ScopeCommandsTest::noPhaseIsInsideItself()
{
    const QJsonArray tables = ran({u"scopes"_s, file("annotations"), u"--json"_s}).json().array();
    int phases = 0;
    for (const QJsonValue& table : tables) {
        const QJsonArray rows = table[u"rows"].toArray();
        for (const QJsonValue& row : rows) {
            phases += row[u"kind"].toString() == u"phase"_s;
            if (!row[u"parent"].isNull())
                QVERIFY(rows[row[u"parent"].toInteger()][u"scope"] != row[u"scope"]);
        }
    }
    QCOMPARE(phases, 3); // forward, backward, optimizer
}

void ScopeCommandsTest::cutHistoriesAreJudged_data()
{
    QTest::addColumn<QString>("assertion");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* assertion, int exitCode, const char* words) {
        QTest::newRow(assertion) << QString::fromLatin1(assertion) << exitCode << QString::fromLatin1(words);
    };
    // The end is known, and reserved was no less at its peak; of what blocks held more is known.
    row("peak_reserved < 1MiB", 1, "FAILS  peak_reserved < 1MiB: at least 239,075,328 < 1,048,576, at least");
    row("peak_reserved < 1e12", 2, "UNTOLD");
    row("peak_reserved >= 239,075,328", 0, "holds");
    row("peak_reserved >= 239,075,329", 2, "UNTOLD");
    row("peak_allocated > 5", 0, "holds  peak_allocated > 5: at least ");
    row("end_reserved == 239,075,328", 0,
        "holds  end_reserved == 239,075,328: 239,075,328 == 239,075,328, the same");
    row("num_ooms >= 0", 0, "holds");
    row("num_ooms == 0", 2, "UNTOLD");
}

void ScopeCommandsTest::cutHistoriesAreJudged()
{
    QFETCH(QString, assertion);
    QFETCH(int, exitCode);
    QFETCH(QString, words);
    const Output output = ran({u"assert"_s, file("wrapped"), assertion});
    QVERIFY2(output.text.contains(words), qPrintable(output.text + output.errors));
    QCOMPARE(output.exitCode, exitCode);
}

QTEST_GUILESS_MAIN(ScopeCommandsTest)
#include "tst_scope_commands.moc"
