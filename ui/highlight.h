// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/band.h"
#include "ui/theme.h"

namespace tidemark::ui {

// The theme in which one band of the picture stands out: its colour is stronger, those of the others step
// back. Nothing, and what no area shows: the theme as it is.
Theme highlighted(const Theme& theme, Band band);

} // namespace tidemark::ui
