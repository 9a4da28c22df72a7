// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/source_opener.h"

#include "ui/window/message_bar.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>

namespace tidemark::ui {

namespace {

const QString commandKey = QStringLiteral("editor/command");

// Each opens a window of its own, at a line where it can.
const QStringList& knownEditors()
{
    static const QStringList editors = {QStringLiteral("code --goto %f:%l"),
        QStringLiteral("codium --goto %f:%l"), QStringLiteral("pycharm --line %l %f"),
        QStringLiteral("kate --line %l %f"), QStringLiteral("gnome-text-editor %f"),
        QStringLiteral("gedit +%l %f"), QStringLiteral("subl %f:%l")};
    return editors;
}

} // namespace

SourceOpener::SourceOpener(QSettings& settings, MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_settings(settings)
    , m_messages(messages)
    , m_window(window)
{ }

QString SourceOpener::command() const
{
    const QString chosen = m_settings.value(commandKey).toString();
    if (!chosen.isEmpty())
        return chosen;
    const auto isThere = [](const QString& editor) {
        return !QStandardPaths::findExecutable(editor.section(QLatin1Char(' '), 0, 0)).isEmpty();
    };
    const auto found = std::find_if(knownEditors().begin(), knownEditors().end(), isThere);
    return found == knownEditors().end() ? QString() : *found;
}

void SourceOpener::setCommand(const QString& command)
{
    m_settings.setValue(commandKey, command.trimmed());
}

QStringList SourceOpener::words(const QString& command, const SourcePlace& place)
{
    QStringList words = QProcess::splitCommand(command);
    if (words.isEmpty())
        return {};
    if (!command.contains(QLatin1String("%f")))
        words << QStringLiteral("%f");
    const QString line = QString::number(std::max(place.line, 1));
    for (QString& word : words) // the line first: a file's name may hold anything
        word.replace(QLatin1String("%l"), line).replace(QLatin1String("%f"), place.file);
    return words;
}

void SourceOpener::open(const SourcePlace& place)
{
    // A name that a stranger's file tells must not be taken for an option, nor for a command.
    if (!QFileInfo(place.file).isFile() || !QFileInfo(place.file).isAbsolute()) {
        QGuiApplication::clipboard()->setText(place.file);
        m_messages.say(MessageBar::Tone::Note,
            tr("%1 is not on this machine; its name has been copied.").arg(place.file));
        return;
    }
    const MessageBar::Link choose{tr("Choose an editor"), [this] { askCommand(); }};
    QStringList arguments = words(command(), place);
    if (arguments.isEmpty()) {
        m_messages.say(
            MessageBar::Tone::Trouble, tr("No editor is known to open %1.").arg(place.file), {choose});
        return;
    }
    const QString program = arguments.takeFirst();
    if (!QProcess::startDetached(program, arguments))
        m_messages.say(MessageBar::Tone::Trouble,
            tr("%1 could not be started to open %2.").arg(program, place.file), {choose});
}

void SourceOpener::askCommand()
{
    auto* dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("editorDialog"));
    dialog->setWindowTitle(tr("Editor for sources"));
    dialog->setLabelText(tr("The command that opens a line of source; %f is the file, %l the line:"));
    dialog->setTextValue(command());
    connect(dialog, &QInputDialog::textValueSelected, this, &SourceOpener::setCommand);
    dialog->open();
}

} // namespace tidemark::ui
