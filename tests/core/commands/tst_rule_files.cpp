// SPDX-License-Identifier: GPL-3.0-or-later
// --suppressions of steps and assert, --rules of peak.
#include "tests/support/test_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark::tests;
using namespace Qt::Literals::StringLiterals;

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
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

class TestRuleFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stepsSaysWhatIsSuppressed();
    void assertSaysWhatIsSuppressed();
    void peakByRuleSumsToAllocated();
    void filesThatCannotBeReadAreSaid();

private:
    QString written(const QByteArray& text)
    {
        const QString path = m_folder.filePath(QString::number(++m_count) + u".txt"_s);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("no temporary file");
        return path;
    }

    QTemporaryDir m_folder;
    int m_count = 0;
    QString m_file = testDataFile(u"annotations.pickle"_s);
};

void TestRuleFiles::stepsSaysWhatIsSuppressed()
{
    const QString known = written("# the model\nleak:convert\n");
    const Output text = run({u"steps"_s, m_file, u"--suppressions"_s, known});
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.text.contains(u" are suppressed by "_s + known), qPrintable(text.text));
    const QJsonObject suppressed =
        run({u"steps"_s, m_file, u"--json"_s, u"--suppressions"_s, known}).json()[u"suppressed"].toObject();
    QVERIFY(suppressed[u"bytes"].toInteger() > 0);
    QVERIFY(suppressed[u"allocations"].toInteger() >= suppressed[u"blocks"].toInteger());
    QVERIFY(!run({u"steps"_s, m_file, u"--json"_s}).json().contains(u"suppressed"_s));
}

void TestRuleFiles::assertSaysWhatIsSuppressed()
{
    const Output said =
        run({u"assert"_s, m_file, u"end_allocated > 0"_s, u"--suppressions"_s, written("leak:convert\n")});
    QCOMPARE(said.exitCode, 0);
    QVERIFY2(said.errors.contains(u"are suppressed by"_s), qPrintable(said.errors));
    QVERIFY(!run({u"assert"_s, m_file, u"end_allocated > 0"_s}).errors.contains(u"suppressed"_s));
}

void TestRuleFiles::peakByRuleSumsToAllocated()
{
    const QString rules = written(
        "weights = stack:convert\noptimizer = annotation:Optimizer.step\nrest of step = annotation:##\n");
    const QJsonObject peak =
        run({u"peak"_s, m_file, u"--by"_s, u"rule"_s, u"--rules"_s, rules, u"--json"_s}).json();
    QCOMPARE(peak[u"by"].toString(), u"rule"_s);
    qint64 sum = 0;
    QStringList names;
    for (const QJsonValue& group : peak[u"groups"].toArray()) {
        sum += group[u"bytes"].toInteger();
        names << group[u"name"].toString();
    }
    const QJsonObject plain = run({u"peak"_s, m_file, u"--json"_s}).json();
    qint64 wanted = 0;
    for (const QJsonValue& group : plain[u"groups"].toArray())
        wanted += group[u"bytes"].toInteger();
    QCOMPARE(sum, wanted);
    QVERIFY2(names.contains(u"weights"_s) && names.size() > 1, qPrintable(names.join(u", ")));
    const Output text = run({u"peak"_s, m_file, u"--by"_s, u"rule"_s, u"--rules"_s, rules});
    QVERIFY2(text.text.contains(u"  rule\n"_s), qPrintable(text.text));
}

void TestRuleFiles::filesThatCannotBeReadAreSaid()
{
    const QString none = m_folder.filePath(u"none.txt"_s);
    for (const QStringList& command : {QStringList{u"steps"_s, m_file, u"--suppressions"_s, none},
             {u"assert"_s, m_file, u"num_ooms == 0"_s, u"--suppressions"_s, none},
             {u"peak"_s, m_file, u"--by"_s, u"rule"_s, u"--rules"_s, none}}) {
        const Output said = run(command);
        QCOMPARE(said.exitCode, 2);
        QVERIFY2(said.errors.contains(none + u" cannot be read: No such file"_s), qPrintable(said.errors));
    }
    const QString wrong = written("good = stack:a\nbad\n");
    const Output said = run({u"peak"_s, m_file, u"--by"_s, u"rule"_s, u"--rules"_s, wrong});
    QCOMPARE(said.exitCode, 2);
    QVERIFY2(said.errors.contains(wrong + u": line 2, \"bad\""_s), qPrintable(said.errors));
    QCOMPARE(run({u"peak"_s, m_file, u"--by"_s, u"rule"_s}).exitCode, 2);
    QCOMPARE(run({u"peak"_s, m_file, u"--rules"_s, wrong}).exitCode, 2);
    QCOMPARE(run({u"steps"_s, m_file, u"--suppressions"_s, m_folder.path()}).exitCode, 2);
}

QTEST_GUILESS_MAIN(TestRuleFiles)
#include "tst_rule_files.moc"
