// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace tidemark::tests {

// All words that somebody can read in a widget and what is visible inside it, or hear from a screen reader:
// texts, what is painted, rows of tables with their tool tips, names and descriptions, menus. In no order
// that means anything.
QStringList shownWords(QWidget& widget);

} // namespace tidemark::tests
