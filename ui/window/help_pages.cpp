// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_pages.h"

#include "ui/tiles/tile_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/window_actions.h"
#include "ui/words.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tidemark::ui {

namespace {

QString row(const QString& left, const QString& right)
{
    return QStringLiteral("<tr><td style='padding:3px 18px 3px 0; white-space:nowrap'><b>%1</b></td>"
                          "<td style='padding:3px 0'>%2</td></tr>")
        .arg(left, right);
}

QString actionRow(const QAction* action)
{
    QStringList keys;
    for (const QKeySequence& each : action->shortcuts())
        if (!each.toString().contains(QLatin1String("Backtab"))) // the same key as Tab
            keys << each.toString(QKeySequence::NativeText);
    return row(keys.join(QStringLiteral(", ")).toHtmlEscaped(), action->statusTip().toHtmlEscaped());
}

QString table(const QString& rows)
{
    return QStringLiteral("<table cellspacing='0'>%1</table>").arg(rows);
}

QString section(const QString& title, const QString& rows)
{
    return QStringLiteral("<h3>%1</h3>%2").arg(title, table(rows));
}

QString timelineRows()
{
    QString rows;
    for (const std::pair<QString, QString>& control : TimelineView::controls())
        rows += row(control.first, control.second);
    return rows;
}

// Beyond the timeline's.
QString tileRows()
{
    QString rows;
    for (const std::pair<QString, QString>& control : TileCanvas::controls())
        rows += row(control.first, control.second);
    return rows;
}

QString mapRows()
{
    return row(tr("Left, Right"), tr("Previous and next block"))
        + row(tr("Up, Down"), tr("Row above and below"))
        + row(tr("Home, End"), tr("First and last block of the row; with Ctrl, of all rows"))
        + row(tr("Page up, Page down"), tr("Up and down by what is visible"))
        + row(tr("Enter, Space"), tr("Select the block; Esc selects none"))
        + row(tr("+, \u2212"), tr("Zoom in and out")) + row(tr("0"), tr("Show everything"));
}

QString flameRows()
{
    return row(tr("Up, Down"), tr("To what this is part of, and to the largest part of it"))
        + row(tr("Left, Right"), tr("Previous and next part of the same"))
        + row(tr("Enter, Space"), tr("Look at it: it takes the whole width"))
        + row(tr("Backspace, Esc"), tr("Look at what this is part of; so does a right click"))
        + row(tr("Home"), tr("Look at everything"));
}

QString devicesRows()
{
    return row(tr("Up, Down, Page up, Page down, Home, End"), tr("Choose a row"))
        + row(tr("Enter"), tr("Show that row's device in the other views, at the moment of the cursor"))
        + row(tr("W, S, +, \u2212, A, D, F, Left, Right, L"), tr("As in the timeline"));
}

} // namespace

QString keysPage(const WindowActions& actions)
{
    QString menus;
    for (const QAction* action : actions.all)
        if (!action->shortcut().isEmpty())
            menus += actionRow(action);
    const QString everywhere = row(tr("Tab"), tr("Go to the next button, field or view"))
        + row(tr("Alt + letter"), tr("Open the menu, or go to the field, with that underlined letter"))
        + row(tr("Esc"),
            tr("Leave the start page, dismiss the message that has the focus, or show all memory again where "
               "one stream or pool is shown"));
    return section(tr("In the menus"), menus) + section(tr("Everywhere"), everywhere)
        + section(tr("In the timeline"), timelineRows())
        + section(tr("Active memory and segments"), tileRows()) + section(tr("In the map"), mapRows())
        + section(tr("In the flame graph"), flameRows()) + section(tr("Among the devices"), devicesRows());
}

QString aboutPage()
{
    return QStringLiteral("<h3>Tidemark %1</h3><p>%2</p><p>%3</p><p>%4</p>")
        .arg(QStringLiteral(TIDEMARK_VERSION),
            tr("Shows where GPU memory goes: allocator timelines and fragmentation maps."),
            tr("This program is free software: you may redistribute and change it under the terms of the GNU "
               "General Public License, version 3 or, at your option, any later version. It comes without "
               "any "
               "warranty; see the file LICENSE or "
               "<a href='https://www.gnu.org/licenses/gpl-3.0.html'>gnu.org/licenses</a>."),
            tr("It uses Qt %1 (LGPL 3), QCustomPlot (GPL 3), Zstandard, zlib, {fmt}, Boost and "
               "nlohmann/json.")
                .arg(QLatin1String(qVersion())));
}

void showPage(QWidget* parent, const QString& title, const QString& html)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->resize(640, 560);
    auto* text = new QTextBrowser(dialog);
    text->setOpenExternalLinks(true);
    text->setFrameShape(QFrame::NoFrame);
    text->document()->setDocumentMargin(16);
    text->setHtml(html);
    text->setAccessibleName(title);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text);
    column->addWidget(buttons);
    dialog->show();
}

} // namespace tidemark::ui
