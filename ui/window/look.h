// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace tidemark::ui {

struct Theme;

// Of the application's palette: a style sheet changes that of its widget.
Theme applicationTheme();

// Sets a style sheet unless the widget has it already: setting one polishes everything inside again.
void setLook(QWidget* widget, const QString& styleSheet);

// Buttons, fields and lists with thin round borders, for a page and everything on it.
QString pageLook(const Theme& theme);

// A label in the muted colour of the theme, which follows the palette.
QLabel* makeMutedLabel(const QString& text, QWidget* parent);

} // namespace tidemark::ui
