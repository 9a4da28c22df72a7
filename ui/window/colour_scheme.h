// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

class QSettings;

namespace tidemark::ui {

enum class ColourScheme { System, Light, Dark, HighContrastLight, HighContrastDark };

// The palettes of the windows.
QPalette lightPalette();
QPalette darkPalette();
QPalette highContrastPalette(bool isDark);

// For the whole program. System: the desktop's own palette where it has one, else the light one; where that
// is black and white, the views are of high contrast, too. `patterns`: see setWantsPatterns().
void applyColourScheme(ColourScheme scheme, bool patterns = false);

void saveColourScheme(QSettings& settings, ColourScheme scheme);
ColourScheme savedColourScheme(QSettings& settings);
void savePatterns(QSettings& settings, bool patterns);
bool savedPatterns(const QSettings& settings);

} // namespace tidemark::ui
