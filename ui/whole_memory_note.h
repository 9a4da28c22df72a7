// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/view_state.h"
#include "ui/window/look.h"
#include "ui/words.h"

#include <QLabel>

namespace tidemark::ui {

// Says, while a filter is on, that a page is not of what it holds: its figures are those of all memory.
inline QLabel* makeWholeMemoryNote(ViewState& state, QWidget* parent)
{
    QLabel* note = makeMutedLabel(tr("All memory is counted here, whatever the filter holds."), parent);
    note->setObjectName(QStringLiteral("wholeMemoryNote"));
    note->setMargin(4);
    const auto refresh = [note, &state] { note->setVisible(!state.filter().isAll()); };
    QObject::connect(&state, &ViewState::filterChanged, note, refresh);
    refresh();
    return note;
}

} // namespace tidemark::ui
