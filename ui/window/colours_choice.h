// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QSettings;

namespace tidemark::ui {

struct WindowActions;

// Applies the colours of the settings, lets the menu choose them and keeps what was chosen. All must outlive
// the actions.
void connectColours(const WindowActions& actions, QSettings& settings);

} // namespace tidemark::ui
