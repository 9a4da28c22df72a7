// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/oom_text.h"
#include "ui/theme.h"

#include <QFont>

namespace tidemark::ui {

// The card of the details pane about one time that memory ran out, as rich text.
QString oomCardHtml(const OomText& text, const Theme& theme, const QFont& font, ByteUnits units);

} // namespace tidemark::ui
