// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <array>
#include <utility>
#include <vector>

namespace tidemark::tests {

// Contrast of two colours, as WCAG 2.1 defines it: 1 to 21.
double wcagContrast(const QColor& one, const QColor& other);

enum class Vision { Common, Protanopia, Deuteranopia, Tritanopia };
inline constexpr std::array allVisions = {
    Vision::Common, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia};

// How light a colour looks to somebody (CIE L*, 0 to 100), and how far two are apart (CIE 1976 colour
// difference; 2 is just seen). Viénot, Brettel and Mollon, 1999, for the two that lack red or green; Brettel,
// Viénot and Mollon, 1997, for the one that lacks blue; for sRGB.
double lightnessFor(Vision vision, const QColor& colour);
double differenceFor(Vision vision, const QColor& one, const QColor& other);

// "light", "dark", "high contrast light", ... and what the window draws with then; with patterns as well.
std::vector<std::pair<QString, ui::Theme>> allThemes();

} // namespace tidemark::tests
