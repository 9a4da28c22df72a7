// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>
#include <QTextBrowser>
#include <QTextCursor>

namespace tidemark::tests {

// The middle of a piece of the pane's text, in pixels of the viewport; scrolls there. (-1, -1) where it is
// not.
inline QPoint placeOfText(QTextBrowser& pane, const QString& text)
{
    pane.moveCursor(QTextCursor::Start);
    if (!pane.find(text))
        return {-1, -1};
    QTextCursor cursor = pane.textCursor();
    const QRect end = pane.cursorRect(cursor);
    cursor.setPosition(cursor.selectionStart());
    pane.setTextCursor(cursor);
    return {(pane.cursorRect(cursor).center() + end.center()) / 2};
}

} // namespace tidemark::tests
