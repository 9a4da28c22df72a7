// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/line_buffer.h"
#include "core/record/command.h"

#include <QtTest>

using namespace tidemark;

class CommandTest : public QObject {
    Q_OBJECT

private slots:
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void helpNamesWhatIsAccepted();
    void linesFromPieces();
    void longLinesAreCut();
};

void CommandTest::accepted_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<CommandKind>("kind");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<quint64>("number");
    QTest::addColumn<QByteArray>("device");
    const auto row = [](const char* line, CommandKind kind, const char* name = "", quint64 number = 0,
                         const char* device = "") {
        QTest::newRow(line) << QByteArray(line) << kind << QByteArray(name) << number << QByteArray(device);
    };
    row("empty_cache", CommandKind::EmptyCache);
    row("pause", CommandKind::Pause);
    row("resume", CommandKind::Resume);
    row("step", CommandKind::Step);
    row("reset_peak", CommandKind::ResetPeak);
    row("stats", CommandKind::Stats);
    row("stop", CommandKind::Stop);
    row("help", CommandKind::Help);
    row("mark A", CommandKind::Mark, "A");
    row("mark  before the second epoch ", CommandKind::Mark, "before the second epoch");
    row("mark pause", CommandKind::Mark, "pause");
    row("alloc 1", CommandKind::Alloc, "", 1);
    row("alloc 4000000", CommandKind::Alloc, "", 4'000'000);
    row("alloc 64MiB", CommandKind::Alloc, "", 67'108'864);
    row("alloc 1.5 GiB", CommandKind::Alloc, "", 1'610'612'736);
    row("alloc 64MiB cuda:1", CommandKind::Alloc, "", 67'108'864, "cuda:1");
    row("alloc 1.5 GiB  cuda", CommandKind::Alloc, "", 1'610'612'736, "cuda");
    row("alloc 5 cpu", CommandKind::Alloc, "", 5, "cpu");
    row("free 3", CommandKind::Free, "", 3);
    row("free 0", CommandKind::Free, "", 0);
    row("  step\t\r\n", CommandKind::Step);
}

void CommandTest::accepted()
{
    QFETCH(const QByteArray, line);
    QFETCH(const CommandKind, kind);
    QFETCH(const QByteArray, name);
    QFETCH(const quint64, number);
    QFETCH(const QByteArray, device);
    const auto command = parseCommand(line.toStdString());
    QVERIFY2(command, command ? "" : command.error().message.c_str());
    const Command expected = {kind, name.toStdString(), number, device.toStdString()};
    QCOMPARE(*command, expected);
}

void CommandTest::refused_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* line, const char* says) {
        QTest::newRow(line) << QByteArray(line) << QByteArray(says);
    };
    row("", "The commands are empty_cache, pause");
    row("Pause", "no command 'Pause'");
    row("empty_cache now", "'now'");
    row("emptycache", "no command 'emptycache'");
    row("mark", "mark NAME");
    row("mark   ", "mark NAME");
    row("alloc", "alloc SIZE");
    row("alloc 0", "0 bytes");
    row("alloc -5", "-5");
    row("alloc lots", "lots");
    row("alloc cuda:1", "cuda:1");
    row("alloc 64MiB gpu", "64MiB gpu");
    row("alloc 8EiB", "8EiB");
    row("alloc 9223372036854775808", "9223372036854775808");
    row("free", "free ID");
    row("free one", "'one' is no tensor id");
    row("free 1 2", "'1 2' is no tensor id");
    row("free -1", "'-1' is no tensor id");
    row("free 99999999999999999999", "is no tensor id");
}

void CommandTest::refused()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QByteArray, says);
    const auto command = parseCommand(line.toStdString());
    QVERIFY(!command);
    QVERIFY2(command.error().message.find(says.toStdString()) != std::string::npos,
        command.error().message.c_str());
}

void CommandTest::helpNamesWhatIsAccepted()
{
    const std::string help = commandHelp();
    QCOMPARE(std::count(help.begin(), help.end(), '\n'), 13);
    QVERIFY(help.find("  alloc SIZE") != std::string::npos);
    QVERIFY(help.find("  empty_cache ") != std::string::npos);
}

void CommandTest::linesFromPieces()
{
    LineBuffer lines;
    QVERIFY(!lines.takeLine());
    lines.append("pau");
    QVERIFY(!lines.takeLine());
    lines.append("se\nstep\n\nres");
    QCOMPARE(lines.takeLine(), std::optional<std::string>("pause"));
    QCOMPARE(lines.takeLine(), std::optional<std::string>("step"));
    QCOMPARE(lines.takeLine(), std::optional<std::string>(""));
    QVERIFY(!lines.takeLine());
    QCOMPARE(lines.takeRest(), std::string("res"));
    QCOMPARE(lines.takeRest(), std::string());
}

void CommandTest::longLinesAreCut()
{
    LineBuffer lines;
    for (int i = 0; i < 1000; ++i) {
        lines.append(std::string(1000, 'x'));
        QVERIFY(!lines.takeLine());
    }
    lines.append("yz\nstep\n");
    const auto line = lines.takeLine();
    QVERIFY(line);
    QCOMPARE(*line, std::string(LineBuffer::longest, 'x'));
    QCOMPARE(lines.takeLine(), std::optional<std::string>("step"));
}

QTEST_GUILESS_MAIN(CommandTest)
#include "tst_command.moc"
