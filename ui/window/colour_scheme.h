// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

class QSettings;

namespace tidemark::ui {

enum class ColourScheme { System, Light, Dark };

// The palettes of the light and the dark window.
QPalette lightPalette();
QPalette darkPalette();

// For the whole program. System: the desktop's own palette where it has one, else the light one.
void applyColourScheme(ColourScheme scheme);

void saveColourScheme(QSettings& settings, ColourScheme scheme);
ColourScheme savedColourScheme(QSettings& settings);

} // namespace tidemark::ui
