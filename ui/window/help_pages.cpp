// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_pages.h"

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
    return row(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
        action->statusTip().toHtmlEscaped());
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

QString mapRows()
{
    return row(tr("Left, Right"), tr("Previous and next block"))
        + row(tr("Up, Down"), tr("Row above and below"))
        + row(tr("Home, End"), tr("First and last block of the row; with Ctrl, of all rows"))
        + row(tr("Page up, Page down"), tr("Up and down by what is visible"))
        + row(tr("Enter, Space"), tr("Select the block; Esc selects none"))
        + row(tr("+, \u2212"), tr("Zoom in and out")) + row(tr("0"), tr("Show everything"));
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
    for (const QAction* action : {actions.newRecording, actions.open, actions.openFolder, actions.save,
             actions.exportPicture, actions.axisEvents, actions.axisTime, actions.fit, actions.follow,
             actions.nextPin, actions.nextOom, actions.previousOom, actions.freeCurves, actions.driverCurves,
             actions.capacity, actions.whatIf, actions.devices, actions.emptyCacheHere, actions.showRecording,
             actions.start, actions.pause, actions.step, actions.stop, actions.emptyCache, actions.resetPeak,
             actions.mark, actions.keys, actions.glossary, actions.quit})
        menus += actionRow(action);
    const QString everywhere = row(tr("Tab"), tr("Go to the next button, field or view"))
        + row(tr("Alt + letter"), tr("Open the menu, or go to the field, with that underlined letter"))
        + row(tr("Esc"),
            tr("Leave the start page, dismiss the message that has the focus, or show all memory again where "
               "one stream or pool is shown"));
    return section(tr("In the menus"), menus) + section(tr("Everywhere"), everywhere)
        + section(tr("In the timeline"), timelineRows()) + section(tr("In the map"), mapRows())
        + section(tr("Among the devices"), devicesRows());
}

QString glossaryPage()
{
    QString words;
    words += row(tr("requested"), tr("What the program asked for, before any rounding."));
    words += row(tr("allocated"),
        tr("What the allocator gave to tensors that live. Sizes are rounded up to 512 bytes."));
    words += row(tr("active"),
        tr("Allocated, and blocks that were freed but still wait for another stream to finish with them."));
    words += row(tr("rounding"),
        tr("What a block holds beyond what was asked for: allocated and waiting, less requested."));
    words += row(tr("waiting for a stream"),
        tr("Freed by the program, but another stream may still use the block: it is active, not allocated."));
    words += row(tr("reserved"), tr("What the allocator got from the device and has not returned."));
    words += row(tr("outside the allocator"),
        tr("What the driver says that the process holds beyond reserved: its CUDA context, and what "
           "libraries "
           "take for themselves. It goes with the process."));
    words += row(
        tr("segment"), tr("One piece of memory got from the device. It is returned whole or not at all."));
    words += row(tr("block"), tr("A part of a segment: held by a tensor, waiting for a stream, or free."));
    words += row(tr("inactive split"),
        tr("A free block whose segment also holds live blocks. Empty cache cannot return it."));
    words += row(tr("free beside live"),
        tr("Free memory in segments that also hold live blocks. Those blocks pin it: Empty cache cannot "
           "return it, new blocks that fit can use it."));
    words += row(tr("whole free segment"), tr("A segment without a live block. Empty cache returns it."));
    words += row(
        tr("pool"), tr("Blocks up to 1 MiB and larger ones are kept apart, in a small and a large pool."));
    words += row(
        tr("stream"), tr("A queue of work on the device. Blocks belong to the stream that asked for them."));
    words += row(
        tr("empty cache"), tr("Returns every whole free segment to the device. Tensors are not touched."));
    words +=
        row(tr("event"), tr("One thing the allocator did: an alloc, a free, a segment got or returned."));
    return table(words)
        + QStringLiteral("<p>%1</p><p>%2</p>")
              .arg(tr("requested ≤ allocated ≤ active ≤ reserved ≤ what the driver says the process uses."),
                  tr("reserved = allocated + waiting + free beside live blocks + whole free segments."));
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
