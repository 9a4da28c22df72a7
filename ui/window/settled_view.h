// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace tidemark::ui {

class ViewState;

// Whether everything that `view` shows of the state was found, for the whole recording and the filter: it
// asks each page that is seen in it. What has no events has nothing to be waited for.
bool isSettledView(const ViewState& state, const QWidget& view);

} // namespace tidemark::ui
