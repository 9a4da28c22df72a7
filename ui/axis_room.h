// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tidemark::ui {

// How far a timeline reaches, as a share of its recording: without room behind the last event, what that
// event did, such as the drop after an empty_cache, would have no width.
inline constexpr double axisReach = 1.02;

} // namespace tidemark::ui
