// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_name_dialog.h"

#include <QFileDialog>
#include <QFileInfo>

namespace tidemark::ui {

QString askFileNameToSave(
    QWidget* parent, const QString& title, const QString& suggested, const QString& filter)
{
    QFileDialog dialog(parent, title, {}, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QFileInfo(suggested).suffix());
    dialog.selectFile(suggested);
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& chosen) {
        const qsizetype dot = chosen.lastIndexOf(QLatin1String("*."));
        dialog.setDefaultSuffix(chosen.mid(dot + 2).chopped(1)); // "PNG pictures (*.png)"
    });
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace tidemark::ui
