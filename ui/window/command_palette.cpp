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

namespace tidemark::ui {

namespace {

constexpr int commandRole = Qt::UserRole;

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
            addCommands(tr("%1 › ").arg(text), action->menu()->actions());
        else if (!action->isSeparator())
            m_commands.push_back({text, action});
    }
}

bool CommandPalette::matches(const QString& command, const QString& typed)
{
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
        [&](const QString& word) { return command.contains(word, Qt::CaseInsensitive); });
}

void CommandPalette::filter(const QString& typed)
{
    m_list->clear();
    for (qsizetype i = 0; i < m_commands.size(); ++i) {
        if (!m_commands[i].action)
            continue;
        const QAction& action = *m_commands[i].action;
        if (!matches(m_commands[i].text + QLatin1Char(' ') + action.toolTip(), typed))
            continue;
        const QString keys = action.shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? m_commands[i].text : tr("%1   (%2)").arg(m_commands[i].text, keys), m_list);
        item->setData(commandRole, i);
        item->setToolTip(action.toolTip());
        if (!action.isEnabled())
            item->setFlags(item->flags() & ~(Qt::ItemIsEnabled | Qt::ItemIsSelectable));
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
