// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever stands where an option wants a number is refused in a short sentence, or taken.
#include "tests/support/test_data.h"

#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

using namespace tidemark::tests;
using namespace Qt::Literals::StringLiterals;

namespace {

struct Said {
    int exitCode = -1;
    QString errors;
    QString output;
};

Said run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    process.waitForFinished(60000);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardError()),
        QString::fromUtf8(process.readAllStandardOutput())};
}

// The commands that the program's own help lists.
QStringList commands()
{
    static const QRegularExpression line(u"^  ([a-z]+)  "_s, QRegularExpression::MultilineOption);
    const QString help = run({u"--help"_s}).output;
    QStringList found;
    for (auto match = line.globalMatch(help.mid(help.indexOf(u"Subcommands:"_s))); match.hasNext();)
        found << match.next().captured(1);
    return found;
}

// Those of its options that take a number.
QStringList numberOptions(const QString& command)
{
    static const QRegularExpression line(
        u"^ +(?:-[a-zA-Z],)?(--[a-z-]+) (?:INT|UINT|FLOAT|N)\\b"_s, QRegularExpression::MultilineOption);
    QStringList found;
    for (auto match = line.globalMatch(run({command, u"--help"_s}).output); match.hasNext();)
        found << match.next().captured(1);
    return found;
}

} // namespace

class TestNumberOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusalsAreShort_data();
    void refusalsAreShort();
};

void TestNumberOptions::refusalsAreShort_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("option");
    int counts = 0;
    for (const QString& command : commands())
        for (const QString& option : numberOptions(command)) {
            QTest::newRow(qPrintable(command + u' ' + option)) << command << option;
            counts += option == u"--top"_s || option == u"--most"_s;
        }
    QVERIFY2(counts >= 7, "the tables, peak, tensors and diff have one each");
}

void TestNumberOptions::refusalsAreShort()
{
    QFETCH(QString, command);
    QFETCH(QString, option);
    const QString file = testDataFile(u"rand_small.pickle"_s);
    for (const char* value : {"0", "-1", "1.5", "many", "99999999999999999999999999", ""}) {
        const Said said = run({command, file, option, QString::fromLatin1(value)});
        QVERIFY2(said.exitCode >= 0 && said.exitCode <= 3, value);
        QVERIFY2(said.errors.size() < 400, qPrintable(said.errors));
        static const QRegularExpression longNumber(u"[0-9]{21}"_s);
        QVERIFY2(
            !QString(said.errors).remove(QLatin1String(value)).contains(longNumber), qPrintable(said.errors));
    }
    const bool isCount = option == u"--top"_s || option == u"--most"_s;
    if (isCount && command != u"diff"_s)
        QCOMPARE(run({command, file, option, u"0"_s}).exitCode, 0);
}

QTEST_GUILESS_MAIN(TestNumberOptions)
#include "tst_number_options.moc"
