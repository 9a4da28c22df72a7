// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page and the completions that the program writes, against its help and by the programs that read
// them.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace {

struct Output {
    int exitCode = -1;
    QString text;
    QString errors;
};

Output run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished(60'000);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

QString helpOf(const QStringList& command)
{
    return run(QStringLiteral(TIDEMARK_PROGRAM), command + QStringList{QStringLiteral("--help")}).text;
}

QStringList commandsOfHelp()
{
    const QString help = helpOf({});
    QStringList commands;
    bool isList = false;
    for (const QString& line : help.split(QLatin1Char('\n'))) {
        if (isList && line.startsWith(QLatin1String("  ")) && !line.startsWith(QLatin1String("   ")))
            commands << line.simplified().section(QLatin1Char(' '), 0, 0);
        isList = isList || line.startsWith(QLatin1String("Subcommands:"));
    }
    commands.sort();
    return commands;
}

// "--by", "-o", ... as the help of a command has them, at the beginning of its lines.
QStringList optionsOfHelp(const QStringList& command)
{
    static const QRegularExpression line(
        QStringLiteral("^ *(-[-\\w]+)(?:,(-[-\\w]+))*"), QRegularExpression::MultilineOption);
    static const QRegularExpression name(QStringLiteral("--?[A-Za-z][-a-z]*"));
    QStringList options;
    for (auto lines = line.globalMatch(helpOf(command)); lines.hasNext();)
        for (auto names = name.globalMatch(lines.next().captured()); names.hasNext();)
            options << names.next().captured();
    options.sort();
    options.removeDuplicates();
    return options;
}

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString found(const char* program)
{
    return QStandardPaths::findExecutable(QLatin1String(program));
}

} // namespace

class TestManual : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pageHasEveryCommandAndOption();
    void groffFindsNoFault_data();
    void groffFindsNoFault();
    void bashCompletes_data();
    void bashCompletes();
    void bashKnowsEveryCommand();
    void bashKnowsEveryOption();
    void fishKnowsEveryCommand();
    void zshReadsItsOwn();
    void aFolderThatIsNotThereIsTold();

private:
    QStringList completedByBash(const QStringList& words);
    QString file(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

void TestManual::initTestCase()
{
    const Output output =
        run(QStringLiteral(TIDEMARK_PROGRAM), {QStringLiteral("--write-manual"), m_folder.path()});
    QVERIFY2(output.exitCode == 0, qPrintable(output.errors));
    QVERIFY(commandsOfHelp().size() > 15);
    QVERIFY(!helpOf({}).contains(QStringLiteral("--write-manual")));
}

void TestManual::pageHasEveryCommandAndOption()
{
    const QString page = contentOf(file(QStringLiteral("tidemark.1")));
    for (const QChar character : page)
        QVERIFY(character.unicode() < 128);
    for (const QString& command : commandsOfHelp()) {
        const qsizetype begin = page.indexOf(QStringLiteral(".SS \"%1\"\n").arg(command));
        QVERIFY2(begin > 0, qPrintable(command));
        const QString section = page.mid(begin, page.indexOf(QStringLiteral("\n.S"), begin + 1) - begin);
        for (QString option : optionsOfHelp({command})) {
            option.replace(QLatin1Char('-'), QLatin1String("\\-"));
            QVERIFY2(section.contains(QStringLiteral("\\fB%1\\fR").arg(option)),
                qPrintable(command + QLatin1Char(' ') + option));
        }
    }
}

void TestManual::groffFindsNoFault_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("tidemark") << QStringLiteral(TIDEMARK_PROGRAM);
    if (*RECORDER_PROGRAM != 0)
        QTest::newRow("tidemark-record") << QStringLiteral(RECORDER_PROGRAM);
}

void TestManual::groffFindsNoFault()
{
    QFETCH(QString, program);
    QCOMPARE(run(program, {QStringLiteral("--write-manual"), m_folder.path()}).exitCode, 0);
    const QString groff = found("groff");
    if (groff.isEmpty())
        QSKIP("there is no groff");
    const QString page = file(QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral(".1"));
    const Output output = run(groff,
        {QStringLiteral("-man"), QStringLiteral("-ww"), QStringLiteral("-Tutf8"), QStringLiteral("-P-cbou"),
            page});
    QCOMPARE(output.exitCode, 0);
    QCOMPARE(output.errors, QString());
    QVERIFY(output.text.contains(QStringLiteral("SYNOPSIS")));
    QVERIFY(output.text.contains(QStringLiteral("EXIT STATUS")));
}

