// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QSettings;

namespace tidemark::ui {

class ViewState;
struct WindowActions;

// Whether sizes count by 1,024 or by 1,000: chosen in the menu, for all recordings, and remembered in the
// settings. All must outlive `state`.
void connectUnits(ViewState& state, const WindowActions& actions, QSettings& settings);

} // namespace tidemark::ui
