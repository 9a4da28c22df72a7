// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_palette.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

namespace tidemark::ui {

namespace {

constexpr int commandRole = Qt::UserRole;

// Where a typed word is found, the nearest first.
enum Nearness { BeginsName, BeginsWord, InName, InPath, BeginsWordOfTip, InTip, Nowhere };

const QString pathMark = QStringLiteral(" › ");

bool beginsWord(const QString& text, const QString& word)
{
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive))
        if (at == 0 || !text[at - 1].isLetterOrNumber())
            return true;
    return false;
}

// Without the letters that are underlined.
QString plainText(QString text)
{
    static const QString escaped(QChar(0x1));
    text.replace(QLatin1String("&&"), escaped).remove(QLatin1Char('&')).replace(escaped, QLatin1String("&"));
    return text;
}

} // namespace

CommandPalette::CommandPalette(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent)
    , m_typed(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_typed->setPlaceholderText(tr("Type a few letters of what you want to do"));
    m_typed->setAccessibleName(tr("What you want to do"));
    m_typed->setClearButtonEnabled(true);
    m_typed->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands that match"));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_typed);
    column->addWidget(m_list);
    resize(560, 440);
    addCommands({}, menus.actions());
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_typed, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    filter({});
}

void CommandPalette::addCommands(const QString& path, const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        const QString text = path + plainText(action->text());
        if (action->menu() != nullptr)
            addCommands(text + pathMark, action->menu()->actions());
        else if (!action->isSeparator())
            m_commands.push_back({text, action});
    }
}

std::optional<int> CommandPalette::distance(const QString& command, const QString& tip, const QString& typed)
{
    const QString name = command.section(pathMark, -1);
    int farthest = BeginsName;
    for (const QString& word : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const int place = name.startsWith(word, Qt::CaseInsensitive) ? BeginsName
            : beginsWord(name, word)                                 ? BeginsWord
            : name.contains(word, Qt::CaseInsensitive)               ? InName
            : command.contains(word, Qt::CaseInsensitive)            ? InPath
            : beginsWord(tip, word)                                  ? BeginsWordOfTip
            : tip.contains(word, Qt::CaseInsensitive)                ? InTip
                                                                     : Nowhere;
        if (place == Nowhere)
            return std::nullopt;
        farthest = std::max(farthest, place);
    }
    return farthest;
}

// Of those as near as each other the shorter ones first; all of them as the menus have them.
QList<qsizetype> CommandPalette::found(const QString& typed) const
{
    QList<std::tuple<int, qsizetype, qsizetype>> near; // distance, length, place
    for (qsizetype i = 0; i < m_commands.size(); ++i) {
        const Command& command = m_commands[i];
        if (!command.action)
            continue;
        if (const auto far = distance(command.text, command.action->toolTip(), typed))
            near.emplace_back(*far, typed.trimmed().isEmpty() ? 0 : command.text.size(), i);
    }
    std::sort(near.begin(), near.end());
    QList<qsizetype> places;
    for (const auto& command : near)
        places << std::get<2>(command);
    return places;
}

void CommandPalette::show(qsizetype command)
{
    const QAction& action = *m_commands[command].action;
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    const QString& text = m_commands[command].text;
    auto* item = new QListWidgetItem(keys.isEmpty() ? text : tr("%1   (%2)").arg(text, keys), m_list);
    item->setData(commandRole, command);
    item->setToolTip(action.toolTip());
    if (!action.isEnabled())
        item->setFlags(item->flags() & ~(Qt::ItemIsEnabled | Qt::ItemIsSelectable));
}

void CommandPalette::filter(const QString& typed)
{
    m_list->clear();
    for (const qsizetype command : found(typed))
        show(command);
    if (m_list->count() == 0) {
        auto* nothing = new QListWidgetItem(tr("No command matches “%1”.").arg(typed.trimmed()), m_list);
        nothing->setFlags(Qt::NoItemFlags);
    }
    for (int row = 0; row < m_list->count() && m_list->currentRow() < 0; ++row) {
        if (m_list->item(row)->flags().testFlag(Qt::ItemIsEnabled))
            m_list->setCurrentRow(row);
    }
}

// The command comes after the palette has gone: it may open a dialogue of its own.
void CommandPalette::run()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item == nullptr)
        return;
    const QPointer<QAction> action = m_commands[item->data(commandRole).toLongLong()].action;
    if (action)
        connect(this, &QObject::destroyed, action, &QAction::trigger);
    close();
}

// The arrows move the list while the letters go to the line.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_typed && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace tidemark::ui