QStringList TestManual::completedByBash(const QStringList& words)
{
    const QString script =
        QStringLiteral("source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _tidemark; "
                       "printf '%s\\n' \"${COMPREPLY[@]}\"");
    QProcess bash;
    bash.setWorkingDirectory(m_folder.path());
    bash.start(found("bash"),
        QStringList{QStringLiteral("--norc"), QStringLiteral("-c"), script, QStringLiteral("bash"),
            file(QStringLiteral("tidemark.bash")), QStringLiteral("tidemark")}
            + words);
    bash.waitForFinished(30'000);
    QStringList answers =
        QString::fromUtf8(bash.readAllStandardOutput()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    answers.sort();
    const QByteArray errors = bash.readAllStandardError();
    return errors.isEmpty() ? answers : QStringList{QString::fromUtf8(errors)};
}

void TestManual::bashCompletes_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("answers");
    const auto row = [](const char* words, const char* answers) {
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '))
                             << QString::fromLatin1(answers).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    };
    row("inf", "info");
    row("convert --to ", "csv snapshot sqlite tide trace");
    row("convert --to = s", "snapshot sqlite");
    row("convert a b --to =", "csv snapshot sqlite tide trace");
    row("convert tidemark.b", "tidemark.bash");
    row("peak --of re", "reserved");
    row("peak --b", "--by");
    row("--vers", "--version");
    row("convert --vers", "");
}

void TestManual::bashCompletes()
{
    QFETCH(QStringList, words);
    QFETCH(QStringList, answers);
    if (found("bash").isEmpty())
        QSKIP("there is no bash");
    QCOMPARE(completedByBash(words), answers);
}

void TestManual::bashKnowsEveryCommand()
{
    if (found("bash").isEmpty())
        QSKIP("there is no bash");
    QStringList answers = completedByBash({QString()});
    answers.removeIf([this](const QString& word) { return QFile::exists(file(word)); });
    QCOMPARE(answers, commandsOfHelp());
}

void TestManual::bashKnowsEveryOption()
{
    if (found("bash").isEmpty())
        QSKIP("there is no bash");
    for (const QString& command : commandsOfHelp())
        QCOMPARE(completedByBash({command, QStringLiteral("-")}), optionsOfHelp({command}));
    QCOMPARE(completedByBash({QStringLiteral("-")}), optionsOfHelp({}));
}

void TestManual::fishKnowsEveryCommand()
{
    const QString fish = found("fish");
    if (fish.isEmpty())
        QSKIP("there is no fish");
    const Output output = run(fish,
        {QStringLiteral("--no-config"), QStringLiteral("-c"),
            QStringLiteral("source $argv[1]; complete -C 'tidemark '; complete -C 'tidemark convert --to '"),
            file(QStringLiteral("tidemark.fish"))});
    QCOMPARE(output.exitCode, 0);
    QStringList words;
    for (const QString& line : output.text.split(QLatin1Char('\n')))
        words << line.section(QLatin1Char('\t'), 0, 0);
    for (const QString& command : commandsOfHelp() + QStringList{QStringLiteral("sqlite")})
        QVERIFY2(words.contains(command), qPrintable(command));
}

void TestManual::zshReadsItsOwn()
{
    const QString zsh = found("zsh");
    if (zsh.isEmpty())
        QSKIP("there is no zsh");
    const Output output = run(zsh, {QStringLiteral("-fn"), file(QStringLiteral("_tidemark"))});
    QCOMPARE(output.errors, QString());
    QCOMPARE(output.exitCode, 0);
}

void TestManual::aFolderThatIsNotThereIsTold()
{
    const Output output = run(
        QStringLiteral(TIDEMARK_PROGRAM), {QStringLiteral("--write-manual"), file(QStringLiteral("none"))});
    QCOMPARE(output.exitCode, 1);
    QVERIFY(output.errors.contains(QStringLiteral("No such file or directory")));
}

QTEST_GUILESS_MAIN(TestManual)
#include "tst_manual.moc"
