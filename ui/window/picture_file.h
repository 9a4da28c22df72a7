// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace tidemark::ui {

// Writes a view by the ending of the file's name: .png as on the screen, .svg and .pdf with words and lines
// that stay sharp at any size. Empty: done. Else why not, as a sentence; no half a file is left then.
QString writePicture(QWidget& view, const QString& path);

QString pictureNameFilter(); // for a file dialogue

} // namespace tidemark::ui
