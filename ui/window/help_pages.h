// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace tidemark::ui {

struct WindowActions;

// The texts of the Help menu, as HTML.
QString keysPage(const WindowActions& actions);
QString aboutPage();

// Shows one of them in a window of its own, which does not hold up the rest.
void showPage(QWidget* parent, const QString& title, const QString& html);

} // namespace tidemark::ui
