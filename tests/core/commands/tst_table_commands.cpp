// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that "tidemark events", "allocations", "segments" and "stacks" print.
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

    QJsonArray rows() const { return QJsonDocument::fromJson(text.toUtf8()).array(); }
};

Output run(const QString& command, const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM),
        QStringList{command, testDataFile(u"rand_small.pickle"_s)} + arguments);
    process.waitForFinished(60000);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

class TestTableCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFormHoldsTheSameRows_data();
    void everyFormHoldsTheSameRows();
    void searchesAndSorts();
    void theTextIsAligned();
    void wrongUseIsSaid();
    void eventsCountFromZero();
    void allRowsByZero();
    void mistypedColumnsAreSaid();
    void bothTablesOfAllocationsAgree();
};

void TestTableCommands::everyFormHoldsTheSameRows_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command : {"events", "allocations", "segments", "stacks"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

void TestTableCommands::everyFormHoldsTheSameRows()
{
    QFETCH(QString, command);
    const Output json = run(command, {u"--json"_s});
    QCOMPARE(json.exitCode, 0);
    const QJsonArray rows = json.rows();
    QVERIFY(rows.size() > 0);
    const Output csv = run(command, {u"--csv"_s});
    QCOMPARE(csv.text.count(u'\n'), rows.size() + 1);
    QVERIFY(csv.text.startsWith(command == u"segments"_s ? u"address,"_s
            : command == u"stacks"_s                     ? u"allocations,"_s
                                                         : u"event,"_s));
    const Output text = run(command, {});
    QCOMPARE(text.exitCode, 0);
    const QString name = rows.size() == 1 ? command.chopped(1) : command;
    QVERIFY2(text.text.trimmed().endsWith(u' ' + name), qPrintable(text.text));
    QCOMPARE(run(command, {u"--json"_s, u"--top"_s, u"1"_s}).rows().size(), 1);
}

void TestTableCommands::searchesAndSorts()
{
    const QJsonArray all = run(u"allocations"_s, {u"--json"_s}).rows();
    const QJsonArray found =
        run(u"allocations"_s, {u"--json"_s, u"--find"_s, u">64KiB"_s, u"--sort=-size"_s}).rows();
    qsizetype wanted = 0;
    for (const QJsonValue& row : all)
        wanted += row[u"size"].toInteger() > 65536;
    QVERIFY(wanted > 2 && wanted < all.size());
    QCOMPARE(found.size(), wanted);
    for (qsizetype i = 1; i < found.size(); ++i)
        QVERIFY(found[i - 1][u"size"].toInteger() >= found[i][u"size"].toInteger());
    const QString address = found[0][u"address"].toString();
    for (const QJsonValue& row : run(u"events"_s, {u"--json"_s, u"--find"_s, address}).rows())
        QVERIFY(row[u"address"].toString().toULongLong(nullptr, 16) <= address.toULongLong(nullptr, 16));
}

void TestTableCommands::theTextIsAligned()
{
    const QStringList lines =
        run(u"events"_s, {u"--top"_s, u"8"_s, u"--find"_s, u"alloc"_s}).text.split(u'\n');
    QVERIFY(lines.size() > 10);
    const qsizetype column = lines[0].indexOf(u"action"_s);
    for (int line = 1; line <= 8; ++line)
        QVERIFY2(lines[line].mid(column).contains(u"alloc"_s) && lines[line][column - 1] == u' ',
            qPrintable(lines[line]));
    QVERIFY2(lines[10].startsWith(u"the first 8 of "_s), qPrintable(lines[10]));
}

void TestTableCommands::wrongUseIsSaid()
{
    const Output pattern = run(u"events"_s, {u"--find"_s, u"/[/"_s});
    QCOMPARE(pattern.exitCode, 2);
    QVERIFY2(pattern.errors.contains(u"is no regular expression"_s), qPrintable(pattern.errors));
    const Output column = run(u"events"_s, {u"--sort"_s, u"weight"_s});
    QCOMPARE(column.exitCode, 2);
    QVERIFY2(column.errors.contains(u"there are event, time, action, address"_s), qPrintable(column.errors));
    QCOMPARE(run(u"events"_s, {u"--csv"_s, u"--json"_s}).exitCode, 2);
}

// What --json calls event K is found by event:K.
void TestTableCommands::eventsCountFromZero()
{
    const QJsonArray all = run(u"allocations"_s, {u"--json"_s}).rows();
    const qint64 event = all[all.size() / 2][u"event"].toInteger();
    const Output found =
        run(u"allocations"_s, {u"--json"_s, u"--find"_s, u"event:"_s + QString::number(event)});
    QCOMPARE(found.rows().size(), 1);
    QCOMPARE(found.rows()[0][u"event"].toInteger(), event);
    QCOMPARE(run(u"events"_s, {u"--json"_s, u"--find"_s, u"event:0"_s}).rows()[0][u"event"].toInteger(), 0);
}

void TestTableCommands::allRowsByZero()
{
    const qsizetype all = run(u"events"_s, {u"--json"_s}).rows().size();
    QVERIFY(all > 40);
    QCOMPARE(run(u"events"_s, {u"--json"_s, u"--top"_s, u"0"_s}).rows().size(), all);
    QCOMPARE(run(u"events"_s, {u"--csv"_s, u"--top"_s, u"0"_s}).text.count(u'\n'), all + 1);
    const Output text = run(u"events"_s, {u"--top"_s, u"0"_s});
    QCOMPARE(text.text.count(u'\n'), all + 3); // titles, an empty line, how many
    QVERIFY(run(u"events"_s, {}).text.contains(u"the first 40 of"_s));
}

void TestTableCommands::mistypedColumnsAreSaid()
{
    const Output none = run(u"events"_s, {u"--find"_s, u"evnt:5"_s});
    QCOMPARE(none.exitCode, 0);
    QVERIFY2(none.errors.contains(u"evnt is no column of the events, and was looked for as a text; there are "
                                  "event, time, action, address"_s),
        qPrintable(none.errors));
    QVERIFY(
        run(u"events"_s, {u"--json"_s, u"--find"_s, u"-evnt:5"_s}).errors.contains(u"evnt is no column"_s));
    QVERIFY(run(u"events"_s, {u"--find"_s, u"alloc"_s}).errors.isEmpty());
    const Output unknown = run(u"events"_s, {u"--find"_s, u"bogus>3"_s});
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY2(unknown.errors.contains(u"there are event, time, address, size"_s), qPrintable(unknown.errors));
}

// The window's table and the database's are two views of one list: cell by cell, where both have the column.
void TestTableCommands::bothTablesOfAllocationsAgree()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"allocations.csv"_s);
    const QString file = testDataFile(u"rand_small.pickle"_s);
    QProcess process;
    process.start(
        QStringLiteral(TIDEMARK_PROGRAM), {u"convert"_s, file, path, u"--table"_s, u"allocations"_s});
    process.waitForFinished(60000);
    QFile exported(path);
    QVERIFY(exported.open(QIODevice::ReadOnly));
    const QStringList others = QString::fromUtf8(exported.readAll()).split(u'\n', Qt::SkipEmptyParts);
    const QJsonArray rows = run(u"allocations"_s, {u"--json"_s}).rows();
    QCOMPARE(others.size(), rows.size() + 1);
    const QStringList names = others[0].split(u',');
    const std::pair<QString, QString> pairs[] = {{u"event"_s, u"alloc_event"_s}, {u"size"_s, u"bytes"_s},
        {u"requested"_s, u"requested_bytes"_s}, {u"free_requested"_s, u"free_event"_s}};
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QStringList cells = others[i + 1].split(u',');
        for (const auto& [column, other] : pairs) {
            const QJsonValue value = rows[i][column];
            const QString wanted = cells[names.indexOf(other)];
            QCOMPARE(value.isNull() || value.isUndefined() ? QString() : QString::number(value.toInteger()),
                wanted);
        }
        QCOMPARE(rows[i][u"address"_s].toString().toULongLong(nullptr, 16),
            cells[names.indexOf(u"addr"_s)].toULongLong());
    }
}

QTEST_GUILESS_MAIN(TestTableCommands)
#include "tst_table_commands.moc"
