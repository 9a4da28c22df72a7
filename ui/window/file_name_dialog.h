// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace tidemark::ui {

// Asks for a file to write; a name without a suffix gets that of the chosen filter. `filter` is as in
// QFileDialog, one suffix each: "CSV (*.csv);;JSON (*.json)". Empty: nothing was chosen.
QString askFileNameToSave(
    QWidget* parent, const QString& title, const QString& suggested, const QString& filter);

} // namespace tidemark::ui
