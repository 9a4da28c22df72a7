// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/band.h"

#include <QDialog>

class QLineEdit;
class QTextBrowser;

namespace tidemark::ui {

// The words of PyTorch's memory API, which can be searched; a click on a term shows it in the picture.
class GlossaryDialog : public QDialog {
    Q_OBJECT

public:
    explicit GlossaryDialog(QWidget* parent = nullptr);

    // Only the entries with these words; empty: all.
    void search(const QString& words);
    QString text() const; // what is listed

Q_SIGNALS:
    void bandChosen(tidemark::Band band);

private:
    void list();

    QLineEdit* m_words = nullptr;
    QTextBrowser* m_text = nullptr;
};

} // namespace tidemark::ui
