// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/remote_words.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <utility>

namespace tidemark::ui {

namespace {

bool joinsItsWords(const QString& word)
{
    static const QStringList names{
        QStringLiteral("ssh"), QStringLiteral("autossh"), QStringLiteral("rsh"), QStringLiteral("slogin")};
    return names.contains(QFileInfo(word).fileName());
}

// "~/" or "~name/" in front.
qsizetype homeLength(const QString& program)
{
    static const QRegularExpression home(QStringLiteral("^~[A-Za-z0-9._-]*/"));
    return home.match(program).capturedLength();
}

} // namespace

int shellsBehind(const QStringList& carrier)
{
    return static_cast<int>(std::count_if(carrier.begin(), carrier.end(), joinsItsWords));
}

QString shellQuoted(const QString& word)
{
    static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9_=+:,./@%-]+\\z"));
    // zsh replaces a word that begins with =.
    if (plain.match(word).hasMatch() && !word.startsWith(QLatin1Char('=')))
        return word;
    QString inner = word;
    inner.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + inner + QLatin1Char('\'');
}

QString shellQuoted(QString word, int shells)
{
    for (int i = 0; i < shells; ++i)
        word = shellQuoted(word);
    return word;
}

QString shellQuotedProgram(const QString& program, int shells)
{
    const qsizetype home = shells > 0 ? homeLength(program) : 0;
    // Only the last of several shells may replace it: for those before, it is quoted as the rest.
    if (home == 0 || home == program.size())
        return shellQuoted(program, shells);
    return shellQuoted(program.left(home) + shellQuoted(program.mid(home)), shells - 1);
}

QStringList wordsTyped(const QString& line)
{
    QStringList words;
    QString word;
    QChar quote; // the one that is open
    bool isWord = false; // also an empty one in quotes
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar letter = line[i];
        const bool escapes = letter == QLatin1Char('\\') && i + 1 < line.size()
            && (quote.isNull()
                || (quote == QLatin1Char('"') && QStringLiteral("\\\"$`").contains(line[i + 1])));
        if (escapes) {
            word += line[++i];
            isWord = true;
        } else if (letter == quote) {
            quote = QChar();
        } else if (quote.isNull() && (letter == QLatin1Char('\'') || letter == QLatin1Char('"'))) {
            quote = letter;
            isWord = true;
        } else if (quote.isNull() && letter.isSpace()) {
            if (std::exchange(isWord, false))
                words << std::exchange(word, {});
        } else {
            word += letter;
            isWord = true;
        }
    }
    if (isWord)
        words << word;
    return words;
}

QString asTyped(const QStringList& words)
{
    QStringList typed;
    for (const QString& word : words)
        typed << shellQuoted(word);
    return typed.join(QLatin1Char(' '));
}

} // namespace tidemark::ui
